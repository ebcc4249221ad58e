from itertools import combinations
from random import Random

from rlve.envs.toolkit.hitting_sets import (
    best_simple_hitting_set,
    cheapest_hitting_set,
    greedy_hitting_set,
    sparing_hitting_set,
)


def test_the_least_cost_over_all_choices():
    rng = Random(1)
    beaten = 0
    for _ in range(60):
        costs = [rng.randint(1, 9) for _ in range(7)]
        sets = [rng.sample(range(7), rng.randint(1, 4)) for _ in range(rng.randint(1, 10))]
        choices = [set(choice) for size in range(8) for choice in combinations(range(7), size)]
        hitting = [choice for choice in choices if all(choice & set(members) for members in sets)]
        least = min(sum(costs[element] for element in choice) for choice in hitting)
        cheapest, greedy = cheapest_hitting_set(sets, costs), greedy_hitting_set(sets, costs)
        assert set(cheapest) in hitting
        assert set(greedy) in hitting
        assert set(sparing_hitting_set(sets, costs)) in hitting
        assert sum(costs[element] for element in cheapest) == least
        simple = sum(costs[element] for element in best_simple_hitting_set(sets, costs))
        assert least <= simple <= sum(costs[element] for element in greedy)
        beaten += sum(costs[element] for element in greedy) > least
    assert beaten


def test_nothing_to_hit():
    assert cheapest_hitting_set([], [1, 2]) == greedy_hitting_set([], [1, 2]) == sparing_hitting_set([], [1, 2]) == []
