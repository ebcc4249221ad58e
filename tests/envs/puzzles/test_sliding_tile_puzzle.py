from collections import deque

from rlve.envs.puzzles.sliding_tile_puzzle import SlidingTilePuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = SlidingTilePuzzle(start=[[1, 2], [3, 0]], goal=[[0, 1], [3, 2]], limit=6, planted="UL")


def reached(problem: SlidingTilePuzzle) -> dict[tuple[int, ...], str]:
    """Every board within reach of the start, with a shortest way to it, on flat boards."""
    width = len(problem.start[0])
    start = tuple(number for row in problem.start for number in row)
    ways, queue = {start: ""}, deque([start])
    while queue:
        board = queue.popleft()
        blank = board.index(0)
        steps = {"U": -width, "D": width, "L": -1 if blank % width else 99, "R": 1 if (blank + 1) % width else 99}
        for move, step in steps.items():
            if 0 <= blank + step < len(board):
                moved = list(board)
                moved[blank], moved[blank + step] = moved[blank + step], 0
                if (other := tuple(moved)) not in ways:
                    ways[other] = ways[board] + move
                    queue.append(other)
    return ways


def test_worked_example():
    assert reward(EXAMPLE, "UL") == 1.0
    assert reward(EXAMPLE, "LURDLU") == 0.0
    assert reward(EXAMPLE, "UDUL") == 1.0
    assert reward(EXAMPLE, "LU") == 0.0  # the letters name the way of the blank, not of a tile
    assert reward(EXAMPLE, "R") == reward(EXAMPLE, "DL") == -0.5
    assert reward(EXAMPLE, "UDUDUL") == 1.0
    assert reward(EXAMPLE, "UDUDUDUL") == -0.5  # eight moves
    assert reward(EXAMPLE, "UX") == -1.0


def test_shortest_ways_are_accepted_and_other_ends_are_not():
    for height, width in ((2, 2), (2, 3)):
        for problem in drawn(SlidingTilePuzzle, seeds=6, height=height, width=width, steps=9):
            goal = tuple(number for row in problem.goal for number in row)
            ways = reached(problem)
            assert len(ways) == {4: 12, 6: 360}[height * width]
            for board, way in ways.items():
                assert problem.score(way) == float(board == goal)


def test_walks_never_turn_back_and_never_lead_nowhere():
    for problem in drawn(SlidingTilePuzzle, seeds=100, height=3, width=3, steps=12):
        assert not any(pair in problem.planted for pair in ("UD", "DU", "LR", "RL"))
        assert len(problem.planted) == 12
        assert problem.start != problem.goal
        assert reward(problem, "") <= 0.0
        assert problem.score(problem.planted) == 1.0


def shortcut_nearer_to_the_goal(problem):
    """Makes the move after which the tiles are nearest to their places, never back, until the moves are used up."""
    height, width = len(problem.start), len(problem.start[0])
    board = {(r, c): problem.start[r][c] for r in range(height) for c in range(width)}
    goals = {problem.goal[r][c]: (r, c) for r in range(height) for c in range(width)}
    steps = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
    way, blank = "", next(cell for cell, number in board.items() if not number)
    while len(way) < problem.limit and any(goals[number] != cell for cell, number in board.items()):
        options = []
        for move, (down, right) in steps.items():
            other = blank[0] + down, blank[1] + right
            if other in board and way[-1:] + move not in ("UD", "DU", "LR", "RL"):
                r, c = goals[board[other]]
                gain = abs(r - other[0]) + abs(c - other[1]) - abs(r - blank[0]) - abs(c - blank[1])
                options.append((-gain, move, other))
        _, move, other = min(options)
        board[blank], board[other], blank = board[other], 0, other
        way += move
    return way or None
