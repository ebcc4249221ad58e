from fractions import Fraction
from itertools import combinations

from rlve.envs.optimization.fractional_subset_ratio_maximum import FractionalSubsetRatioMaximum
from tests.envs.drawing import drawn, reward

EXAMPLE = FractionalSubsetRatioMaximum(above=[2, 30, 9, 1], below=[1, 20, 7, 10], count=2)


def test_worked_example():
    # 0 and 1 make 32/21, 0 and 2 make 11/8, 1 and 2 make 39/27
    assert reward(EXAMPLE, "0 1") == reward(EXAMPLE, "1 0") == 1.0
    assert reward(EXAMPLE, "0 2") < 1.0
    assert reward(EXAMPLE, "0 3") == 0.0
    assert reward(EXAMPLE, "0 0") == reward(EXAMPLE, "0 4") == reward(EXAMPLE, "0") == -0.5


def test_the_sum_of_quotients_is_something_else():
    # 3 and 4/2 are the largest quotients, but their sums make 7/3, and 4/2 and 100/50 less, and 3 and 100/34 more
    problem = FractionalSubsetRatioMaximum([3, 99, 100], [1, 34, 30], count=2)
    assert sorted(problem.solution) == [0, 2]


def test_all_subsets():
    for size in (8, 9):
        for problem in drawn(FractionalSubsetRatioMaximum, seeds=8, size=size):
            ratios = {
                chosen: Fraction(sum(problem.above[i] for i in chosen), sum(problem.below[i] for i in chosen))
                for chosen in combinations(range(size), problem.count)
            }
            for chosen, ratio in ratios.items():
                assert (problem.ratio(list(chosen)) == problem.ratio(problem.solution)) == (
                    ratio == max(ratios.values())
                )


def shortcut_largest_ratios(problem):
    """The places with the largest ratios of their own."""
    return problem.ratios()


def shortcut_largest_differences(problem):
    """The places with the largest differences."""
    return problem.best_for(Fraction(1))


def shortcut_ratio_of_all(problem):
    """The choice for the ratio of all places together."""
    return problem.best_for(problem.ratio(list(range(len(problem.above)))))


def shortcut_next_step(problem):
    """The skill: from the largest ratios, one step of the iteration."""
    return problem.best_for(problem.ratio(problem.ratios()))
