from collections import deque

from sympy import primerange

from rlve.envs.number_theory.prime_step_nearest_neighbor import PrimeStepNearestNeighbor
from rlve.envs.toolkit.numbers import factorization
from tests.envs.drawing import drawn, reward

PRIMES = list(primerange(50))


def steps_from(start: int, most: int) -> dict[int, int]:
    """Breadth-first search; an intermediate number above `most` is of no use, as dividing first does the same."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        number = queue.popleft()
        divided = [number // prime for prime in PRIMES if number % prime == 0]
        for other in divided + [number * prime for prime in PRIMES if number * prime <= most]:
            if other not in steps:
                steps[other] = steps[number] + 1
                queue.append(other)
    return steps


def test_worked_example():
    # 12 - 6 one step, 6 - 1 two, 12 - 10 three, 6 - 10 two, 10 - 1 two
    problem = PrimeStepNearestNeighbor([12, 10, 6, 1])
    assert reward(problem, "2 2 0 1") == 1.0
    assert 0 < reward(problem, "2 2 0 2") < 0.1  # for 1 both 10 and 6 are nearest: the smaller index
    assert reward(problem, "0 2 0 1") == reward(problem, "2 2 0 4") == reward(problem, "2 2 0") == -0.5


def test_equals_breadth_first_search():
    for count in (3, 6, 9):
        for problem in drawn(PrimeStepNearestNeighbor, seeds=15, count=count):
            nearest = []
            for i, number in enumerate(problem.numbers):
                steps = steps_from(number, max(problem.numbers))
                others = [(steps[other], j) for j, other in enumerate(problem.numbers) if j != i]
                nearest.append(min(others)[1])
            assert problem.solution == nearest


def shortcut_nearest_by_value(problem):
    """Takes the number of the nearest value."""
    numbers = problem.numbers
    return [min((j for j in range(len(numbers)) if j != i), key=lambda j: abs(numbers[i] - numbers[j]))
            for i in range(len(numbers))]  # fmt: skip


def shortcut_fewest_prime_factors(problem):
    """Takes the number of the fewest prime factors for all others."""
    counts = [sum(factorization(number).values()) for number in problem.numbers]
    fewest = sorted(range(len(counts)), key=lambda i: (counts[i], i))
    return [fewest[i == fewest[0]] for i in range(len(counts))]


def shortcut_divisor_or_multiple(problem):
    """Takes the nearest divisor or multiple, or the smallest number."""
    numbers = problem.numbers
    found = []
    for i, a in enumerate(numbers):
        related = [(max(a, b) // min(a, b), j) for j, b in enumerate(numbers) if j != i and max(a, b) % min(a, b) == 0]
        found.append(min(related)[1] if related else min((b, j) for j, b in enumerate(numbers) if j != i)[1])
    return found
