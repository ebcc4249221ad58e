"""Sequences that stay between the neighbours of what came before."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_000


@dataclass(frozen=True)
class NestedRangeSequenceCount(Problem[int]):
    """Count the sequences in which each entry lies between the nearest earlier values around the one before it."""

    max_difficulty = 25

    bounds: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Bounds that rarely forbid everything: the small ones come early."""
        bounds = [rng.randint(2 + place * (size - 2) // size, size) for place in range(size)]
        problem = cls(bounds)
        if problem.sequences() < 10 * size:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.bounds)
        rules = prose(f"""
            Count the sequences A[1], A[2], ..., A[{size}] of integers for which 1 <= A[i] <= R[i] for every i, with the
            bounds R[1], ..., R[{size}] below, and which fulfil this rule for every i from 3 to {size} and every k
            from 1 to i - 2: if A[k] >= A[i-1], then A[i] <= A[k]; and if A[k] <= A[i-1], then A[i] >= A[k]. (So if A[k]
            = A[i-1], then A[i] is the same value again.)""")
        shown = " ".join(map(str, self.bounds))
        return f"{rules}\n{shown}\nGive the number of sequences modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def sequences(self) -> int:
        """From the last entry back, by the nearest earlier values around an entry, its fences.

        A value between the last one and a fence makes these two the next fences; the last one again, or a fence, can
        only be repeated for ever.
        """
        end = len(self.bounds) + 1  # the fence above where there is none; that below is 0
        least = list(accumulate(reversed(self.bounds), min))[::-1]  # the least bound from an entry on
        inside = [[0] * (end + 1) for _ in range(end)]  # fences of an entry -> ways for it and all that follow
        for place in reversed(range(len(self.bounds))):
            last = place == len(self.bounds) - 1
            forever = 0 if last else least[place + 1]
            before = [[0] * (end + 1) for _ in range(end)]
            for low in range(end):
                for high in range(low + 2, end + 1):
                    ends = (1 <= low <= forever) + (high < end and high <= forever)
                    total = 0
                    for value in range(low + 1, min(high - 1, self.bounds[place]) + 1):
                        total += ends + (value <= forever) + inside[low][value] + inside[value][high]
                    before[low][high] = max(0, min(high - 1, self.bounds[place]) - low) if last else total
            inside = before
        return inside[0][end]

    def solve(self) -> int:
        return self.sequences() % MODULUS
