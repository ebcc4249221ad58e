from math import gcd, lcm

from rlve.envs.number_theory.gcd_lcm_pair_count import GcdLcmPairCount
from rlve.envs.toolkit.numbers import divisors
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = GcdLcmPairCount(divisor=3, multiple=180)  # quotient 60 = 4 * 3 * 5; 4 * 15 and 5 * 12 are the closest
    assert reward(problem, "8 51") == 1.0
    assert reward(problem, "4 51") == reward(problem, "8 57") == reward(problem, "8 48") == 0.0  # 6 * 10 is not coprime
    assert reward(GcdLcmPairCount(7, 7), "1 14") == 1.0
    assert reward(GcdLcmPairCount(6, 9), "0 0") == 1.0
    assert reward(problem, "8") == -0.5


def test_equals_trying_every_pair():
    without = 0
    for problem in drawn(GcdLcmPairCount, seeds=60, primes=2, largest_exponent=2, largest_divisor=3):
        wanted = (problem.divisor, problem.multiple)
        product = wanted[0] * wanted[1]  # of any two numbers with this gcd and lcm
        pairs = [(p, product // p) for p in range(1, wanted[1] + 1) if product % p == 0]
        sums = [p + q for p, q in pairs if (gcd(p, q), lcm(p, q)) == wanted]
        assert problem.solution == [len(sums), min(sums, default=0)]
        without += not sums
    assert 0 < without < 20


def shortcut_all_divisors_of_the_quotient(problem):
    """Counts every divisor of the quotient, coprime to its cofactor or not."""
    if problem.multiple % problem.divisor:
        return [0, 0]
    quotient = problem.multiple // problem.divisor
    shares = divisors(quotient)
    return [len(shares), problem.divisor * min(share + quotient // share for share in shares)]
