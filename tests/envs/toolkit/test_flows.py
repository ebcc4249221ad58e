from itertools import product
from random import Random

from rlve.envs.toolkit.flows import maximum_flow


def test_two_ways_that_share_an_arc():
    arcs = [(0, 1, 3), (0, 2, 2), (1, 2, 5), (1, 3, 2), (2, 3, 3)]
    assert maximum_flow(4, arcs, 0, 3) == (5, {0})
    assert maximum_flow(3, [(0, 1, 4)], 0, 2) == (0, {0, 1})


def test_equals_the_smallest_of_all_cuts():
    for seed in range(150):
        rng = Random(seed)
        vertices = rng.randint(2, 7)
        arcs = [
            (rng.randrange(vertices), rng.randrange(vertices), rng.randint(0, 9)) for _ in range(rng.randint(0, 20))
        ]

        def capacity(side: set[int], arcs: list[tuple[int, int, int]] = arcs) -> int:
            return sum(room for tail, head, room in arcs if tail in side and head not in side)

        sides = [
            {0, *(vertex for vertex, chosen in enumerate(choice, start=1) if chosen)}
            for choice in product((False, True), repeat=vertices - 2)
        ]
        total, side = maximum_flow(vertices, arcs, 0, vertices - 1)
        assert total == min(map(capacity, sides)) == capacity(side)
        assert 0 in side
        assert vertices - 1 not in side
