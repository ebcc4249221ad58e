"""Equal substrings of two strings."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.texts import biased


@dataclass(frozen=True)
class EqualSubstringPairCount(Problem[int]):
    """How many pairs of a substring of one string and a substring of another one are equal?"""

    first: str
    second: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 9 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        texts = [biased(rng, rng.randint(2 * length // 3, length), 30, 70, "ab") for _ in range(2)]
        if len(set(texts[0])) + len(set(texts[1])) < 4:
            raise Redraw
        return cls(*texts)

    def statement(self) -> str:
        rules = prose("""
            A substring of a string is given by its first and its last position, and consists of the characters from
            one to the other, both included. Count the pairs of a substring of S and a substring of T that consist of
            the same characters in the same order. Substrings at different positions are different, also if they are
            equal as strings: for S = aa and T = ab there are two pairs. Give the exact number.""")
        return f"{rules}\nS = {self.first}\nT = {self.second}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Each two places count as often as the strings agree from there on."""
        total = 0
        below = [0] * (len(self.second) + 1)
        for one in reversed(self.first):
            row = [below[j + 1] + 1 if one == other else 0 for j, other in enumerate(self.second)]
            below = [*row, 0]
            total += sum(row)
        return total
