"""Two rising rows of numbers, one below the other."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000


@dataclass(frozen=True)
class CatalanNumberModulo(Problem[int]):
    """Count the permutations whose odd and even places rise and stand in a given order to one another."""

    half: int
    orders: list[list[int]]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"half": 7 + difficulty, "orders": 1 + difficulty // 6}

    @classmethod
    def generate(cls, rng: Random, half: int, orders: int) -> Self:
        found = list[list[int]]()
        for even in rng.sample(range(1, half - 1), min(orders, half - 2)):
            found.append([2 * even, 2 * rng.randint(even + 2, half) - 1])
        return cls(half + rng.randint(0, 1), sorted(found), rng.choice(MODULI))

    def statement(self) -> str:
        last = 2 * self.half
        orders = " and ".join(f"A[{even}] < A[{odd}]" for even, odd in self.orders)
        return prose(f"""
            How many permutations A[1], A[2], ..., A[{last}] of the numbers 1..{last} fulfil the following conditions?
            The entries at odd places rise from left to right: A[1] < A[3] < ... < A[{last - 1}]. The entries at even
            places rise from left to right: A[2] < A[4] < ... < A[{last}]. For every i in 1..{self.half}, A[2i-1] <
            A[2i]. Moreover, {orders}. Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """The numbers 1, 2, 3, ... go to the next odd or even place: ways[e] when o odd and e even ones are taken."""
        least = [0] * (self.half + 1)  # how many even places come before the o-th odd one
        for even, odd in self.orders:
            least[(odd + 1) // 2] = max(least[(odd + 1) // 2], even // 2)
        ways = [1]
        for odd in range(1, self.half + 1):
            before = [count if even >= least[odd] else 0 for even, count in enumerate(ways)]
            ways = []
            for even in range(odd + 1):
                ways.append((ways[-1] if ways else 0) + (before[even] if even < len(before) else 0))
        return ways[-1] % self.modulus
