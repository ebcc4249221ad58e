"""Integer solutions of a linear equation in a box."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import extended_gcd


@dataclass(frozen=True)
class BoundedLinearDiophantineCounting(Problem[int]):
    """Count the integer pairs (x, y) inside given ranges with a*x + b*y + c = 0."""

    max_difficulty = 50

    a: int
    b: int
    c: int
    x_range: list[int]
    y_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"coefficient": 3 + difficulty, "radius": 32 * 2**difficulty}

    @classmethod
    def generate(cls, rng: Random, coefficient: int, radius: int) -> Self:
        """The coefficients stay small, so that many pairs solve the equation; both ranges must matter."""
        a, b = (rng.choice([1, -1]) * rng.randint(2, coefficient) for _ in range(2))
        if rng.random() < 0.05:
            a, b = rng.choice([(a, 0), (0, b)])
        x, y = rng.randint(-radius, radius), rng.randint(-radius, radius)
        c = -(a * x + b * y)
        if rng.random() < 0.1:  # then there may be no solution
            c += rng.randint(1, radius)
        ranges = [[rng.randint(-radius, middle), rng.randint(middle, radius)] for middle in (x, y)]
        problem = cls(a, b, c, *ranges)
        if a and b and problem.solution - problem.estimate() in (0, 1):
            raise Redraw
        return problem

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return prose(f"""
            How many pairs (x, y) of integers satisfy {self.equation()} together with
            {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high}?""")

    def equation(self) -> str:
        """Without the terms that are 0."""
        terms = [(self.a, "*x"), (self.b, "*y"), (self.c, "")]
        (first, unknown), *others = [term for term in terms if term[0]]
        return " ".join([f"{first}{unknown}", *(f"{_signed(factor)}{name}" for factor, name in others), "= 0"])

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def estimate(self) -> int:
        """The length of one range over the step in it: almost right if the other range does not matter."""
        common = gcd(self.a, self.b)
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return min(common * (x_high - x_low + 1) // abs(self.b), common * (y_high - y_low + 1) // abs(self.a))

    def solve(self) -> int:
        if self.b == 0:
            return _count_with_one_free(self.a, self.c, self.x_range, self.y_range)
        if self.a == 0:
            return _count_with_one_free(self.b, self.c, self.y_range, self.x_range)
        common, x, y = extended_gcd(self.a, self.b)
        if self.c % common:
            return 0
        scale = -self.c // common
        # all solutions: (x * scale + t * b / common, y * scale - t * a / common) for integers t
        first_x, last_x = _steps(x * scale, self.b // common, self.x_range)
        first_y, last_y = _steps(y * scale, -self.a // common, self.y_range)
        return max(0, min(last_x, last_y) - max(first_x, first_y) + 1)


def _signed(number: int) -> str:
    return f"- {-number}" if number < 0 else f"+ {number}"


def _count_with_one_free(factor: int, constant: int, bounds: list[int], free: list[int]) -> int:
    """The solutions when one coefficient is 0: its unknown takes every value of its range, or there are none."""
    value, rest = divmod(-constant, factor)
    return free[1] - free[0] + 1 if rest == 0 and bounds[0] <= value <= bounds[1] else 0


def _steps(start: int, step: int, bounds: list[int]) -> tuple[int, int]:
    """The first and last integer t for which start + t * step lies within the bounds."""
    low, high = bounds if step > 0 else (-bounds[1], -bounds[0])
    if step < 0:
        start, step = -start, -step
    return -((start - low) // step), (high - start) // step
