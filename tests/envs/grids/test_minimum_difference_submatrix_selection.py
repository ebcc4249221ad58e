from itertools import combinations

from rlve.envs.grids.minimum_difference_submatrix_selection import MinimumDifferenceSubmatrixSelection
from tests.envs.drawing import drawn, reward


def cost(matrix: list[list[int]], rows: tuple[int, ...], columns: tuple[int, ...]) -> int:
    total = 0
    for i, r in enumerate(rows):
        for j, c in enumerate(columns):
            total += abs(matrix[r][c] - matrix[rows[i + 1]][c]) if i + 1 < len(rows) else 0
            total += abs(matrix[r][c] - matrix[r][columns[j + 1]]) if j + 1 < len(columns) else 0
    return total


def test_worked_example():
    problem = MinimumDifferenceSubmatrixSelection([[5, 9, 5], [1, 8, 2], [6, 2, 5]], rows=2, columns=2)
    assert reward(problem, "0 2\n0 2") == 1.0  # 5 5 over 6 5: 0 + 1 + 1 + 0
    assert reward(problem, "0 1\n0 2") < 0.3
    assert reward(problem, "2 0\n0 2") == reward(problem, "0 0\n0 2") == reward(problem, "0 2") == -0.5
    assert reward(problem, "0 2\n0 3") == reward(problem, "0 1 2\n0 2") == -0.5
    assert reward(problem, "0 x\n0 2") == -1.0


def test_equals_all_choices():
    for problem in drawn(MinimumDifferenceSubmatrixSelection, seeds=5, most_rows=5, most_columns=5, largest=9):
        matrix = problem.matrix
        least = min(
            cost(matrix, rows, columns)
            for rows in combinations(range(len(matrix)), problem.rows)
            for columns in combinations(range(len(matrix[0])), problem.columns)
        )
        assert problem.cost(problem.solution) == cost(matrix, *map(tuple, problem.solution)) == least
        assert problem.score(problem.solution) == 1.0


def shortcut_best_block(problem):
    """The best block of neighbouring rows and columns."""
    blocks = [
        [[*range(top, top + problem.rows)], [*range(left, left + problem.columns)]]
        for top in range(len(problem.matrix) - problem.rows + 1)
        for left in range(len(problem.matrix[0]) - problem.columns + 1)
    ]
    return min(blocks, key=problem.cost)


def shortcut_one_line_goes(problem):
    """Leaves out the row or column whose loss lowers the cost most, again and again."""
    return problem.thinned()


def shortcut_rows_of_similar_sums(problem):
    """Takes rows and columns whose sums are close to one another."""

    def closest(sums, count):
        ranked = sorted(range(len(sums)), key=lambda i: sums[i])
        spans = [ranked[start : start + count] for start in range(len(sums) - count + 1)]
        return sorted(min(spans, key=lambda span: sums[span[-1]] - sums[span[0]]))

    return [
        closest([sum(row) for row in problem.matrix], problem.rows),
        closest([sum(column) for column in zip(*problem.matrix)], problem.columns),
    ]
