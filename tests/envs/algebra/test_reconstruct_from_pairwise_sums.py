from itertools import combinations

import pytest

from rlve.envs.algebra.reconstruct_from_pairwise_sums import ReconstructFromPairwiseSums
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = ReconstructFromPairwiseSums([9, 5, 8])  # 3, 2 and 6
    assert problem.solution == [2, 3, 6]
    assert reward(problem, "6 2 3") == reward(problem, "2, 3, 6") == 1.0
    assert reward(problem, "2 3 5") == pytest.approx((2 / 4) ** 10)  # sums 5 7 8: two right, one wrong, one missing
    assert reward(problem, "2 3") == reward(problem, "2 3 3") == reward(problem, "0 5 8") == -0.5


def test_every_set_with_these_sums_is_right():
    # for a power of two there can be two: 1 4 5 6 and 2 3 4 7 have the sums 5 6 7 9 10 11
    problem = ReconstructFromPairwiseSums([5, 6, 7, 9, 10, 11])
    assert reward(problem, "1 4 5 6") == reward(problem, "2 3 4 7") == 1.0
    assert reward(problem, "1 4 5 7") < 0.1


def test_repeated_sums_are_counted():
    problem = ReconstructFromPairwiseSums([3, 4, 5, 5, 6, 7])  # of 1 2 3 4
    assert reward(problem, "1 2 3 4") == 1.0
    assert reward(problem, "1 2 3 5") == pytest.approx((5 / 7) ** 10)


def test_agrees_with_every_set_of_a_small_range():
    for count, seeds in ((3, 10), (4, 5), (5, 2)):
        for problem in drawn(ReconstructFromPairwiseSums, seeds=seeds, count=count):
            fitting = []
            for numbers in combinations(range(1, 23 if count < 5 else 18), count):
                right = sorted(a + b for a, b in combinations(numbers, 2)) == sorted(problem.sums)
                if right:
                    fitting.append(list(numbers))
                if numbers[0] < 4:
                    assert (reward(problem, " ".join(map(str, numbers))) == 1.0) == right
            assert sorted(problem.solution) in fitting or max(problem.solution) > 17


def test_solutions_of_larger_sets():
    for count in (6, 8, 11, 16, 18):
        for problem in drawn(ReconstructFromPairwiseSums, seeds=20, count=count):
            assert sorted(a + b for a, b in combinations(problem.solution, 2)) == sorted(problem.sums)
            assert len(set(problem.solution)) == count
            assert min(problem.solution) >= 1


def shortcut_halves(problem):
    """Half of as many sums, from the least on."""
    halves = sorted({max(1, total // 2) for total in problem.sums})
    return halves[: problem.count()]


def shortcut_first_candidate(problem):
    """Take the third sum for x2 + x3, and get all others from the sums with the least number."""
    sums, count = sorted(problem.sums), problem.count()
    least = max(1, (sums[0] + sums[1] - sums[2]) // 2)
    return [least, *(total - least for total in sums[: count - 1])]
