"""Products of Fibonacci numbers over greatest common divisors."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = [prime for prime in primes(9999) if prime >= 1000]


@dataclass(frozen=True)
class FibonacciGcdProduct(Problem[int]):
    """Multiply the Fibonacci numbers f(gcd(i, j)) over all i and j up to given bounds, modulo a prime."""

    max_difficulty = 20

    most_i: int
    most_j: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(8, difficulty, 1.3)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        most_i, most_j = (rng.randint(largest // 2, largest) for _ in range(2))
        modulus = rng.choice(MODULI)
        if 0 in _fibonacci(min(most_i, most_j), modulus)[1:]:  # then the product would be 0
            raise Redraw
        return cls(most_i, most_j, modulus)

    def statement(self) -> str:
        return prose(f"""
            The Fibonacci numbers are f(0) = 0, f(1) = 1 and f(n) = f(n - 1) + f(n - 2) for n >= 2. Multiply the numbers
            f(gcd(i, j)) over all ordered pairs (i, j) of integers with 1 <= i <= {self.most_i} and
            1 <= j <= {self.most_j}, one factor for each pair; gcd is the greatest common divisor. What remainder does
            the product leave when divided by the prime {self.modulus}?""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        last = min(self.most_i, self.most_j)
        pairs = [0] * (last + 1)  # how many have exactly this greatest common divisor
        product = 1
        fibonacci = _fibonacci(last, self.modulus)
        for divisor in range(last, 0, -1):
            multiples = (self.most_i // divisor) * (self.most_j // divisor)
            pairs[divisor] = multiples - sum(pairs[2 * divisor :: divisor])
            product = product * pow(fibonacci[divisor], pairs[divisor], self.modulus) % self.modulus
        return product


def _fibonacci(last: int, modulus: int) -> list[int]:
    """f(0) .. f(last), or more, modulo the modulus."""
    numbers = [0, 1]
    while len(numbers) <= last:
        numbers.append((numbers[-1] + numbers[-2]) % modulus)
    return numbers
