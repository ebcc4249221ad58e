from itertools import combinations

from rlve.envs.optimization.k_median_on_line import KMedianOnLine
from tests.envs.drawing import drawn, reward

EXAMPLE = KMedianOnLine([0, 1, 2, 9, 10, 20], facilities=2)


def cost(problem, chosen):
    return sum(min(abs(p - problem.positions[i]) for i in chosen) for p in problem.positions)


def test_worked_example():
    # 0 1 2 from point 1 cost 2, and 9 10 20 from point 4 cost 11; with 9 instead of 10 it is 12, with 2 and 4 it is 14.
    assert reward(EXAMPLE, "1 4") == reward(EXAMPLE, "4 1") == 1.0
    assert reward(EXAMPLE, "1 3") < 1.0
    assert reward(EXAMPLE, "0 5") == 0.0
    assert reward(EXAMPLE, "1 1") == reward(EXAMPLE, "1") == reward(EXAMPLE, "1 6") == reward(EXAMPLE, "1 3 5") == -0.5


def test_all_sets_of_facilities():
    for size in (8, 9):
        for problem in drawn(KMedianOnLine, seeds=5, size=size):
            costs = {chosen: cost(problem, chosen) for chosen in combinations(range(size), problem.facilities)}
            for chosen, total in costs.items():
                assert problem.cost(list(chosen)) == total
                assert (problem.score(list(chosen)) == 1.0) == (total == min(costs.values()))


def shortcut_one_after_the_other(problem):
    """Puts one facility after the other where it helps most."""
    return problem.added()


def shortcut_equal_blocks(problem):
    """The middle points of blocks of equally many points."""
    return problem.equal_blocks()


def shortcut_widest_gaps(problem):
    """The middle points of the blocks between the widest gaps."""
    return problem.widest_gaps()


def shortcut_evenly_spread(problem):
    """The points nearest to places that are evenly spread from the first to the last."""
    first, last, count = problem.positions[0], problem.positions[-1], problem.facilities
    chosen = []
    for i in range(count):
        place = first + (last - first) * (2 * i + 1) / (2 * count)
        left = [j for j in range(len(problem.positions)) if j not in chosen]
        chosen.append(min(left, key=lambda j: abs(problem.positions[j] - place)))
    return chosen
