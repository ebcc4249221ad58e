"""Numbers as few Fibonacci numbers with signs."""

from bisect import bisect_left
from dataclasses import dataclass
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.numbers import fibonacci
from rlve.envs.verdict import Infeasible

FIBONACCI = fibonacci(90)[1:]  # 1, 2, 3, 5, ... up to 62 bits


@dataclass(frozen=True)
class SignedFibonacciRepresentation(Problem[list[int]]):
    """Write a number as a sum of as few Fibonacci numbers as possible, each with a plus or a minus sign."""

    max_difficulty = 30

    number: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 12000 * 3**difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """With minus signs fewer terms must be needed than without."""
        problem = cls(rng.randint(largest // 2, largest))
        if not 3 <= len(problem.solution) < problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            The Fibonacci numbers are here 1, 2, 3, 5, 8, 13, ...: each is the sum of the two before it. Write
            {self.number} as a sum of as few terms as possible, where every term is a Fibonacci number or the negative
            of one. A term may occur several times. For example, 19 = 21 - 2 and 10 = 5 + 5 need two terms; the answer
            for 19 would be the terms 21 and -2. Give the terms, in any order. Any choice with the fewest terms is
            right.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer())

    def naive(self) -> int:
        """The terms needed without minus signs, or with plus signs for the next Fibonacci number above alone."""
        above = FIBONACCI[bisect_left(FIBONACCI, self.number)]
        return min(_plus_terms(self.number), 1 + _plus_terms(above - self.number))

    def solve(self) -> list[int]:
        """Take the nearest Fibonacci number, again and again; this greedy choice is optimal (Heuberger, 2004)."""
        rest, terms = self.number, list[int]()
        while rest:
            above = bisect_left(FIBONACCI, abs(rest))
            nearest = min(FIBONACCI[max(above - 1, 0) : above + 1], key=lambda number: abs(abs(rest) - number))
            terms.append(nearest if rest > 0 else -nearest)
            rest -= terms[-1]
        return terms

    def score(self, answer: list[int]) -> float:
        for term in answer:
            if not _is_fibonacci(abs(term)):
                raise Infeasible("a term is not a Fibonacci number with a sign")
        if sum(answer) != self.number:
            raise Infeasible(f"the sum is not {self.number}")
        return minimized(len(answer), len(self.solution), power=4, naive=self.naive())


def _plus_terms(number: int) -> int:
    """How many Fibonacci numbers add up to it at least (Zeckendorf, 1972): the largest that fits, again and again."""
    terms = 0
    for term in reversed(FIBONACCI):
        if term <= number:
            number, terms = number - term, terms + 1
    return terms


def _is_fibonacci(number: int) -> bool:
    """n > 0 is a Fibonacci number if and only if 5n^2 + 4 or 5n^2 - 4 is a square (Gessel, 1972)."""
    return number > 0 and any(isqrt(square) ** 2 == square for square in (5 * number**2 - 4, 5 * number**2 + 4))
