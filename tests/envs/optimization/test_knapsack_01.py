from itertools import combinations

from rlve.envs.optimization.knapsack_01 import Knapsack01
from tests.envs.drawing import drawn, reward

EXAMPLE = Knapsack01(weights=[6, 5, 5, 7, 2], values=[8, 6, 6, 8, 2], capacity=12)


def test_worked_example():
    assert reward(EXAMPLE, "2 1 4") == 1.0  # 14 in value; the item of most value for its weight leads to 14 too
    assert reward(EXAMPLE, "0 1") == 1.0
    assert reward(EXAMPLE, "3 1") == 1.0
    assert reward(EXAMPLE, "1 2") == reward(EXAMPLE, "0") == 0.0
    assert reward(EXAMPLE, "0 3") == reward(EXAMPLE, "1 1 4") == reward(EXAMPLE, "5") == -0.5
    assert reward(EXAMPLE, "") == -1.0


def test_all_sets_of_items():
    for problem in drawn(Knapsack01, seeds=30, size=7):
        feasible = {}
        for count in range(1, 8):
            for items in combinations(range(7), count):
                if sum(problem.weights[item] for item in items) <= problem.capacity:
                    feasible[items] = sum(problem.values[item] for item in items)
                else:
                    assert reward(problem, " ".join(map(str, items))) == -0.5
        for items, value in feasible.items():
            assert (problem.score(list(items)) == 1.0) == (value == max(feasible.values()))


def test_taking_by_value_for_weight_earns_nothing():
    for problem in drawn(Knapsack01, seeds=50, size=9):
        chosen, left = [], problem.capacity
        for item in sorted(range(9), key=lambda item: problem.values[item] / problem.weights[item], reverse=True):
            if problem.weights[item] <= left:
                chosen.append(item)
                left -= problem.weights[item]
        assert problem.score(chosen) == 0.0


def packed(problem, key):
    chosen, left = [], problem.capacity
    for item in sorted(range(len(problem.weights)), key=key):
        if problem.weights[item] <= left:
            left -= problem.weights[item]
            chosen.append(item)
    return chosen


def shortcut_value_for_weight(problem):
    """Pack what fits in the order of value for weight."""
    return packed(problem, lambda item: -problem.values[item] / problem.weights[item])


def shortcut_difference(problem):
    """Pack what fits in the order of value less weight."""
    return packed(problem, lambda item: problem.weights[item] - problem.values[item])


def shortcut_exchanged(problem):
    """Pack by value for weight, then exchange one item for a better one that fits, once."""
    chosen = packed(problem, lambda item: -problem.values[item] / problem.weights[item])
    left = problem.capacity - sum(problem.weights[item] for item in chosen)
    swaps = [(problem.values[b] - problem.values[a], a, b) for a in chosen for b in range(len(problem.weights))
             if b not in chosen and problem.weights[b] - problem.weights[a] <= left]  # fmt: skip
    gain, a, b = max(swaps, default=(0, 0, 0))
    return [b if item == a else item for item in chosen] if gain > 0 else chosen
