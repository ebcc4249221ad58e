from itertools import product
from math import factorial, gcd, lcm, prod

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from rlve.envs.toolkit import numbers


def test_primes_and_is_prime_agree_with_sympy():
    assert numbers.primes(1) == []
    assert numbers.primes(2) == [2]
    assert numbers.primes(2000) == list(sympy.primerange(2001))
    assert [n for n in range(-3, 3000) if numbers.is_prime(n)] == numbers.primes(2999)
    assert not numbers.is_prime(3215031751)  # a strong pseudoprime to 2, 3, 5 and 7
    assert numbers.is_prime(2**61 - 1)
    assert not numbers.is_prime((2**31 - 1) ** 2)


@given(st.integers(1, 10**15))
@settings(max_examples=60, deadline=None)
def test_factorization_multiplies_back_to_primes(number):
    found = numbers.factorization(number)
    assert prod(prime**exponent for prime, exponent in found.items()) == number
    assert all(map(sympy.isprime, found))
    assert list(found) == sorted(found)


def test_factorization_of_awkward_numbers():
    assert numbers.factorization(1) == {}
    assert numbers.factorization(1009**2) == {1009: 2}
    assert numbers.factorization(1009**3 * 10007) == {1009: 3, 10007: 1}
    assert numbers.factorization(2 * 999983 * 1000003) == {2: 1, 999983: 1, 1000003: 1}
    with pytest.raises(ValueError):
        numbers.factorization(0)


def test_functions_of_divisors():
    totients, moebius = numbers.totients(300), numbers.moebius(300)
    assert totients[0] == moebius[0] == 0
    for n in range(1, 301):
        divisors = [d for d in range(1, n + 1) if n % d == 0]
        assert numbers.divisors(n) == divisors
        assert numbers.divisor_count(n) == len(divisors)
        assert numbers.totient(n) == totients[n] == sum(gcd(n, k) == 1 for k in range(1, n + 1))
        assert sum(moebius[d] for d in divisors) == (n == 1)
    assert numbers.moebius(0) == [0]
    assert numbers.moebius(1) == [0, 1]


def test_valuations():
    assert numbers.valuation(-48, 2) == 4
    for n, prime in product(range(60), (2, 3, 7)):
        assert numbers.factorial_valuation(n, prime) == numbers.valuation(factorial(n), prime)


def test_extended_gcd():
    for a, b in product(range(-25, 26), repeat=2):
        common, x, y = numbers.extended_gcd(a, b)
        assert common == gcd(a, b) == a * x + b * y


def test_merged_congruence_is_all_common_solutions():
    for first, second in product([(r, m) for m in range(1, 9) for r in range(m)], repeat=2):
        common = lcm(first[1], second[1])
        fitting = [x for x in range(common) if all(x % m == r for r, m in (first, second))]
        if fitting:
            assert numbers.merged_congruence([first, second]) == (*fitting, common)
        else:
            with pytest.raises(ValueError):
                numbers.merged_congruence([first, second])
    assert numbers.merged_congruence([]) == (0, 1)
    assert numbers.merged_congruence([(-1, 5), (14, 6)]) == (14, 30)


def test_orders_and_primitive_roots():
    for modulus in range(1, 60):
        for number in range(1, 60):
            if gcd(number, modulus) == 1:
                power = next(e for e in range(1, 60) if pow(number, e, modulus) == 1 % modulus)
                assert numbers.multiplicative_order(number, modulus) == power
    for prime in numbers.primes(40):
        generators = [g for g in range(1, prime) if len({pow(g, e, prime) for e in range(prime)}) == prime - 1]
        assert numbers.primitive_roots(prime) == generators
    with pytest.raises(ValueError):
        numbers.multiplicative_order(4, 6)


def test_digits_and_fibonacci():
    assert numbers.digits(0) == [0]
    assert numbers.digits(1206) == [1, 2, 0, 6]
    assert numbers.digits(255, 16) == [15, 15]
    assert numbers.fibonacci(1) == [1]
    assert numbers.fibonacci(7) == [1, 1, 2, 3, 5, 8, 13]


def test_quotient_blocks():
    for n, m in product(range(1, 40), repeat=2):
        blocks = list(numbers.quotient_blocks(n, m))
        assert [d for first, last in blocks for d in range(first, last + 1)] == list(range(1, min(n, m) + 1))
        pairs = [{(n // d, m // d) for d in range(first, last + 1)} for first, last in blocks]
        assert all(len(pair) == 1 for pair in pairs)
        assert all(one != other for one, other in zip(pairs, pairs[1:]))


def test_digit_sums():
    total = 0
    for limit in range(2500):
        assert numbers.digit_sum_below(limit) == total
        total += sum(numbers.digits(limit))


def test_sequencings():
    for size, turned in product(range(2, 60, 2), (False, True)):
        steps = numbers.sequencing(size, turned)
        assert steps[0] == 0
        assert sorted(steps) == sorted(sum(steps[: k + 1]) % size for k in range(size)) == list(range(size))
    assert numbers.sequencing(6) == [0, 1, 4, 3, 2, 5]
    assert numbers.sequencing(6, turned=True) == [0, 2, 5, 3, 1, 4]
    with pytest.raises(ValueError):
        numbers.sequencing(7)
