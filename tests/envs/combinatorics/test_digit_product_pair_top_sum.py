from math import prod

from rlve.envs.combinatorics.digit_product_pair_top_sum import DigitProductPairTopSum
from tests.envs.drawing import drawn, reward


def frequencies(problem: DigitProductPairTopSum) -> list[int]:
    products = [prod(map(int, str(number))) for number in range(1, problem.largest + 1)]
    return [products.count(value) for value in range(1, problem.largest + 1)]


def test_worked_example():
    # up to 12 the products 1 and 2 occur twice, 3..9 once: four pairs of 4, 28 of 2, 49 of 1
    problem = DigitProductPairTopSum(12, kept=6)
    assert reward(problem, "20") == 1.0
    assert reward(problem, "12") == reward(problem, "24") == 0.0
    assert DigitProductPairTopSum(12, 4).solution == 16
    assert DigitProductPairTopSum(12, 100).solution == 16 + 56 + 49
    assert reward(problem, "0") == -0.5


def test_equals_the_whole_table():
    for problem in drawn(DigitProductPairTopSum, seeds=12, largest=120):
        often = frequencies(problem)
        table = sorted((a * b for a in often for b in often), reverse=True)
        assert problem.solution == sum(table[: problem.kept])


def shortcut_largest_each_time(problem):
    """Takes the largest value every time."""
    return problem.kept * max(frequencies(problem)) ** 2


def shortcut_unordered_pairs(problem):
    """Counts (a, b) and (b, a) as one pair."""
    often = sorted(frequencies(problem), reverse=True)[: problem.kept]
    table = sorted((a * b for i, a in enumerate(often) for b in often[: i + 1]), reverse=True)
    return sum(table[: problem.kept])


def shortcut_pairs_of_the_same(problem):
    """Takes the squares of the frequencies."""
    return sum(sorted((often**2 for often in frequencies(problem)), reverse=True)[: problem.kept])
