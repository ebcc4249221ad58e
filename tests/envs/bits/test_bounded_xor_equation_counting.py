from collections import Counter

from rlve.envs.bits.bounded_xor_equation_counting import BoundedXorEquationCounting, solutions
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # From 1..3: 1 1 2 and 3 3 2 in three orders each, and 2 2 2
    problem = BoundedXorEquationCounting(count=3, low=1, high=3, result=2)
    assert reward(problem, "7") == 1.0
    assert reward(problem, "3") == reward(problem, "9") == reward(problem, "16") == 0.0
    assert reward(problem, "10007") == -0.5


def test_convolution():
    for count, bits in ((2, 4), (3, 4), (4, 5), (6, 4)):
        for problem in drawn(BoundedXorEquationCounting, seeds=10, count=count, bits=bits):
            numbers = range(problem.low, problem.high + 1)
            ways = Counter({0: 1})
            for _ in range(count):
                further = Counter[int]()
                for value, times in ways.items():
                    for number in numbers:
                        further[value ^ number] += times
                ways = further
            assert problem.tuples() == ways[problem.result] >= 5
            assert problem.solution == ways[problem.result] % 10_000


def test_results_that_no_numbers_reach():
    assert solutions(2, 3, 0, 1, 8) == 0
    assert BoundedXorEquationCounting(2, 4, 7, 4).solution == 0


def shortcut_the_last_number_follows(problem):
    """Lets all numbers but the last be free."""
    return (problem.high - problem.low + 1) ** (problem.count - 1) % 10_000


def shortcut_evenly_spread(problem):
    """Lets all results of as many digits be equally frequent."""
    return (problem.high - problem.low + 1) ** problem.count // 2 ** problem.high.bit_length() % 10_000


def shortcut_from_zero(problem):
    """Forgets the lower end of the range."""
    return BoundedXorEquationCounting(problem.count, 0, problem.high, problem.result).solution
