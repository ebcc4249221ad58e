from rlve.envs.number_theory.sum_divides_product_pairs import SumDividesProductPairs
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SumDividesProductPairs(most_a=6, most_b=12)  # (3, 6), (4, 12) and (6, 12); not (2, 2) or (4, 4)
    assert reward(problem, "3") == 1.0
    assert reward(problem, "2") == reward(problem, "4") == 0.0
    assert reward(SumDividesProductPairs(2, 5), "0") == 1.0


def test_equals_trying_all_pairs():
    for largest in (12, 40, 90):
        for problem in drawn(SumDividesProductPairs, seeds=25, largest=largest):
            pairs = [(a, b) for b in range(1, problem.most_b + 1) for a in range(1, min(b - 1, problem.most_a) + 1)]
            assert problem.solution == sum(a * b % (a + b) == 0 for a, b in pairs)


def shortcut_multiples_of_three_and_six(problem):
    """Counts the multiples of the pair (3, 6) only."""
    return min(problem.most_a // 3, problem.most_b // 6)


def shortcut_two_families(problem):
    """Counts the multiples of (3, 6), (4, 12) and (10, 15) only."""
    return sum(min(problem.most_a // a, problem.most_b // b) for a, b in ((3, 6), (4, 12), (10, 15)))
