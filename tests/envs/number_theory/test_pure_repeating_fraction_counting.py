from fractions import Fraction
from math import gcd, pi

from rlve.envs.number_theory.pure_repeating_fraction_counting import PureRepeatingFractionCounting
from tests.envs.drawing import drawn, reward


def is_purely_periodic(value: Fraction, base: int) -> bool:
    """By long division: the first remainder comes back (a zero remainder stays zero)."""
    first = rest = value.numerator % value.denominator
    for _ in range(value.denominator):
        rest = rest * base % value.denominator
        if rest == first:
            return True
    return False


def test_worked_example():
    problem = PureRepeatingFractionCounting(4, 3, 10)  # 1, 2, 3, 4 and 1/3, 2/3, 4/3; not 1/2 = 0.5 or 3/2
    assert reward(problem, "7") == 1.0
    assert reward(problem, "9") == reward(problem, "6") == reward(problem, "10") == 0.0


def test_equals_long_division_of_every_value():
    for largest, largest_base in ((8, 6), (20, 12), (30, 60)):
        for problem in drawn(PureRepeatingFractionCounting, seeds=20, largest=largest, largest_base=largest_base):
            values = {Fraction(x, y) for x in range(1, problem.most_x + 1) for y in range(1, problem.most_y + 1)}
            assert problem.solution == sum(is_purely_periodic(value, problem.base) for value in values)


def shortcut_unreduced_fractions(problem):
    """Counts all x/y whose y is coprime to the base, equal values again and again."""
    return problem.most_x * sum(gcd(y, problem.base) == 1 for y in range(1, problem.most_y + 1))


def shortcut_density(problem):
    """Takes 6 / pi^2 of those."""
    return max(1, round(6 / pi**2 * shortcut_unreduced_fractions(problem)))
