"""Subsets whose size has a given remainder."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class BinomialResidueClassSum(Problem[int]):
    """The sum of every k-th binomial coefficient of a row of Pascal's triangle, modulo a number."""

    max_difficulty = 40

    row: int
    step: int
    remainder: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_row": 16 * 2**difficulty, "largest_step": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, largest_row: int, largest_step: int) -> Self:
        step = rng.randint(max(3, largest_step // 2), largest_step)
        row = rng.randint(max(largest_row // 2, 2 * step), largest_row)
        return cls(row, step, rng.randrange(step), 2 * rng.randint(500, 4999) + 1)

    def statement(self) -> str:
        return prose(f"""
            Add up the binomial coefficients C({self.row}, j) over all j in 0..{self.row} that leave the remainder
            {self.remainder} when divided by {self.step}. (This is the number of subsets of a set of {self.row} elements
            whose size leaves this remainder.) Give the sum modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """The coefficient of x^remainder in (1 + x)^row, modulo x^step - 1, by repeated squaring."""
        power = [1] + [0] * (self.step - 1)
        for digit in f"{self.row:b}":
            power = self._product(power, power)
            if digit == "1":
                power = [(power[i] + power[i - 1]) % self.modulus for i in range(self.step)]
        return power[self.remainder] % self.modulus

    def _product(self, left: list[int], right: list[int]) -> list[int]:
        product = [0] * self.step
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                product[(i + j) % self.step] += a * b
        return [coefficient % self.modulus for coefficient in product]
