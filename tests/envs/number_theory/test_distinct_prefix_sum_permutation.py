from itertools import permutations

import pytest

from rlve.envs.number_theory.distinct_prefix_sum_permutation import DistinctPrefixSumPermutation
from rlve.envs.toolkit.numbers import sequencing
from rlve.envs.verdict import Infeasible
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = DistinctPrefixSumPermutation([2], [1], planted=[4, 1, 2, 3])  # sums 0 1 3 2 modulo 4
    assert reward(problem, "4 1 2 3") == 1.0
    assert reward(problem, "2 3 4 1") == pytest.approx((2 / 4) ** 20)  # 2 1 1 2
    assert reward(problem, "4 3 2 1") == reward(problem, "4 1 2 2") == reward(problem, "4 1 2") == -0.5


def test_agrees_with_all_orderings():
    for problem in drawn(DistinctPrefixSumPermutation, seeds=6, smallest=6, largest=6):
        right = []
        for order in permutations(range(1, 7)):
            answer = list(order)
            sums = [sum(answer[:k]) % 6 for k in range(1, 7)]
            if any(sums[k - 1] != remainder for k, remainder in zip(problem.places, problem.remainders)):
                with pytest.raises(Infeasible):
                    problem.score(answer)
                continue
            assert (problem.score(answer) == 1.0) == (sorted(sums) == list(range(6)))
            if sorted(sums) == list(range(6)):
                right.append(answer)
        assert problem.solution in right
        assert all(answer[0] == 6 for answer in right)


@pytest.mark.parametrize("difficulty", range(0, 16, 3))
def test_the_hidden_ordering_is_right(difficulty):
    for problem in drawn(DistinctPrefixSumPermutation, **DistinctPrefixSumPermutation.parameters(difficulty)):
        size = len(problem.planted)
        assert sorted(problem.planted) == list(range(1, size + 1))
        assert problem.score(problem.planted) == 1.0
        assert {1, size}.isdisjoint(problem.places)


def shortcut_zigzag(problem):
    """Writes down the well-known zigzag n, 1, n - 2, 3, ... and ignores what is prescribed."""
    size = len(problem.planted)
    return [step or size for step in sequencing(size)]


def shortcut_greedy(problem):
    """Takes the smallest number whose remainder is new and as prescribed, and never goes back."""
    size, total, order, seen = len(problem.planted), 0, [], set()
    wanted = dict(zip(problem.places, problem.remainders))
    for place in range(1, size + 1):
        left = [number for number in range(1, size + 1) if number not in order]
        fitting = [n for n in left if (total + n) % size == wanted.get(place, (total + n) % size)]
        fresh = [n for n in fitting if (total + n) % size not in seen]
        order.append((fresh or fitting or left)[0])
        total += order[-1]
        seen.add(total % size)
    return order
