"""Negative bases."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NegativeBaseConversion(Problem[list[int]]):
    """Write an integer, positive or negative, in a negative base."""

    max_difficulty = 30

    number: int
    base: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 100 * 3**difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        size = rng.randint(largest // 2, largest)
        return cls(size * rng.choice([1, -1]), base=-rng.randint(2, min(12, largest // 4)))

    def statement(self) -> str:
        most = -self.base - 1
        return prose(f"""
            Write the decimal number {self.number} in base {self.base}: find digits d[n], ..., d[1], d[0], each an
            integer in 0..{most}, such that d[n]*({self.base})^n + ... + d[1]*({self.base}) + d[0] = {self.number} and
            the first digit d[n] is not 0. There is exactly one such list, and there is no sign in front of it. Give the
            digits as decimal numbers, d[n] first and d[0] last.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, -self.base - 1))

    def solve(self) -> list[int]:
        number, digits = self.number, list[int]()
        while number:
            digits.append(number % -self.base)
            number = (number - digits[-1]) // self.base
        return digits[::-1]
