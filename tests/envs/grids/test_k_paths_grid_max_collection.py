from itertools import combinations, combinations_with_replacement

from rlve.envs.grids.k_paths_grid_max_collection import KPathsGridMaxCollection
from tests.envs.drawing import drawn, reward


def by_all_walks(problem: KPathsGridMaxCollection) -> int:
    height, width = len(problem.grid), len(problem.grid[0])
    walks = []
    for downs in combinations(range(height + width - 2), height - 1):
        r = c = 0
        visited = {(0, 0)}
        for step in range(height + width - 2):
            r, c = (r + 1, c) if step in downs else (r, c + 1)
            visited.add((r, c))
        walks.append(visited)
    groups = combinations_with_replacement(walks, problem.walks)
    return max(sum(problem.grid[r][c] for r, c in set().union(*group)) for group in groups)


def test_worked_example():
    # The best walk is 1 4 9 4 1, and leaves 3 and 3 to the second one; two walks can take everything but the 0.
    problem = KPathsGridMaxCollection([[1, 4, 2], [3, 9, 3], [0, 4, 1]], walks=2)
    assert problem.in_turn() == 19 + 6
    assert reward(problem, "27") == 1.0
    assert reward(problem, "25") == reward(problem, "28") == 0.0
    assert reward(problem, "-1") == -0.5


def test_equals_all_groups_of_walks():
    for walks in (1, 2, 3):
        for problem in drawn(KPathsGridMaxCollection, seeds=6, shortest_side=3, longest_side=4, largest=9):
            other = KPathsGridMaxCollection(problem.grid, walks if len(problem.grid) + len(problem.grid[0]) < 8 else 2)
            assert other.solution == by_all_walks(other)


def test_many_walks_take_everything():
    problem = drawn(KPathsGridMaxCollection, seeds=1, shortest_side=5, longest_side=5, largest=9)[0]
    assert KPathsGridMaxCollection(problem.grid, 5).solution == sum(map(sum, problem.grid))


def shortcut_in_turn(problem):
    """Each walk takes as much as it can."""
    return problem.in_turn()


def shortcut_best_of_each_diagonal(problem):
    """As many of the largest numbers of each diagonal as there are walks, reachable or not."""
    diagonals = {}
    for r, row in enumerate(problem.grid):
        for c, value in enumerate(row):
            diagonals.setdefault(r + c, []).append(value)
    return sum(sum(sorted(values)[-problem.walks :]) for values in diagonals.values())


def shortcut_in_turn_and_a_little(problem):
    """One more than walks collect that take as much as they can."""
    return problem.in_turn() + 1
