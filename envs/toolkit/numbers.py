"""Whole numbers: primes, divisors, congruences, digits."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import gcd, isqrt, lcm, prod

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_SMALL = 1000


def primes(limit: int) -> list[int]:
    """The primes up to `limit`, ascending, by the sieve of Eratosthenes."""
    if limit < 2:
        return []
    sieve = bytearray([1]) * (limit + 1)
    sieve[:2] = b"\0\0"
    for number in range(2, isqrt(limit) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit + 1, number)))
    return [number for number, prime in enumerate(sieve) if prime]


def is_prime(number: int) -> bool:
    """Exact below 3.3 * 10^24 (the first twelve primes as witnesses of Miller and Rabin), then almost certain."""
    if number < 2:
        return False
    for prime in _WITNESSES:
        if number % prime == 0:
            return number == prime
    twos = valuation(number - 1, 2)
    odd = (number - 1) >> twos
    for witness in _WITNESSES:
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def factorization(number: int) -> dict[int, int]:
    """Prime -> exponent, primes ascending; empty for 1. Numbers of up to about 18 digits take milliseconds."""
    if number < 1:
        raise ValueError("only positive numbers have a factorization")
    found: dict[int, int] = {}
    divisor = 2
    while divisor <= _SMALL and divisor * divisor <= number:
        if number % divisor == 0:
            found[divisor] = valuation(number, divisor)
            number //= divisor ** found[divisor]
        divisor += 1 if divisor == 2 else 2
    for prime in sorted(_large_prime_factors(number)):
        found[prime] = found.get(prime, 0) + 1
    return found


def _large_prime_factors(number: int) -> list[int]:
    """With repetition, of a number whose prime factors are above `_SMALL` if it is composite."""
    if number == 1:
        return []
    if number <= _SMALL * _SMALL or is_prime(number):
        return [number]
    divisor = _proper_divisor(number)
    return _large_prime_factors(divisor) + _large_prime_factors(number // divisor)


def _proper_divisor(number: int) -> int:
    """Pollard's rho with Floyd's cycle search, on an odd composite number; always the same for the same number."""
    if isqrt(number) ** 2 == number:
        return isqrt(number)
    step = 0
    while True:  # some step succeeds for every composite number
        step += 1
        slow = fast = 2
        divisor = 1
        while divisor == 1:
            slow = (slow * slow + step) % number
            fast = (fast * fast + step) % number
            fast = (fast * fast + step) % number
            divisor = gcd(abs(slow - fast), number)
        if divisor != number:
            return divisor


def divisors(number: int) -> list[int]:
    """All positive divisors, ascending."""
    found = [1]
    for prime, exponent in factorization(number).items():
        found = [divisor * prime**k for k in range(exponent + 1) for divisor in found]
    return sorted(found)


def divisor_count(number: int) -> int:
    return prod(exponent + 1 for exponent in factorization(number).values())


def totient(number: int) -> int:
    """How many of 1..number are coprime to it."""
    return prod(prime ** (exponent - 1) * (prime - 1) for prime, exponent in factorization(number).items())


def totients(limit: int) -> list[int]:
    """`totient(n)` at index n, for n in 0..limit; 0 at index 0."""
    values = list(range(limit + 1))
    for number in range(2, limit + 1):
        if values[number] == number:
            for multiple in range(number, limit + 1, number):
                values[multiple] -= values[multiple] // number
    return values


def moebius(limit: int) -> list[int]:
    """The Moebius function of n at index n, for n in 0..limit; 0 at index 0."""
    values = [0, 1] + [0] * (limit - 1)
    for number in range(1, limit + 1):
        value = values[number]
        if value:
            for multiple in range(2 * number, limit + 1, number):
                values[multiple] -= value
    return values[: limit + 1]


def valuation(number: int, base: int) -> int:
    """The largest e such that base^e divides a number that is not 0."""
    exponent = 0
    while number % base == 0:
        number //= base
        exponent += 1
    return exponent


def factorial_valuation(number: int, prime: int) -> int:
    """The exponent of a prime in number!, by Legendre's formula."""
    exponent = 0
    while number:
        number //= prime
        exponent += number
    return exponent


def extended_gcd(a: int, b: int) -> tuple[int, int, int]:
    """(g, x, y) with g = gcd(a, b) >= 0 and a * x + b * y = g."""
    x, next_x, y, next_y = 1, 0, 0, 1
    while b:
        quotient, remainder = divmod(a, b)
        a, b = b, remainder
        x, next_x = next_x, x - quotient * next_x
        y, next_y = next_y, y - quotient * next_y
    return (a, x, y) if a >= 0 else (-a, -x, -y)


def merged_congruence(congruences: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """(x, m) such that exactly the numbers = x modulo m satisfy all (remainder, modulus); 0 <= x < m.

    The moduli are positive and need not be coprime; m is their least common multiple. Raises `ValueError` if no number
    satisfies all.
    """
    x, m = 0, 1
    for remainder, modulus in congruences:
        common, inverse, _ = extended_gcd(m, modulus)
        steps, rest = divmod(remainder - x, common)
        if rest:
            raise ValueError("the congruences contradict one another")
        x += m * (steps * inverse % (modulus // common))
        m = lcm(m, modulus)
        x %= m
    return x, m


def multiplicative_order(number: int, modulus: int) -> int:
    """The least e >= 1 with number^e = 1 modulo `modulus`. Raises `ValueError` if they are not coprime."""
    if gcd(number, modulus) != 1:
        raise ValueError("only units have a multiplicative order")
    order = totient(modulus)
    for prime in factorization(order):
        while order % prime == 0 and pow(number, order // prime, modulus) == 1 % modulus:
            order //= prime
    return order


def primitive_roots(prime: int) -> list[int]:
    """All primitive roots in 1..prime - 1, ascending."""
    orders = [(prime - 1) // factor for factor in factorization(prime - 1)]
    return [root for root in range(1, prime) if all(pow(root, order, prime) != 1 for order in orders)]


def digits(number: int, base: int = 10) -> list[int]:
    """The digits of a non-negative number, most significant first; [0] for 0."""
    found = []
    while number:
        number, digit = divmod(number, base)
        found.append(digit)
    return found[::-1] or [0]


def fibonacci(count: int) -> list[int]:
    """The first `count` of 1, 1, 2, 3, 5, ..."""
    numbers = [1, 1]
    while len(numbers) < count:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:count]


def over_rectangle(total: Callable[[int, int], int], x_range: Sequence[int], y_range: Sequence[int]) -> int:
    """The total over the pairs of two ranges by inclusion and exclusion; `total(x, y)` is that over 1..x and 1..y."""
    (x_low, x_high), (y_low, y_high) = x_range, y_range
    beyond = total(x_low - 1, y_high) + total(x_high, y_low - 1) - total(x_low - 1, y_low - 1)
    return total(x_high, y_high) - beyond


def quotient_blocks(*numbers: int) -> Iterator[tuple[int, int]]:
    """(first, last) for the longest runs of 1..min(numbers) in which every number // divisor stays the same."""
    first = 1
    while first <= min(numbers):
        last = min(number // (number // first) for number in numbers)
        yield first, last
        first = last + 1


def digit_sum_below(limit: int) -> int:
    """The sum of all decimal digits of 0..limit - 1."""
    total, place = 0, 1
    while place < limit:
        cycles, rest = divmod(limit, 10 * place)
        digit, partial = divmod(rest, place)
        total += (45 * cycles + digit * (digit - 1) // 2) * place + digit * partial
        place *= 10
    return total


def sequencing(size: int, turned: bool = False) -> list[int]:
    """All residues modulo an even size in an order whose prefix sums are all different, too (Gordon, 1961).

    Turned or not, these are two orders; multiplying one by a unit gives further ones. The prefix sums of 0, 1, -2, 3,
    -4, ... are 0, 1, -1, 2, -2, ...; around a circle the step size / 2 would occur twice, so it can be cut at either.
    """
    if size % 2 or size < 2:
        raise ValueError("only even sizes have a sequencing")
    steps, half = [(k if k % 2 else -k) % size for k in range(size)], size // 2
    return [0, *steps[half + 1 :], half, *steps[1:half]] if turned else steps
