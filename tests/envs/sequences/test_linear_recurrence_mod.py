from math import gcd

from rlve.envs.sequences.linear_recurrence_mod import LinearRecurrenceMod
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LinearRecurrenceMod(first=1, second=2, p=3, q=4, position=4, modulus=7)  # 1, 2, 10, 38
    assert reward(problem, "3") == 1.0
    assert reward(problem, "1") == 0.0  # A[5] = 154 = 0 modulo 7, A[3] = 3, A[2] = 2
    assert reward(problem, "38") == -0.5


def test_counts_positions_from_one():
    for position, remainder in ((1, 1), (2, 2), (3, 10)):
        assert LinearRecurrenceMod(1, 2, 3, 4, position, modulus=100).solution == remainder


def test_equals_exact_numbers_reduced_at_the_end():
    for problem in drawn(LinearRecurrenceMod, seeds=60, least_position=5, span=12, largest_factor=12):
        terms = [problem.first, problem.second]
        while len(terms) < problem.position:
            terms.append(problem.p * terms[-1] + problem.q * terms[-2])
        assert problem.solution == terms[problem.position - 1] % problem.modulus


def test_factors_are_coprime_to_the_modulus():
    for problem in drawn(LinearRecurrenceMod, least_position=5, span=4, largest_factor=30):
        assert gcd(problem.p, problem.modulus) == gcd(problem.q, problem.modulus) == 1


def shortcut_without_the_second_term(problem):
    """Forgets the summand Q*A[n-2]."""
    return problem.second * pow(problem.p, problem.position - 2, problem.modulus) % problem.modulus


def shortcut_one_term_too_few(problem):
    """Stops one term early."""
    current, following = problem.first, problem.second
    for _ in range(problem.position - 2):
        current, following = following, (problem.p * following + problem.q * current) % problem.modulus
    return current % problem.modulus
