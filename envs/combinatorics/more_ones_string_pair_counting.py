"""Pairs of binary strings of which one has more ones."""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose

MODULUS = 10_000


@dataclass(frozen=True)
class MoreOnesStringPairCounting(Problem[int]):
    """Count the pairs of binary strings of given lengths of which the first has several ones more."""

    first: int
    second: int
    more: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"longest": 20 + 2 * difficulty, "most_more": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, longest: int, most_more: int) -> Self:
        first, second = (rng.randint(longest // 3, longest) for _ in range(2))
        return cls(first, second, rng.randint(1, min(most_more, first - 1)))

    def statement(self) -> str:
        more = "at least one 1" if self.more == 1 else f"at least {self.more} ones"
        return prose(f"""
            Count the ordered pairs (S, T) of binary strings (strings of the characters 0 and 1) such that S has length
            {self.first}, T has length {self.second}, and S contains {more} more than T: the number of ones in S minus
            the number of ones in T is {self.more} or more. Give the number of pairs modulo {MODULUS}.""")

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def solve(self) -> int:
        """With the digits of T exchanged, S and T together have at least `second` + `more` ones."""
        length = self.first + self.second
        return sum(comb(length, ones) for ones in range(self.second + self.more, length + 1)) % MODULUS
