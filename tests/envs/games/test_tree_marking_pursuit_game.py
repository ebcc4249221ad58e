from functools import cache
from itertools import combinations

from rlve.envs.games.tree_marking_pursuit_game import TreeMarkingPursuitGame
from tests.envs.drawing import drawn, reward


def smallest(edges: list[list[int]], start: int) -> int:
    """By playing out every game; to paint fewer vertices than allowed is never better."""
    everything = frozenset(range(len(edges) + 1))
    steps = {v: {v} | {w for edge in edges if v in edge for w in edge} for v in everything}

    @cache
    def alice_wins(bob: int, black: frozenset[int], k: int) -> bool:
        white = sorted(everything - black)
        if len(white) <= k:
            return True
        for painted in combinations(white, k):
            after = black | set(painted)
            if steps[bob] <= after and all(alice_wins(place, after, k) for place in sorted(steps[bob])):
                return True
        return False

    return next(k for k in range(1, len(edges) + 1) if alice_wins(start, frozenset([start]), k))


def test_worked_example():
    # From 0 with K = 2 Alice paints 1 and 2; Bob steps to 1; she paints 3 and 4, and Bob steps to 5.
    problem = TreeMarkingPursuitGame(edges=[[0, 1], [1, 2], [3, 1], [1, 4], [5, 1]], starts=[0, 1, 2])
    assert reward(problem, "3 5 3") == 1.0
    assert reward(problem, "2 5 3") == reward(problem, "1 5 1") == 0.0
    assert reward(problem, "3 5") == reward(problem, "3 6 3") == reward(problem, "0 5 3") == -0.5


def test_equals_the_search_of_all_games():
    for vertices in (4, 6, 7):
        for problem in drawn(TreeMarkingPursuitGame, seeds=12, vertices=vertices, most_children=4):
            assert problem.solution == [smallest(problem.edges, start) for start in problem.starts]


def test_small_trees():
    assert TreeMarkingPursuitGame([[0, 1]], [0, 1]).solution == [1, 1]
    assert TreeMarkingPursuitGame([[0, 1], [1, 2], [2, 3]], [0, 1, 3]).solution == [1, 2, 1]


def test_the_number_of_neighbours_is_not_the_answer():
    for problem in drawn(TreeMarkingPursuitGame, vertices=14, most_children=6):
        degrees = [sum(start in edge for edge in problem.edges) for start in problem.starts]
        assert sum(k > degree for k, degree in zip(problem.solution, degrees)) >= 2
        assert len(set(problem.solution)) > 1


def neighbours_of(problem):
    near = [[] for _ in range(len(problem.edges) + 1)]
    for a, b in problem.edges:
        near[a].append(b)
        near[b].append(a)
    return near


def shortcut_number_of_neighbours(problem):
    """Takes the number of neighbours of the start."""
    near = neighbours_of(problem)
    return [len(near[start]) for start in problem.starts]


def shortcut_most_neighbours_anywhere(problem):
    """Takes the start's neighbours, or the most children that any other vertex has."""
    near = neighbours_of(problem)
    most = max(map(len, near)) - 1
    return [max(len(near[start]), most) for start in problem.starts]


def shortcut_two_rounds(problem):
    """Looks at the start and its neighbours' children: enough for both rounds together."""
    near = neighbours_of(problem)
    found = []
    for start in problem.starts:
        deeper = max((len(near[vertex]) - 1 for vertex in near[start]), default=0)
        found.append(max(len(near[start]), -(-(len(near[start]) + deeper) // 2)))
    return found
