from rlve.envs.number_theory.distinct_factor_factorization_counting import DistinctFactorFactorizationCounting
from rlve.envs.toolkit.numbers import divisors
from tests.envs.drawing import drawn, reward


def ascending(number: int, least: int, most: int) -> int:
    """Ways to write a number as factors in a range, each larger than the one before."""
    if number == 1:
        return 1
    factors = [factor for factor in range(least, min(number, most) + 1) if number % factor == 0]
    return sum(ascending(number // factor, factor + 1, most) for factor in factors)


def test_worked_example():
    assert reward(DistinctFactorFactorizationCounting(24, 2, 8), "3") == 1.0
    problem = DistinctFactorFactorizationCounting(60, 3, 30)  # 3*20, 4*15, 5*12, 6*10, 3*4*5, but not 2*30
    assert reward(problem, "5") == 1.0
    assert reward(problem, "6") == 0.0
    assert reward(DistinctFactorFactorizationCounting(16, 2, 8), "1") == 1.0  # 2*8, but neither 4*4 nor 2*2*4


def test_the_number_itself_is_no_product_of_two_or_more():
    assert DistinctFactorFactorizationCounting(24, 2, 24).solution == 4  # 2*12 more
    assert DistinctFactorFactorizationCounting(7, 2, 9).solution == 0


def test_equals_listing_ascending_factors():
    for largest in (60, 400, 3000):
        for problem in drawn(DistinctFactorFactorizationCounting, seeds=20, largest=largest):
            assert problem.solution == ascending(problem.number, problem.least, problem.most)


def shortcut_two_factors(problem):
    """Counts the products of exactly two factors."""
    pairs = [(a, problem.number // a) for a in divisors(problem.number) if a * a < problem.number]
    return sum(problem.least <= a and b <= problem.most for a, b in pairs)
