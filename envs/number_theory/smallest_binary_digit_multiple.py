"""Multiples with few different digits."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible

MOST_DIGITS = 24  # multiples of 9 can need far more


@dataclass(frozen=True)
class SmallestBinaryDigitMultiple(Problem[int]):
    """Find the smallest factor that turns a number into one written with 0 and one other digit only."""

    max_difficulty = 22

    number: int
    digit: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(200, difficulty, 1.25)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        problem = cls(rng.randint(largest // 2, largest), rng.randint(1, 9))
        multiple = str(problem.smallest_multiple())
        if problem.solution == 1 or multiple.count(str(problem.digit)) == 1 or len(multiple) > MOST_DIGITS:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Find the smallest integer B >= 1 for which the product {self.number} * B, written in decimal, has no digits
            other than 0 and {self.digit}. Give B, not the product.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def smallest_multiple(self) -> int:
        """By breadth-first search over the remainders of all numbers of these digits, in ascending order."""
        first = self.digit % self.number
        reached: dict[int, tuple[int, int]] = {first: (-1, self.digit)}  # the remainder before, and the last digit
        queue = [first]
        for remainder in queue:
            if remainder == 0:
                break
            for digit in (0, self.digit):
                following = (10 * remainder + digit) % self.number
                if following not in reached:
                    reached[following] = (remainder, digit)
                    queue.append(following)
        text, remainder = "", 0
        while remainder != -1:
            remainder, digit = reached[remainder]
            text = str(digit) + text
        return int(text)

    def solve(self) -> int:
        return self.smallest_multiple() // self.number

    def score(self, answer: int) -> float:
        if not set(str(self.number * answer)) <= {"0", str(self.digit)}:
            raise Infeasible(f"the product has digits other than 0 and {self.digit}")
        return minimized(answer, self.solution)
