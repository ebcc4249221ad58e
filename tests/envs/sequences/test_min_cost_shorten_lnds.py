from itertools import combinations

from rlve.envs.sequences.min_cost_shorten_lnds import MinCostShortenLnds
from rlve.envs.toolkit.subsequences import increasing_lengths
from tests.envs.drawing import drawn, reward


def longest(numbers: list[int]) -> int:
    lengths: list[int] = []
    for i, number in enumerate(numbers):
        lengths.append(1 + max((lengths[j] for j in range(i) if numbers[j] <= number), default=0))
    return max(lengths, default=0)


def test_worked_example():
    # 1 2 and 1 1 are longest: the second 1 and the 2 cost 5, both 1 cost 6
    problem = MinCostShortenLnds([1, 2, 1], costs=[4, 3, 2])
    assert reward(problem, "0") == 1.0  # 2 1 is decreasing
    assert reward(problem, "1 2") == 0.0
    assert reward(problem, "1") == -0.5  # 1 1 is left
    assert reward(problem, "0 0") == reward(problem, "3") == -0.5


def test_a_decreasing_array_must_vanish():
    problem = MinCostShortenLnds([3, 2, 1], costs=[1, 1, 1])
    assert reward(problem, "2 0 1") == 1.0
    assert reward(problem, "0 1") == -0.5


def test_agrees_with_all_sets():
    for size in (5, 7, 9):
        for problem in drawn(MinCostShortenLnds, seeds=8, size=size):
            best = None
            for k in range(size + 1):
                for removed in combinations(range(size), k):
                    left = [number for i, number in enumerate(problem.numbers) if i not in removed]
                    if longest(left) == longest(problem.numbers):
                        assert not removed or reward(problem, " ".join(map(str, removed))) == -0.5
                        continue
                    cost = sum(problem.costs[i] for i in removed)
                    best = cost if best is None else min(best, cost)
                    assert (problem.score(list(removed)) == 1.0) == (cost == problem.cost(problem.solution))
            assert best == problem.cost(problem.solution)
            assert best < problem.naive_cost


def shortcut_cheapest_level(problem):
    """Removes the cheapest set of all elements at which equally long subsequences end."""
    levels = {}
    for i, length in enumerate(increasing_lengths(problem.numbers, strict=False)):
        levels.setdefault(length, []).append(i)
    return min(levels.values(), key=problem.cost)


def shortcut_cheapest_elements(problem):
    """Removes the cheapest elements until it is enough."""
    cheapest = sorted(range(len(problem.costs)), key=lambda i: problem.costs[i])
    return next(cheapest[:count] for count in range(len(cheapest) + 1) if problem.shortens(cheapest[:count]))


def shortcut_one_longest_subsequence_at_a_time(problem):
    """Removes the cheapest element of a longest subsequence, until none is left."""
    return problem.one_at_a_time()
