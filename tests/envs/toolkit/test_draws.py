from random import Random

import pytest

from rlve.envs.problem import Redraw
from rlve.envs.toolkit.draws import distinct


def test_results_are_different_and_in_the_order_of_drawing():
    results = iter([[3], None, [1], [3], [2], [4]])
    assert distinct(lambda: next(results), 3) == [[3], [1], [2]]


def test_nothing_to_draw():
    assert distinct(lambda: 1, 0) == []


def test_too_few_different_results_end():
    rng = Random(0)
    assert sorted(distinct(lambda: rng.randrange(6), 6)) == list(range(6))
    with pytest.raises(Redraw):
        distinct(lambda: rng.randrange(6), 7)
