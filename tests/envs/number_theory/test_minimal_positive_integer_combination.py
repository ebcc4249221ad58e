from itertools import combinations, product
from math import gcd

from rlve.envs.number_theory.minimal_positive_integer_combination import MinimalPositiveIntegerCombination
from rlve.envs.toolkit.numbers import extended_gcd
from tests.envs.drawing import drawn, reward

EXAMPLE = MinimalPositiveIntegerCombination([6, -10, 15])


def test_worked_example():
    assert "S = 6*x1 + (-10)*x2 + 15*x3" in EXAMPLE.statement()
    assert reward(EXAMPLE, "1 2 1") == reward(EXAMPLE, "-14 -7 1") == 1.0  # 6 - 20 + 15 and -84 + 70 + 15
    assert reward(EXAMPLE, "2 1 0") == 0.5**5
    assert reward(EXAMPLE, "0 0 0") == reward(EXAMPLE, "-1 -2 -1") == reward(EXAMPLE, "1 2") == -0.5


def test_multipliers_of_thousands_of_digits():
    many = 10**3000
    assert reward(EXAMPLE, f"{1 + 5 * many} {2 + 3 * many} 1") == 1.0
    assert reward(EXAMPLE, f"{many} 0 0") == 0.0


def test_agrees_with_all_small_multipliers():
    for count, largest in ((2, 64), (3, 100)):
        for problem in drawn(MinimalPositiveIntegerCombination, seeds=12, count=count, largest=largest):
            sums = {
                multipliers: sum(a * x for a, x in zip(problem.numbers, multipliers))
                for multipliers in product(range(-8, 9), repeat=count)
            }
            least = min(total for total in sums.values() if total > 0)
            assert least >= gcd(*problem.numbers) == sum(a * x for a, x in zip(problem.numbers, problem.solution))
            for multipliers, total in sums.items():
                if total > 0:
                    assert (problem.score(list(multipliers)) == 1.0) == (total == gcd(*problem.numbers))


def shortcut_first_two_numbers(problem):
    """Combines the first two numbers and takes the others times 0."""
    _, x, y = extended_gcd(*problem.numbers[:2])
    return [x, y, *[0] * (len(problem.numbers) - 2)]


def shortcut_best_pair(problem):
    """Combines the two numbers of the smallest common divisor and takes the others times 0."""
    places = combinations(range(len(problem.numbers)), 2)
    i, j = min(places, key=lambda pair: gcd(*(problem.numbers[place] for place in pair)))
    answer = [0] * len(problem.numbers)
    _, answer[i], answer[j] = extended_gcd(problem.numbers[i], problem.numbers[j])
    return answer
