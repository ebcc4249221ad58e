from itertools import combinations

from rlve.envs.bits.minimum_xor_pair import MinimumXorPair
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = MinimumXorPair([8, 20, 7, 22, 30])  # 20 and 22 differ by 2 only, 7 and 8 in four binary digits
    assert reward(problem, "1 3") == 1.0
    assert reward(problem, "0 2") == 0.0
    assert reward(problem, "3 1") == reward(problem, "1 1") == reward(problem, "1 5") == reward(problem, "1") == -0.5


def test_all_pairs():
    for size in (3, 5, 12):
        for problem in drawn(MinimumXorPair, seeds=60, size=size):
            numbers = problem.numbers
            values = {(i, j): (numbers[i] | numbers[j]) ^ (numbers[i] & numbers[j])
                      for i, j in combinations(range(size), 2)}  # fmt: skip
            least = min(values.values())
            assert values[tuple(problem.solution)] == least > 0
            for pair, value in values.items():
                assert (problem.score(list(pair)) == 1.0) == (value == least)


def test_the_closest_pair_earns_nothing():
    for problem in drawn(MinimumXorPair, size=8):
        pairs = list(combinations(range(8), 2))
        i, j = min(pairs, key=lambda pair: abs(problem.numbers[pair[0]] - problem.numbers[pair[1]]))
        assert problem.score([i, j]) == 0.0


def neighbours(problem):
    """Pairs of indices of numbers that follow each other in ascending order, the closest first."""
    order = sorted(range(len(problem.numbers)), key=problem.numbers.__getitem__)
    closest_first = sorted(zip(order, order[1:]), key=lambda pair: problem.numbers[pair[1]] - problem.numbers[pair[0]])
    return [sorted(pair) for pair in closest_first]


def shortcut_closest(problem):
    """The two numbers of least difference."""
    return neighbours(problem)[0]


def shortcut_second_closest(problem):
    """The pair of the second least difference, since the closest is never right."""
    return neighbours(problem)[1]
