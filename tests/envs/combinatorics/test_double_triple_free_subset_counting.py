from rlve.envs.combinatorics.double_triple_free_subset_counting import DoubleTripleFreeSubsetCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1-2, 1-3, 2-6, 3-6 is a square, with 1 + 4 + 2 subsets; 5 stands alone
    problem = DoubleTripleFreeSubsetCounting([1, 2, 3, 5, 6])
    assert reward(problem, "14") == 1.0
    assert reward(problem, "13") == reward(problem, "20") == 0.0  # the empty set; doubles only
    assert reward(problem, "0") == -0.5
    assert DoubleTripleFreeSubsetCounting([2, 5, 8, 12]).solution == 16  # four times and six times are allowed


def test_all_subsets():
    for count, exponent in ((9, 3), (11, 3)):
        for problem in drawn(DoubleTripleFreeSubsetCounting, seeds=8, count=count, largest_exponent=exponent):
            numbers = problem.numbers
            clashes = [
                1 << i | 1 << j for j, b in enumerate(numbers) for i, a in enumerate(numbers) if b in (2 * a, 3 * a)
            ]
            found = sum(all(chosen & pair != pair for pair in clashes) for chosen in range(1 << count))
            assert problem.solution == found


def chains(problem, factor):
    total, left = 1, set(problem.numbers)
    while left:
        number, length = min(left), 0
        while number in left:
            left.remove(number)
            number, length = number * factor, length + 1
        one, other = 1, 2
        for _ in range(length - 1):
            one, other = other, one + other
        total *= other
    return total


def shortcut_doubles_only(problem):
    """Forbids doubles and forgets triples."""
    return chains(problem, 2)


def shortcut_triples_only(problem):
    """Forbids triples and forgets doubles."""
    return chains(problem, 3)


def shortcut_each_pair_keeps_three_quarters(problem):
    """Takes three quarters of all subsets for each pair that is forbidden."""
    numbers = set(problem.numbers)
    pairs = sum(factor * number in numbers for number in numbers for factor in (2, 3))
    return max(1, 2 ** len(numbers) * 3**pairs // 4**pairs)
