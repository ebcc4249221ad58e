from itertools import permutations

from rlve.envs.puzzles.survo_puzzle import SurvoPuzzle
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SurvoPuzzle(
        [[6, 0, 0], [0, 0, 1]], row_sums=[12, 9], column_sums=[9, 9, 3], planted=[[6, 4, 2], [3, 5, 1]]
    )
    assert reward(problem, "6 4 2\n3 5 1") == 1.0
    assert 0.0 < reward(problem, "6 5 2\n3 4 1") < 0.1
    assert reward(problem, "6 4 2\n3 4 1") == -0.5  # 4 twice, 5 never
    assert reward(problem, "3 5 1\n6 4 2") == -0.5
    assert reward(problem, "6 4 2\n3 7 1") == reward(problem, "6 4 2") == -0.5


def test_accepts_exactly_the_fillings_with_these_sums():
    for problem in drawn(SurvoPuzzle, seeds=15, size=3, blank_percent=60):
        rows, columns = len(problem.grid), len(problem.grid[0])
        flat = [number for row in problem.grid for number in row]
        missing = [number for number in range(1, rows * columns + 1) if number not in flat]
        accepted = 0
        for numbers in permutations(missing):
            rest = iter(numbers)
            filled = [number or next(rest) for number in flat]
            across = [sum(filled[r * columns : (r + 1) * columns]) for r in range(rows)]
            fits = (
                across == problem.row_sums and [sum(filled[c::columns]) for c in range(columns)] == problem.column_sums
            )
            answer = [filled[r * columns : (r + 1) * columns] for r in range(rows)]
            assert (problem.score(answer) == 1.0) == fits
            accepted += fits
        assert accepted >= 1


def test_enough_cells_are_blank():
    for difficulty in range(10):
        for problem in drawn(SurvoPuzzle, seeds=5, **SurvoPuzzle.parameters(difficulty)):
            assert sum(row.count(0) for row in problem.grid) >= 5
