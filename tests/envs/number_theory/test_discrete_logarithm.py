from math import gcd

import pytest

from rlve.envs.number_theory.discrete_logarithm import DiscreteLogarithm
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = DiscreteLogarithm(base=3, remainder=6, modulus=7)  # 1 3 2 6 4 5
    assert reward(problem, "3") == 1.0
    assert reward(problem, "9") == pytest.approx((3 / 9) ** 5)
    assert reward(problem, "4") == 0.0
    assert reward(problem, "-3") == -0.5
    assert 0 <= reward(problem, "9" * 3000) < 1e-9


def test_base_and_modulus_with_a_common_factor():
    problem = DiscreteLogarithm(base=6, remainder=8, modulus=28)  # 1 6 8 20 8 20 ...
    assert reward(problem, "2") == 1.0
    assert reward(problem, "4") == 0.5**5
    assert reward(problem, "3") == 0.0
    assert reward(DiscreteLogarithm(6, 1, 28), "0") == 1.0


def test_is_the_first_of_all_exponents():
    shared = 0
    for largest in (20, 60):
        for problem in drawn(DiscreteLogarithm, seeds=60, largest=largest):
            fitting = [y for y in range(2 * largest) if (problem.base**y - problem.remainder) % problem.modulus == 0]
            assert problem.solution == fitting[0] >= 3
            assert [y for y in range(2 * largest) if problem.score(y) > 0] == fitting
            shared += gcd(problem.base, problem.modulus) > 1
    assert 10 < shared < 110  # both kinds of bases occur


def shortcut_ten_powers(problem):
    """Tries ten powers and gives up."""
    fitting = [y for y in range(10) if pow(problem.base, y, problem.modulus) == problem.remainder]
    return fitting[0] if fitting else 10
