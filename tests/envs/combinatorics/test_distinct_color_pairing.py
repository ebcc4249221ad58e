from itertools import combinations

import networkx

from rlve.envs.combinatorics.distinct_color_pairing import DistinctColorPairing
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # colour 3 goes with 1 alone, so two pearls of colour 1 are used up by it
    problem = DistinctColorPairing(counts=[3, 1, 2, 2], excluded=[[2, 3], [3, 4]])
    assert reward(problem, "1 3\n3 1\n1 4\n2 4") == reward(problem, "4 2\n1 3\n1 3\n4 1") == 1.0
    assert reward(problem, "1 3\n1 2\n1 4\n2 4") < 0.2  # 2 twice, 3 once
    assert reward(problem, "1 1\n3 1\n2 4\n3 4") == reward(problem, "3 2\n3 1\n1 4\n1 4") == -0.5
    assert reward(problem, "1 3\n1 3\n1 4") == reward(problem, "1 3\n1 3\n1 4\n2 5") == -0.5


def pairable(counts, fits):
    """By a maximum matching of single pearls."""
    pearls = [color for color, count in enumerate(counts, start=1) for _ in range(count)]
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(pearls)))
    graph.add_edges_from(pair for pair in combinations(range(len(pearls)), 2) if fits(pearls[pair[0]], pearls[pair[1]]))
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(pearls)


def test_finds_a_pairing_where_there_is_one():
    for problem in drawn(DistinctColorPairing, seeds=12, colors=4, pairs=5):
        assert problem.score(problem.solution) == 1.0
        for color in range(4):  # one pearl of this colour becomes one of the next
            counts = problem.counts.copy()
            counts[color] -= 1
            counts[(color + 1) % 4] += 1
            other = DistinctColorPairing(counts, problem.excluded)
            try:
                found = other.score(other.solve()) == 1.0
            except ValueError:
                found = False
            assert found == pairable(counts, other.fits)


def test_every_colour_has_to_be_used_up():
    for problem in drawn(DistinctColorPairing, seeds=20, colors=5, pairs=8):
        pairs = [list(pair) for pair in problem.solution]
        for place, (one, other) in enumerate(pairs):
            for color in range(1, 6):
                if color != other and problem.fits(one, color):
                    wrong = [*pairs[:place], [one, color], *pairs[place + 1 :]]
                    assert 0.0 <= problem.score(wrong) < 0.1


def shortcut_most_left_first(problem):
    """Pairs the colour of which most are left with the next one that goes with it."""
    return problem.greedy(largest_first=True)


def shortcut_fewest_left_first(problem):
    """Pairs the colour of which fewest are left with the one that goes with it of which most are left."""
    return problem.greedy(largest_first=False)


def shortcut_halves(problem):
    """Sorts the pearls by colour and pairs the first half with the second, as if all colours went together."""
    return problem.halves()


def shortcut_first_that_fits(problem):
    """Goes through the colours and pairs each pearl with the first colour left that goes with it."""
    left, pairs = problem.counts.copy(), []
    for one in range(1, len(left) + 1):
        while left[one - 1]:
            other = next((c for c in range(one + 1, len(left) + 1) if left[c - 1] and problem.fits(one, c)), None)
            if other is None:
                break
            pairs.append([one, other])
            left[one - 1] -= 1
            left[other - 1] -= 1
    return pairs or [[1, 2]]
