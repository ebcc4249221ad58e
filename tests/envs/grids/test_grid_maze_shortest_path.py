from rlve.envs.grids.grid_maze_shortest_path import GridMazeShortestPath
from tests.envs.drawing import drawn, reward

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


def least_steps(rows: list[str]) -> int:
    """By widening the set of cells that can be reached, step by step."""
    reached, steps = {(0, 0)}, 0
    while (len(rows) - 1, len(rows) - 1) not in reached:
        reached |= {(r + a, c + b) for r, c in reached for a, b in STEPS.values()}
        reached = {(r, c) for r, c in reached if 0 <= r < len(rows) > c >= 0 and rows[r][c] == "."}
        steps += 1
    return steps


def test_worked_example():
    problem = GridMazeShortestPath(["...", ".#.", "..."])
    assert reward(problem, "RRDD") == reward(problem, "D D R R") == 1.0
    assert reward(problem, "RRDDUD") < 0.3
    assert (
        reward(problem, "RRD")
        == reward(problem, "RDRD")
        == reward(problem, "LRRDD")
        == reward(problem, "RRDDD")
        == -0.5
    )
    assert reward(problem, "RRDX") == reward(problem, "rrdd") == -1.0


def test_equals_the_widening_of_reach():
    for rooms in (5, 6):
        for problem in drawn(GridMazeShortestPath, seeds=3, rooms=rooms, openings=rooms // 2):
            assert len(problem.solution) == least_steps(problem.rows)
            assert len(problem.solution) >= 2 * (len(problem.rows) - 1) + 4
            assert problem.score(problem.solution) == 1.0
            assert len(problem.along_a_wall()) > len(problem.solution)
            assert problem.score(problem.along_a_wall()) == 0.0


def shortcut_along_a_wall(problem):
    """Keeps the right hand on the wall and leaves out what was walked in vain."""
    return problem.along_a_wall()


def shortcut_towards_the_goal(problem):
    """Depth first, trying right, down, left and up in this order, without the dead ends."""
    return problem.depth_first("RDLU")


def shortcut_backwards(problem):
    """The same from the goal to the start."""
    turned = GridMazeShortestPath([row[::-1] for row in problem.rows[::-1]])
    return turned.depth_first("RDLU")[::-1]


def shortcut_first_shortest_dead_end_free(problem):
    """Depth first with the order left, down, right, up, which begins with detours."""
    return problem.depth_first("LDRU")
