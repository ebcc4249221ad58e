from fractions import Fraction
from itertools import permutations

from rlve.envs.optimization.assignment_ratio_maximum import AssignmentRatioMaximum
from tests.envs.drawing import drawn, reward

EXAMPLE = AssignmentRatioMaximum([[2, 30, 1], [9, 1, 4], [1, 2, 10]], [[1, 20, 10], [7, 10, 5], [10, 10, 9]])


def ratio(problem, columns):
    rows = range(len(columns))
    return Fraction(sum(problem.above[i][columns[i]] for i in rows), sum(problem.below[i][columns[i]] for i in rows))


def test_worked_example():
    # 1 0 2 makes 49/36; the largest ratio first, 0 1 2 or 0 2 1, makes 13/20 or 8/16
    assert reward(EXAMPLE, "1 0 2") == 1.0
    assert reward(EXAMPLE, "0 1 2") == reward(EXAMPLE, "0 2 1") == 0.0
    assert reward(EXAMPLE, "1 0 0") == reward(EXAMPLE, "1 0") == reward(EXAMPLE, "1 0 3") == -0.5


def test_all_permutations():
    for size, seeds in ((3, 10), (4, 10), (5, 5)):
        for problem in drawn(AssignmentRatioMaximum, seeds=seeds, size=size):
            ratios = {columns: ratio(problem, columns) for columns in permutations(range(size))}
            best = max(ratios.values())
            for columns, value in ratios.items():
                assert (problem.ratio(list(columns)) == problem.ratio(problem.solution)) == (value == best)


def shortcut_largest_ratios_first(problem):
    """The largest ratio of an entry whose row and column are free, again and again."""
    return problem.ratios_first()


def shortcut_largest_differences(problem):
    """The assignment with the largest sum of differences."""
    return problem.best_for(Fraction(1))


def shortcut_row_by_row(problem):
    """For each row the free column with the largest ratio."""
    chosen = []
    for a, b in zip(problem.above, problem.below):
        chosen.append(max((j for j in range(len(a)) if j not in chosen), key=lambda j: Fraction(a[j], b[j])))
    return chosen


def shortcut_sum_of_ratios(problem):
    """The assignment with the largest sum of ratios, by exchanging two rows while that helps."""
    columns = problem.ratios_first()
    value = [[Fraction(a, b) for a, b in zip(*rows)] for rows in zip(problem.above, problem.below)]
    for i in range(len(columns)):
        for j in range(i):
            if value[i][columns[j]] + value[j][columns[i]] > value[i][columns[i]] + value[j][columns[j]]:
                columns[i], columns[j] = columns[j], columns[i]
    return columns


def shortcut_next_step(problem):
    """The skill: from the largest ratios first, one step of the iteration."""
    return problem.best_for(problem.ratio(problem.ratios_first()))
