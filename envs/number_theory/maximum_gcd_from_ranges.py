"""Numbers from two ranges with a large common divisor."""

from dataclasses import dataclass
from math import gcd, isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.numbers import quotient_blocks
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MaximumGcdFromRanges(Problem[list[int]]):
    """Choose a number from each of two ranges such that their greatest common divisor is as large as possible."""

    max_difficulty = 40

    x_range: list[int]
    y_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(60 * 1.5**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """Ranges of width about the square root: in wider ones a number and its double are often best."""
        widest = 2 + isqrt(largest)
        widths = [rng.randint(widest // 2, widest) for _ in range(2)]
        first = rng.randint(largest // 3, largest - sum(widths) - 1)
        second = rng.randint(first + widths[0] + 1, largest - widths[1])
        ranges = [[first, first + widths[0]], [second, second + widths[1]]]
        problem = cls(*rng.sample(ranges, 2))
        at_the_ends = max(gcd(x, y) for x in problem.x_range for y in problem.y_range)
        if gcd(*problem.solution) in (at_the_ends, problem.certain()):
            raise Redraw
        return problem

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return prose(f"""
            Choose two integers x and y with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high} such that their
            greatest common divisor is as large as possible. Any pair with the largest possible greatest common divisor
            is right. Give x and y, in this order.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=1), count=2)

    def solve(self) -> list[int]:
        """Where the quotients of the upper ends stay the same, the largest divisor has the largest multiples."""
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        best = 1
        for _, divisor in quotient_blocks(x_high, y_high):
            if x_high // divisor * divisor >= x_low and y_high // divisor * divisor >= y_low:
                best = divisor
        return [x_high // best * best, y_high // best * best]

    def certain(self) -> int:
        """A number that has a multiple in both ranges, whatever they are: as many numbers as the shorter one holds."""
        return 1 + min(high - low for low, high in (self.x_range, self.y_range))

    def score(self, answer: list[int]) -> float:
        for name, number, (low, high) in zip("xy", answer, (self.x_range, self.y_range)):
            if not low <= number <= high:
                raise Infeasible(f"{name} is not in {low}..{high}")
        return maximized(gcd(*answer), gcd(*self.solution), naive=self.certain())
