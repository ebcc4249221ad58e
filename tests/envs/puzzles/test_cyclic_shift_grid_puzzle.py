from random import Random

from rlve.envs.puzzles.cyclic_shift_grid_puzzle import CyclicShiftGridPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = CyclicShiftGridPuzzle(start=[[1, 2, 3], [4, 5, 6]], goal=[[4, 1, 2], [3, 5, 6]], planted=["R1", "D1"])


def replay(grid: list[list[int]], moves: list[str]) -> list[list[int]]:
    """The grid after moves, by the place to which each number goes."""
    rows, columns = len(grid), len(grid[0])
    places = {(r, c): grid[r][c] for r in range(rows) for c in range(columns)}
    for move in moves:
        line = int(move[1:]) - 1
        down, right = {"R": (0, 1), "L": (0, -1), "D": (1, 0), "U": (-1, 0)}[move[0]]
        places = {
            ((r + down) % rows, (c + right) % columns) if line == (c if down else r) else (r, c): number
            for (r, c), number in places.items()
        }
    return [[places[r, c] for c in range(columns)] for r in range(rows)]


def test_worked_example():
    assert reward(EXAMPLE, "R1 D1") == reward(EXAMPLE, "r1, u1") == 1.0  # in two rows, down is up
    assert reward(EXAMPLE, "L1 L1 D1") == 1.0
    assert reward(EXAMPLE, "D1 R1") == reward(EXAMPLE, "R1") == 0.0
    assert reward(EXAMPLE, "R3 D1") == reward(EXAMPLE, "D4") == reward(EXAMPLE, "R0") == reward(EXAMPLE, "") == -1.0
    assert reward(EXAMPLE, "R1 " + "D1 " * 100) == -0.5
    assert reward(EXAMPLE, "R1 " + "D1 " * 99) == 1.0


def test_moves_do_what_the_rules_say():
    rng = Random(3)
    for size in (2, 3, 5):
        for problem in drawn(CyclicShiftGridPuzzle, seeds=20, size=size, shifts=4):
            moves = problem.answer_format().element.choices
            answer = [rng.choice(moves) for _ in range(12)]
            end = replay(problem.start, answer)
            assert CyclicShiftGridPuzzle(problem.start, end, []).score(answer) == 1.0
            assert problem.score(answer) == float(end == problem.goal)
            assert replay(problem.start, problem.planted) == problem.goal != problem.start


def shortcut_most_cells_in_place(problem):
    """Makes the move after which most numbers are in their places, as long as there are more and more of them."""
    grid, moves = problem.start, list[str]()

    def in_place(grid):
        return sum(a == b for row, goal in zip(grid, problem.goal) for a, b in zip(row, goal))

    while len(moves) < 100:
        ends = {move: replay(grid, [move]) for move in problem.answer_format().element.choices}
        best = max(ends, key=lambda move: in_place(ends[move]))
        if moves and in_place(ends[best]) <= in_place(grid):
            break
        moves.append(best)
        grid = ends[best]
    return moves
