from random import Random

from rlve.envs.puzzles.twiddle_rotation_puzzle import TwiddleRotationPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = TwiddleRotationPuzzle(
    start=[[1, 2, 3], [4, 5, 6], [7, 8, 9]], goal=[[2, 5, 3], [1, 6, 9], [7, 4, 8]], block=2, planted=[[1, 1], [2, 2]]
)


def replay(grid: list[list[int]], moves: list[list[int]], block: int) -> list[list[int]]:
    """By the place to which each number goes: (x, y) of a block goes to (block - 1 - y, x)."""
    for row, column in moves:
        after = [line[:] for line in grid]
        for x in range(block):
            for y in range(block):
                after[row - 1 + block - 1 - y][column - 1 + x] = grid[row - 1 + x][column - 1 + y]
        grid = after
    return grid


def test_worked_example():
    # 1 2 / 4 5 turns into 2 5 / 1 4, and then 4 6 / 8 9 into 6 9 / 4 8
    assert reward(EXAMPLE, "1 1\n2 2") == 1.0
    assert reward(EXAMPLE, "1 1\n" * 5 + "2 2") == 1.0
    assert reward(EXAMPLE, "2 2\n1 1") == reward(EXAMPLE, "1 1\n2 2\n2 2") == 0.0
    assert reward(EXAMPLE, "1 3") == reward(EXAMPLE, "3 1") == reward(EXAMPLE, "0 1") == -0.5
    assert reward(EXAMPLE, "1 1\n2") == -0.5
    assert reward(EXAMPLE, "1 1\n" * 100 + "2 2") == -0.5
    assert reward(EXAMPLE, "1 1\n" * 97 + "2 2") == 1.0
    assert reward(EXAMPLE, "a b") == -1.0


def test_moves_do_what_the_rules_say():
    rng = Random(7)
    for size in (3, 5):
        for problem in drawn(TwiddleRotationPuzzle, seeds=30, size=size, turns=4):
            rows, columns = len(problem.start) - problem.block + 1, len(problem.start[0]) - problem.block + 1
            answer = [[rng.randint(1, rows), rng.randint(1, columns)] for _ in range(6)]
            end = replay(problem.start, answer, problem.block)
            assert TwiddleRotationPuzzle(problem.start, end, problem.block, []).score(answer) == 1.0
            assert problem.score(answer) == float(end == problem.goal)
            assert replay(problem.start, problem.planted, problem.block) == problem.goal


def test_no_single_turn_and_no_scramble_that_cancels():
    for turns in (2, 4, 10):
        for problem in drawn(TwiddleRotationPuzzle, seeds=40, size=3, turns=turns):
            moved = sum(a != b for before, after in zip(problem.start, problem.goal) for a, b in zip(before, after))
            assert moved > problem.block**2
            assert (len(problem.start) - problem.block + 1) * (len(problem.start[0]) - problem.block + 1) >= 3


def shortcut_most_cells_in_place(problem):
    """Makes the turn after which most numbers are in their places, as long as there are more and more of them."""
    grid, moves = problem.start, list[list[int]]()
    rows, columns = len(grid) - problem.block + 1, len(grid[0]) - problem.block + 1

    def in_place(grid):
        return sum(a == b for row, goal in zip(grid, problem.goal) for a, b in zip(row, goal))

    while len(moves) < 90:
        options = [[[r, c]] * times for r in range(1, rows + 1) for c in range(1, columns + 1) for times in (1, 2, 3)]
        ends = [in_place(replay(grid, option, problem.block)) for option in options]
        if moves and max(ends) <= in_place(grid):
            break
        best = options[ends.index(max(ends))]
        moves += best
        grid = replay(grid, best, problem.block)
    return moves
