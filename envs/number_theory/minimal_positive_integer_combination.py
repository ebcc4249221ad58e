"""Integer combinations as small as the greatest common divisor."""

from dataclasses import dataclass
from itertools import combinations
from math import gcd, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.numbers import extended_gcd, primes, valuation
from rlve.envs.verdict import Infeasible

PRIMES = primes(13)


@dataclass(frozen=True)
class MinimalPositiveIntegerCombination(Problem[list[int]]):
    """Choose integer multipliers that make a sum of multiples of given numbers positive and as small as possible."""

    max_difficulty = 50

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 2 + min(difficulty // 3, 3), "largest": 64 * 2**difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int, largest: int) -> Self:
        sizes = _all_needed(rng, count, largest) if rng.random() < 0.8 else _random_multiples(rng, count, largest)
        common = gcd(*sizes)
        if common in sizes or any(abs(a - b) in (0, common) for a, b in combinations(sizes, 2)):
            raise Redraw
        return cls([size * rng.choice([1, -1]) for size in sizes])

    def statement(self) -> str:
        count = len(self.numbers)
        unknowns = ", ".join(f"x{i}" for i in range(1, count + 1))
        terms = " + ".join(
            f"{number}*x{i}" if number > 0 else f"({number})*x{i}" for i, number in enumerate(self.numbers, start=1)
        )
        return prose(f"""
            Choose {count} integers {unknowns}, each of them positive, negative or zero, such that the sum
            S = {terms} is greater than 0 and as small as possible. Any choice with the smallest possible S is right.
            Give {unknowns}, in this order.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.numbers))

    def solve(self) -> list[int]:
        """Euclid's extended algorithm on the greatest common divisor so far and the next number."""
        common, multipliers = 0, list[int]()
        for number in self.numbers:
            common, scale, multiplier = extended_gcd(common, number)
            multipliers = [scale * earlier for earlier in multipliers] + [multiplier]
        return multipliers

    def score(self, answer: list[int]) -> float:
        total = sum(number * multiplier for number, multiplier in zip(self.numbers, answer))
        if total <= 0:
            raise Infeasible("the sum is not greater than 0")
        return minimized(total, gcd(*self.numbers))


def _all_needed(rng: Random, count: int, largest: int) -> list[int]:
    """Numbers of which any count - 1 have a larger greatest common divisor than all of them."""
    chosen = rng.sample(PRIMES[: count + 1], count)
    products = [prod(chosen) // prime for prime in chosen]
    common = rng.randint(1, min(20, largest // max(products)))
    sizes = []
    for prime, product in zip(chosen, products):
        cofactor = rng.randint(1, largest // (common * product))
        sizes.append(common * product * cofactor // prime ** valuation(cofactor, prime))
    return sizes


def _random_multiples(rng: Random, count: int, largest: int) -> list[int]:
    common = rng.randint(1, min(20, largest // 8))
    return [common * rng.randint(2, largest // common) for _ in range(count)]
