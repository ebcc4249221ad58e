from itertools import product

from rlve.envs.sequences.subarray_sums_of_ones_twos import SubarraySumsOfOnesTwos
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SubarraySumsOfOnesTwos([2, 2, 1, 2], sums=[3, 4, 6])
    assert reward(problem, "1 2\n0 1\n-1 -1") == reward(problem, "2 3\n0 1\n-1 -1") == 1.0
    assert 0.0 < reward(problem, "1 2\n0 1\n0 3") < 0.1
    assert 0.0 < reward(problem, "1 2\n-1 -1\n-1 -1") < 0.1
    assert reward(problem, "1 2\n1 0\n-1 -1") == reward(problem, "1 2\n0 1\n-1 0") == -0.5
    assert reward(problem, "1 2\n0 1") == reward(problem, "1 2\n0 1\n0 4") == -0.5


def test_accepts_exactly_the_subarrays_with_the_sum():
    for problem in drawn(SubarraySumsOfOnesTwos, seeds=12, size=9, sums=2):
        size = len(problem.numbers)
        for line, wanted in enumerate(problem.sums):
            fitting = []
            for first, last in product(range(size), repeat=2):
                answer = [*problem.solution]
                answer[line] = [first, last]
                if first <= last:
                    if problem.score(answer) == 1.0:
                        fitting.append((first, last))
                    assert (sum(problem.numbers[first : last + 1]) == wanted) == ((first, last) in fitting)
            assert (problem.solution[line] == [-1, -1]) == (not fitting)


def test_impossible_sums_are_large_and_of_one_parity():
    """A sum x of the parity of the whole is always there; the others up to the whole without one end, up to its 1."""
    for problem in drawn(SubarraySumsOfOnesTwos, size=14, sums=6):
        numbers, total = problem.numbers, sum(problem.numbers)
        ends = (2 * numbers.index(1) + 1, 2 * numbers[::-1].index(1) + 1)
        for wanted, pair in zip(problem.sums, problem.solution):
            assert (pair == [-1, -1]) == ((total - wanted) % 2 == 1 and wanted > total - min(ends))
        assert [-1, -1] in problem.solution


def prefixes(problem):
    return {sum(problem.numbers[: end + 1]): [0, end] for end in range(len(problem.numbers))}


def shortcut_prefixes_only(problem):
    """Looks at subarrays from the left end only, and finds none for other sums."""
    return [prefixes(problem).get(total, [-1, -1]) for total in problem.sums]


def shortcut_both_ends(problem):
    """Looks at subarrays from either end, and finds none for other sums."""
    return problem.at_the_ends()
