"""Chains of numbers that at least halve."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class HalvingChainCounting(Problem[int]):
    """Count the sequences that begin with N, at least halve with every term, and avoid some numbers."""

    max_difficulty = 24

    start: int
    avoided: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_start": geometric(40, difficulty, 1.4), "avoided": 2 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, largest_start: int, avoided: int) -> Self:
        start = rng.randint(largest_start // 2, largest_start)
        return cls(start, sorted(rng.sample(range(1, start // 2 + 1), avoided)))

    def statement(self) -> str:
        return prose(f"""
            Count the sequences of positive integers that fulfil three rules. The first term is {self.start}. Each later
            term is at most half of the term just before it (exactly half is allowed). No term is one of the numbers
            {", ".join(map(str, self.avoided))}. A sequence may have any number of terms from one up, so the
            sequence of {self.start} alone counts. Two sequences are different if they differ in length or in any
            term. Give the exact number.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """The sequences that begin with n: n alone, and n before those that begin with 1..n // 2."""
        avoided = set(self.avoided)
        up_to = [0]  # the sequences that begin with 1..n
        for n in range(1, self.start + 1):
            up_to.append(up_to[-1] + (0 if n in avoided else 1 + up_to[n // 2]))
        return up_to[-1] - up_to[-2]
