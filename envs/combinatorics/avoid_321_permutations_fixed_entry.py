"""Permutations without a decreasing subsequence of three entries."""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import distinct

QUESTIONS = 3


@dataclass(frozen=True)
class Avoid321PermutationsFixedEntry(Problem[list[int]]):
    """Count the permutations with one given entry and no decreasing subsequence of length three."""

    size: int
    entries: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        def entry() -> list[int] | None:
            position, value = rng.randint(1, size), rng.randint(1, size)
            return [position, value] if permutations(size, position, value) >= size else None

        return cls(size, distinct(entry, QUESTIONS))

    def statement(self) -> str:
        rules = prose(f"""
            A permutation A[1], A[2], ..., A[{self.size}] of the numbers 1..{self.size} is called good if there are no
            three positions a < b < c with A[a] > A[b] > A[c], whether they are next to each other or not. Answer
            {QUESTIONS} separate questions, each about all good permutations:""")
        questions = [f"How many of them have A[{position}] = {value}?" for position, value in self.entries]
        return "\n".join([rules, *questions, f"Give the {QUESTIONS} exact numbers in the order of the questions."])

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=QUESTIONS)

    def solve(self) -> list[int]:
        return [permutations(self.size, position, value) for position, value in self.entries]


def permutations(size: int, position: int, value: int) -> int:
    """The lattice paths from (0, 0) to (size, size) that never fall below the diagonal and turn at one point.

    Such a path rises to the largest entry so far, then goes one step to the right. An entry on or above the diagonal is
    larger than all before it, so the path has a corner there; the inverse permutation brings the others there.
    """
    right, up = sorted((position, value))
    before = ballot(right - 1, up - 1)
    after = ballot(size - up, size - right)
    return before * after


def ballot(fewer: int, more: int) -> int:
    """The paths of so many steps of two kinds on which those of the first never outnumber the others."""
    return comb(fewer + more, fewer) - (comb(fewer + more, fewer - 1) if fewer else 0)
