"""Roots as decimal numbers."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Real
from rlve.envs.problem import Problem
from rlve.envs.prose import prose

TOLERANCE = Fraction(1, 10**5) + Fraction(1, 10**12)  # the answer is read as a float, which is off by a little
DECIMALS = 7


@dataclass(frozen=True)
class KthRootDecimal(Problem[float]):
    """Compute the k-th root of an integer to five decimal places."""

    max_difficulty = 15  # later the integers outgrow 64 bits

    number: int
    degree: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_degree": 2 + difficulty // 2, "largest_root": 30 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest_degree: int, largest_root: int) -> Self:
        """The root lies strictly between two integers, of which the larger ones are more frequent: few are small."""
        degree, root = rng.randint(2, largest_degree), isqrt(rng.randint(4, largest_root**2))
        return cls(rng.randrange(root**degree + 1, (root + 1) ** degree), degree)

    def statement(self) -> str:
        root = {2: "square root", 3: "cube root"}.get(self.degree, f"{self.degree}th root")
        return prose(f"""
            Compute the positive real {root} of {self.number}, that is, the x > 0 with x^{self.degree} = {self.number},
            as a decimal number with an absolute error of at most 0.00001.""")

    def answer_format(self) -> Real:
        return Real()

    def solve(self) -> float:
        """The largest numerator over 10^7 whose power is not above the number, by bisection."""
        scaled = self.number * 10 ** (DECIMALS * self.degree)
        low, high = 0, 1 << (scaled.bit_length() // self.degree + 1)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**self.degree <= scaled else (low, middle)
        return float(Fraction(low, 10**DECIMALS))

    def score(self, answer: float) -> float:
        if not 0 < answer <= self.number:
            return 0.0
        for error, credit in ((TOLERANCE, 1.0), (10 * TOLERANCE, 0.3), (100 * TOLERANCE, 0.1)):
            low, high = Fraction(answer) - error, Fraction(answer) + error
            if low**self.degree <= self.number <= high**self.degree:
                return credit
        return 0.0
