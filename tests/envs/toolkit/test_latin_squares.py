from collections import Counter
from random import Random

import pytest

from rlve.envs.toolkit.latin_squares import latin_square, require_latin, seen_from_all_sides, visible
from rlve.envs.verdict import Infeasible


def test_every_square_of_order_4_can_be_drawn():
    rng = Random(1)
    drawn = Counter(str(latin_square(rng, 4)) for _ in range(12_000))
    assert len(drawn) == 576
    assert max(drawn.values()) < 5 * 12_000 / 576


def test_squares_are_latin_and_seldom_cyclic():
    rng = Random(2)
    for size in (1, 2, 3, 6, 9, 12):
        for _ in range(20):
            require_latin(latin_square(rng, size))
    cyclic = 0
    for _ in range(200):
        square = latin_square(rng, 6)
        first = {tuple((b - a) % 6 for a, b in zip(square[0], row)) for row in square}
        cyclic += all(len(set(shift)) == 1 for shift in first)
    assert cyclic < 5


@pytest.mark.parametrize(
    ("square", "place"),
    [([[1, 2, 3], [3, 1, 1], [2, 3, 2]], "row 2"), ([[1, 2, 3], [3, 1, 2], [1, 3, 2]], "column 1")],
)
def test_a_repeated_number_is_infeasible(square, place):
    with pytest.raises(Infeasible, match=place):
        require_latin(square)


def test_visible_heights():
    assert visible([2, 1, 3, 3, 5, 4]) == [2, 3, 5]
    assert visible([4, 3, 2, 1]) == [4]


def test_what_is_seen_from_all_sides():
    left, right, top, bottom = seen_from_all_sides([[2, 1, 3], [3, 2, 1], [1, 3, 2]])
    assert left == [[2, 3], [3], [1, 3]]
    assert right == [[3], [1, 2, 3], [2, 3]]
    assert top == [[2, 3], [1, 2, 3], [3]]
    assert bottom == [[1, 3], [3], [2, 3]]
