"""Sequences of sets in which every element occurs an even number of times."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000: factorials of smaller numbers do not vanish


@dataclass(frozen=True)
class ZeroXorDistinctSubsetSequences(Problem[int]):
    """Count the sequences of different non-empty subsets that hold each element an even number of times."""

    elements: int
    length: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_elements": 6 + difficulty, "longest": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_elements: int, longest: int) -> Self:
        elements, length = rng.randint(4, most_elements), rng.randint(4, longest)
        return cls(elements, min(length, 2**elements - 4), rng.choice(MODULI))

    def statement(self) -> str:
        return prose(f"""
            How many sequences T[1], T[2], ..., T[{self.length}] of subsets of the set of the numbers
            1..{self.elements} fulfil three conditions? No subset is empty. No two of them are equal. Each of the
            numbers belongs to an even number of the {self.length} subsets, where zero is even. The order counts: the
            same subsets in another order are another sequence. Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """The last set is the sum of the others, which must be neither empty nor one of them.

        Empty: they are such a sequence themselves. One of them: the others without it are, at one of its places, for
        each of the sets that are not among those.
        """
        sets = 2**self.elements - 1
        before, count, ordered = 1, 0, sets  # the sequences of lengths 0, 1; all of length 1 whatever their sum
        for length in range(2, self.length + 1):
            before, count = count, ordered - count - (length - 1) * (sets - length + 2) * before
            ordered *= sets - length + 1
        return count % self.modulus
