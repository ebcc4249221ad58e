"""Taking from the larger and doubling the smaller."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import two_ranges
from rlve.envs.toolkit.numbers import over_rectangle


@dataclass(frozen=True)
class DoublingSubtractionStepSum(Problem[int]):
    """Add up the steps in which the smaller of two numbers doubles at the cost of the larger, until both agree."""

    max_difficulty = 20

    x_range: list[int]
    y_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(14, difficulty, 1.35)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(*two_ranges(rng, largest))

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return prose(f"""
            A process acts on pairs (a, b) of positive integers. As long as a and b differ, one step subtracts the
            smaller of them from the larger and doubles the smaller: (a, b) becomes (a - b, 2b) if a > b, and (2a, b -
            a) if a < b. Let f(a, b) be the number of steps until both numbers are equal: f(a, b) = 0 if they are equal
            from the start, and also f(a, b) = 0 if they never become equal. What is the sum of f(x, y) over all ordered
            pairs (x, y) of integers with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high}?""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return over_rectangle(_up_to, self.x_range, self.y_range)


def _up_to(most_x: int, most_y: int) -> int:
    """The process ends, after k - 1 steps, if and only if a + b is 2^k times the greatest common divisor."""
    total = 0
    for common in range(1, min(most_x, most_y) + 1):
        xs, ys = most_x // common, most_y // common
        steps, power = 1, 4
        while power <= xs + ys:
            smallest, largest = max(1, power - ys), min(xs, power - 1)  # for odd x with y = power - x
            total += steps * max(0, (largest + 1) // 2 - smallest // 2)
            steps, power = steps + 1, 2 * power
    return total
