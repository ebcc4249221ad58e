from rlve.envs.number_theory.triple_factorization_squared_norm_sum import TripleFactorizationSquaredNormSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1: (1, 1, 1) and three with two signs, 9 each; 2: twelve triples of 2, 1, 1 with (2 + 1 + 1)^2 each
    problem = TripleFactorizationSquaredNormSum([1, 2])
    assert reward(problem, "228") == 1.0
    assert reward(problem, "57") == reward(problem, "192") == 0.0  # without negative numbers, and without 1


def test_equals_all_triples_of_integers():
    for problem in drawn(TripleFactorizationSquaredNormSum, seeds=8, largest=14, count=3):
        total = 0
        for k in problem.numbers:
            sides = [n for n in range(-k, k + 1) if n]
            total += sum((abs(x) + abs(y) + abs(z)) ** 2 for x in sides for y in sides for z in sides if x * y * z == k)
        assert problem.solution == total


def shortcut_positive_triples(problem):
    """Forgets the negative numbers."""
    return problem.solution // 4


def shortcut_one_and_two_factors(problem):
    """Counts the triples (1, 1, k) in every order and with every sign only."""
    return sum(12 * (k + 2) ** 2 for k in problem.numbers)
