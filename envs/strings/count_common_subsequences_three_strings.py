"""Subsequences that three strings share."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.subsequences import next_places
from rlve.envs.toolkit.texts import biased


@dataclass(frozen=True)
class CountCommonSubsequencesThreeStrings(Problem[int]):
    """How many different strings are subsequences of three strings at once?"""

    max_difficulty = 45

    texts: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        texts = [biased(rng, rng.randint(length - 2, length), 35, 65, "ab") for _ in range(3)]
        if any(len(set(text)) < 2 for text in texts):
            raise Redraw
        return cls(texts)

    def statement(self) -> str:
        rules = prose("""
            A subsequence of a string arises by deleting any of its characters (also none) and keeping the others in
            their order. How many different non-empty strings are subsequences of each of the three strings below? A
            string counts once, in however many ways it arises. Give the exact number.""")
        return f"{rules}\n{table([text] for text in self.texts)}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """By the places behind which a string ends at the earliest in each of the three."""
        following = [next_places(text, "ab") for text in self.texts]

        @cache
        def longer(i: int, j: int, k: int) -> int:
            """The common subsequences that are left, the empty one too."""
            count = 1
            for letter in "ab":
                rows = (following[0][i], following[1][j], following[2][k])
                if all(letter in row for row in rows):
                    count += longer(*(row[letter] for row in rows))
            return count

        return longer(0, 0, 0) - 1
