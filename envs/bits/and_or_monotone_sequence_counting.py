"""Sequences whose ANDs with a given sequence rise and whose ORs fall."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class AndOrMonotoneSequenceCounting(Problem[int]):
    """Count the sequences whose ANDs with a given one never fall and whose ORs with it never rise."""

    max_difficulty = 40

    numbers: list[int]
    bits: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 3 + difficulty // 2, "bits": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, bits: int) -> Self:
        return cls([rng.randrange(1 << bits) for _ in range(size)], bits)

    def statement(self) -> str:
        last, end = len(self.numbers) - 1, 1 << self.bits
        rules = prose(f"""
            Below are the {last + 1} integers A[0], A[1], ..., A[{last}], all of which are less than {end} =
            2^{self.bits}. Count the sequences B[0], B[1], ..., B[{last}] of integers with 0 <= B[i] < {end} that fulfil
            two rules for every i from 0 to {last - 1}: (A[i] AND B[i]) <= (A[i+1] AND B[i+1]), and (A[i] OR B[i]) >=
            (A[i+1] OR B[i+1]). AND and OR are the bitwise operations on the binary digits; their results are compared
            as integers, and equality is allowed.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the exact number of such sequences."

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """A bit of B[i] decides on the AND where A[i] has a one, and on the OR where it has a zero.

        The ORs never rise exactly if their complements, the ANDs of the complements, never fall.
        """
        mask = (1 << self.bits) - 1
        return rising_ands(self.numbers, self.bits) * rising_ands([mask ^ number for number in self.numbers], self.bits)


def rising_ands(numbers: list[int], bits: int) -> int:
    """How many sequences that never fall have, at each place, one bits only where the number there has them."""

    @cache
    def count(places: int, first: int, end: int) -> int:
        """Of the lowest bits of the numbers first..end - 1."""
        if places == 0 or first == end:
            return 1
        total, ones = count(places - 1, first, end), end
        while ones > first and numbers[ones - 1] >> (places - 1) & 1:  # 0 ... 0 1 ... 1
            ones -= 1
            total += count(places - 1, first, ones) * count(places - 1, ones, end)
        return total

    return count(bits, 0, len(numbers))
