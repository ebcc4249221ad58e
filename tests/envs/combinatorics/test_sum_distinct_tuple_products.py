from itertools import permutations
from math import comb, factorial, prod

from rlve.envs.combinatorics.sum_distinct_tuple_products import SumDistinctTupleProducts
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 * 2 * 4 = 8, in six orders, alone is without the 3
    problem = SumDistinctTupleProducts(length=3, largest=4, left_out=[3], modulus=1009)
    assert reward(problem, "48") == 1.0
    assert reward(problem, "8") == reward(problem, "300") == 0.0  # sets; with the 3
    assert reward(problem, "1009") == -0.5
    assert SumDistinctTupleProducts(length=3, largest=4, left_out=[], modulus=1009).solution == 300


def test_equals_all_sequences():
    for length, largest in ((3, 7), (4, 7)):
        for problem in drawn(SumDistinctTupleProducts, seeds=8, length=length, largest=largest):
            total = sum(prod(chosen) for chosen in permutations(problem.numbers(), problem.length))
            assert problem.solution == total % problem.modulus
            assert not set(problem.left_out) & set(problem.numbers())


def shortcut_sets(problem):
    """Counts every set of numbers once."""
    return problem.of_sets() % problem.modulus


def shortcut_numbers_may_repeat(problem):
    """Raises the sum of the numbers to the power, as if numbers could occur again."""
    return pow(sum(problem.numbers()), problem.length, problem.modulus)


def shortcut_with_the_numbers_left_out(problem):
    """Forgets which numbers are left out."""
    whole = SumDistinctTupleProducts(problem.length, problem.largest, [], problem.modulus)
    return whole.solution


def shortcut_average_product(problem):
    """Multiplies the number of sequences by the average number's power."""
    numbers = problem.numbers()
    sequences = comb(len(numbers), problem.length) * factorial(problem.length)
    return sequences * sum(numbers) ** problem.length // len(numbers) ** problem.length % problem.modulus
