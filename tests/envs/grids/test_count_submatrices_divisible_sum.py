from itertools import combinations

from rlve.envs.grids.count_submatrices_divisible_sum import CountSubmatricesDivisibleSum
from tests.envs.drawing import drawn, reward


def by_definition(problem: CountSubmatricesDivisibleSum) -> int:
    rows, columns = range(len(problem.matrix) + 1), range(len(problem.matrix[0]) + 1)
    sums = [
        sum(sum(row[left:right]) for row in problem.matrix[top:bottom])
        for top, bottom in combinations(rows, 2)
        for left, right in combinations(columns, 2)
    ]
    return sum(total % problem.divisor == 0 for total in sums)


def test_worked_example():
    problem = CountSubmatricesDivisibleSum([[1, 2, 0], [2, 4, 3]], divisor=3)
    # 0, 3; 1 2, 1 2 0, 2 4, 2 4 3; 1 over 2, 2 over 4, 0 over 3; both first columns, both last ones, all
    assert reward(problem, "12") == by_definition(problem) / 12 == 1.0
    assert reward(problem, "11") == reward(problem, "6") == 0.0
    assert reward(problem, "-1") == -0.5
    assert CountSubmatricesDivisibleSum([[-3, 1]], divisor=3).solution == 1
    assert CountSubmatricesDivisibleSum([[-2, 2]], divisor=7).solution == 1


def test_equals_adding_up_every_block():
    for shortest, longest in ((2, 4), (4, 6)):
        for problem in drawn(CountSubmatricesDivisibleSum, seeds=15, shortest_side=shortest, longest_side=longest):
            assert problem.solution == by_definition(problem)


def shortcut_expected_share(problem):
    """As many blocks as are to be expected if all rests are equally frequent."""
    rows, columns = len(problem.matrix), len(problem.matrix[0])
    return round(rows * (rows + 1) * columns * (columns + 1) / 4 / problem.divisor)


def shortcut_single_rows_and_columns(problem):
    """Counts the blocks of one row or one column only."""
    lines = [*problem.matrix, *zip(*problem.matrix)]
    spans = [sum(line[a:b]) % problem.divisor == 0 for line in lines for a, b in combinations(range(len(line) + 1), 2)]
    return sum(spans) - sum(value % problem.divisor == 0 for row in problem.matrix for value in row)


def shortcut_without_single_entries(problem):
    """Forgets that single entries are blocks, too."""
    return problem.solution - sum(value % problem.divisor == 0 for row in problem.matrix for value in row)
