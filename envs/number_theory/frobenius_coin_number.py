"""The largest amount that coins cannot pay."""

from dataclasses import dataclass
from itertools import combinations
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class FrobeniusCoinNumber(Problem[int]):
    """Find the greatest amount that cannot be paid with coins of given values."""

    max_difficulty = 25

    coins: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 3 + difficulty // 6, "largest": int(30 * 1.3**difficulty)}

    @classmethod
    def generate(cls, rng: Random, count: int, largest: int) -> Self:
        coins = rng.sample(range(largest // 3, largest + 1), count)
        if gcd(*coins) != 1 or any(b % a == 0 for a in coins for b in coins if a < b):
            raise Redraw
        problem = cls(coins)
        # the famous formula for two coins must not do
        if any(problem.solution == a * b - a - b for a, b in combinations(coins, 2)):
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            There are coins of the values {" and ".join(map(str, self.coins))}, as many of each as needed. What is the
            greatest integer amount that cannot be paid exactly with such coins? Nobody gives change.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """Find the least amount of each residue modulo the smallest coin, taking in one further coin at a time."""
        smallest, *others = sorted(self.coins)
        unreachable = smallest * max(self.coins)
        least = [0] + [unreachable] * (smallest - 1)
        for coin in others:
            cycles = gcd(coin, smallest)
            for cycle in range(cycles):
                amount = min(least[cycle::cycles])
                for _ in range(smallest // cycles - 1):
                    amount += coin
                    amount = least[amount % smallest] = min(amount, least[amount % smallest])
        return max(least) - smallest
