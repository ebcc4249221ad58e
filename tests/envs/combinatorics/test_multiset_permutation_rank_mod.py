from itertools import permutations
from math import factorial, prod

from rlve.envs.combinatorics.multiset_permutation_rank_mod import MultisetPermutationRankMod
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # before 2 1 3 1 come 1 1 2 3, 1 1 3 2, 1 2 1 3, 1 2 3 1, 1 3 1 2, 1 3 2 1, 2 1 1 3
    problem = MultisetPermutationRankMod([2, 1, 3, 1], modulus=100)
    assert reward(problem, "7") == 1.0
    assert reward(problem, "8") == reward(problem, "14") == 0.0
    assert MultisetPermutationRankMod([2, 1, 3, 1], modulus=5).solution == 2
    assert MultisetPermutationRankMod([1, 1, 2], modulus=100).solution == 0
    assert reward(problem, "100") == -0.5


def test_equals_all_rearrangements():
    for length in (6, 7):
        for problem in drawn(MultisetPermutationRankMod, seeds=4, length=length):
            orders = set(permutations(problem.sequence))
            assert problem.rank() == sum(order < tuple(problem.sequence) for order in orders)


def test_the_last_one_comes_after_all_others():
    for problem in drawn(MultisetPermutationRankMod, seeds=20, length=30):
        numbers = sorted(problem.sequence, reverse=True)
        orders = factorial(30) // prod(factorial(numbers.count(number)) for number in set(numbers))
        assert MultisetPermutationRankMod(numbers, problem.modulus).rank() == orders - 1
        assert MultisetPermutationRankMod(numbers[::-1], problem.modulus).rank() == 0


def shortcut_counts_from_one(problem):
    """Gives the place in the list instead, which counts the sequence itself."""
    return (problem.rank() + 1) % problem.modulus


def shortcut_all_numbers_different(problem):
    """Ranks the sequence as if equal numbers were different, from left to right."""
    numbers, total = problem.sequence, 0
    for place, number in enumerate(numbers):
        total += sum(other < number for other in numbers[place:]) * factorial(len(numbers) - place - 1)
    return total % problem.modulus


def shortcut_first_place_alone(problem):
    """Counts the rearrangements that begin with a smaller number."""
    numbers = problem.sequence
    orders = factorial(len(numbers)) // prod(factorial(numbers.count(number)) for number in set(numbers))
    return orders * sum(other < numbers[0] for other in numbers) // len(numbers) % problem.modulus
