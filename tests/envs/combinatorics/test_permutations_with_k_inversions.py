from itertools import combinations, permutations

from rlve.envs.combinatorics.permutations_with_k_inversions import PermutationsWithKInversions
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # with 2 at the second place and 3 inversions: 3 2 4 1 has 4, 4 2 1 3 has 4, 3 2 1 4 has 3, 1 2 4 3 has 1
    problem = PermutationsWithKInversions(4, place=2, number=2, inversions=3, modulus=1009)
    assert reward(problem, "1") == 1.0
    assert reward(problem, "2") == reward(problem, "6") == 0.0
    assert PermutationsWithKInversions(4, 2, 2, 4, 1009).solution == 2
    assert PermutationsWithKInversions(4, 2, 2, 2, 1009).solution == 0
    assert reward(problem, "1009") == -0.5


def test_equals_all_permutations():
    for size in (4, 5):
        orders = [(order, sum(a > b for a, b in combinations(order, 2))) for order in permutations(range(1, size + 1))]
        for place in range(1, size + 1):
            for number in range(1, size + 1):
                for inversions in range(size * (size - 1) // 2 + 1):
                    fitting = sum(order[place - 1] == number and count == inversions for order, count in orders)
                    assert PermutationsWithKInversions(size, place, number, inversions, 1009).solution == fitting


def mahonian(size: int, inversions: int) -> int:
    counts = [1] + [0] * inversions
    for number in range(2, size + 1):
        counts = [sum(counts[max(0, k - number + 1) : k + 1]) for k in range(inversions + 1)]
    return counts[inversions]


def test_all_numbers_at_a_place_together():
    for problem in drawn(PermutationsWithKInversions, seeds=5, size=10, spread=5):
        by_number = [
            PermutationsWithKInversions(10, problem.place, number, problem.inversions, problem.modulus).solution
            for number in range(1, 11)
        ]
        assert sum(by_number) % problem.modulus == mahonian(10, problem.inversions) % problem.modulus


def shortcut_number_anywhere(problem):
    """Forgets the given number."""
    return mahonian(problem.size, problem.inversions) % problem.modulus


def shortcut_equal_share(problem):
    """Takes the N-th part of all permutations with so many inversions."""
    return mahonian(problem.size, problem.inversions) // problem.size % problem.modulus


def shortcut_number_left_out(problem):
    """Takes |place - number| inversions off for the given number, and orders the others freely."""
    inversions = problem.inversions - abs(problem.place - problem.number)
    return mahonian(problem.size - 1, inversions) % problem.modulus if inversions >= 0 else 0
