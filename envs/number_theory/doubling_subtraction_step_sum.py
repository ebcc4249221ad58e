"""Taking from the larger and doubling the smaller."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class DoublingSubtractionStepSum(Problem[int]):
    """Add up the steps in which the smaller of two numbers doubles at the cost of the larger, until both agree."""

    rows: int
    columns: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(14, difficulty, 1.35)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(largest // 3, largest), rng.randint(largest // 3, largest))

    def statement(self) -> str:
        return prose(f"""
            A process acts on pairs (a, b) of positive integers. As long as a and b differ, one step subtracts the
            smaller of them from the larger and doubles the smaller: (a, b) becomes (a - b, 2b) if a > b, and (2a, b -
            a) if a < b. Let f(a, b) be the number of steps until both numbers are equal: f(a, b) = 0 if they are equal
            from the start, and also f(a, b) = 0 if they never become equal. What is the sum of f(i, j) over all ordered
            pairs (i, j) of integers with 1 <= i <= {self.rows} and 1 <= j <= {self.columns}?""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """The process ends, after k - 1 steps, if and only if a + b is 2^k times the greatest common divisor."""
        total = 0
        for common in range(1, min(self.rows, self.columns) + 1):
            rows, columns = self.rows // common, self.columns // common
            steps, power = 1, 4
            while power <= rows + columns:
                smallest, largest = max(1, power - columns), min(rows, power - 1)  # for odd i with j = power - i
                total += steps * max(0, (largest + 1) // 2 - smallest // 2)
                steps, power = steps + 1, 2 * power
        return total
