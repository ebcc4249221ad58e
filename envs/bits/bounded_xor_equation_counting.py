"""Numbers of a range with a given XOR."""

from dataclasses import dataclass
from functools import reduce
from math import comb
from operator import xor
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_000


@dataclass(frozen=True)
class BoundedXorEquationCounting(Problem[int]):
    """In how many ways is a number the XOR of several numbers of a range?"""

    max_difficulty = 50

    count: int
    low: int
    high: int
    result: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": min(3 + difficulty // 3, 9), "bits": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int, bits: int) -> Self:
        high = rng.randint((1 << bits) // 2, (1 << bits) - 2)
        low = rng.randint(1, high // 2)
        problem = cls(count, low, high, reduce(xor, (rng.randint(low, high) for _ in range(count))))
        if problem.tuples() < 5:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Count the sequences of {self.count} integers X[1], ..., X[{self.count}] for which {self.low} <= X[i] <=
            {self.high} for every i, and the bitwise exclusive or {
            " XOR ".join(f"X[{i}]" for i in range(1, self.count + 1))
        } is {self.result}. Numbers may be equal, and the order matters: sequences that differ at any place are
            different. Give the number of sequences modulo {MODULUS}.""")

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def tuples(self) -> int:
        """Inclusion and exclusion over how many of the numbers are below the range."""
        return sum(
            (-1) ** below * comb(self.count, below)
            * solutions(self.count - below, self.high + 1, below, self.low, self.result)
            for below in range(self.count + 1)
        )  # fmt: skip

    def solve(self) -> int:
        return self.tuples() % MODULUS


def solutions(count: int, end: int, others: int, other_end: int, result: int) -> int:
    """How many tuples of `count` numbers in 0..end - 1 and `others` in 0..other_end - 1 have this XOR.

    By the highest bit at which a number leaves its end behind: below that bit one such number is free, so that it can
    mend the XOR, whatever all the others are there.
    """
    total = 0
    for place in reversed(range(max(end, other_end, result + 1).bit_length())):
        one, other_one = end >> place & 1, other_end >> place & 1
        size, wanted = 1 << place, result >> place & 1
        for free in range((count if one else 0) + 1):
            for other_free in range((others if other_one else 0) + 1):
                ones = (count - free) * one + (others - other_free) * other_one
                if free + other_free and ones % 2 == wanted:
                    bound = (end % size) ** (count - free) * (other_end % size) ** (others - other_free)
                    ways = comb(count, free) * comb(others, other_free) * bound
                    total += ways * size ** (free + other_free - 1)
        if (count * one + others * other_one) % 2 != wanted:
            break
    return total
