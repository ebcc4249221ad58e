"""Long non-decreasing subsequences of a periodic array."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.subsequences import increasing_lengths


@dataclass(frozen=True)
class RepeatedArrayLongestNondecreasingSubsequence(Problem[int]):
    """Write an array several times in a row: how long is the longest non-decreasing subsequence?"""

    max_difficulty = 70

    numbers: list[int]
    copies: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 10 + 2 * difficulty, "most_copies": 6 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, most_copies: int) -> Self:
        problem = cls([rng.randint(1, 2 * size) for _ in range(size)], rng.randint(2, most_copies))
        if problem.solution == problem.one_copy_and_repeats():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            The array below has {size} elements. Written {self.copies} times in a row, it makes an array of
            {size * self.copies} elements. What is the length of the longest non-decreasing subsequence of that array?
            The elements of a subsequence keep their order but need not be adjacent; equal numbers may follow each
            other.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def one_copy_and_repeats(self) -> int:
        """The obvious guess: the best of one copy, and in every further copy the most frequent number."""
        further = (self.copies - 1) * max(Counter(self.numbers).values())
        return max(increasing_lengths(self.numbers, strict=False)) + further

    def solve(self) -> int:
        """With as many copies as different values, there is one to rise in at each value.

        Each further copy is best spent on the most frequent value and adds its frequency.
        """
        copies = min(self.copies, len(set(self.numbers)))
        ending = dict.fromkeys(sorted(set(self.numbers)), 0)  # the greatest length by last value
        for _ in range(copies):
            for number in self.numbers:
                ending[number] = 1 + max(length for value, length in ending.items() if value <= number)
        return max(ending.values()) + (self.copies - copies) * max(Counter(self.numbers).values())
