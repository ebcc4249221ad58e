"""Substrings that reversal and inversion turn into the same string."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.texts import biased


@dataclass(frozen=True)
class AntipalindromicSubstringCounting(Problem[list[int]]):
    """How many substrings differ at every two mirrored places, and how long is the longest of them?"""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 14 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """Blocks that count as a whole, and random ones between them."""
        text = ""
        while len(text) < length:
            half = biased(rng, rng.randint(2, max(2, length // 4)), 30, 70)
            text += half + ("".join("10"[int(bit)] for bit in reversed(half)) if rng.random() < 0.7 else "")
        problem = cls(text[:length])
        count, longest = problem.solution
        if 3 * count < 2 * length or longest < 4:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            Call a string of zeros and ones antipalindromic if reading it backwards gives the same as replacing every 0
            by 1 and every 1 by 0: for every k, its k-th character and its k-th character from the end differ. So 01 and
            1100 are antipalindromic, 0110 is not, and no string of odd length is. Consider the non-empty contiguous
            substrings of the string S below. Give two numbers: how many of them are antipalindromic, where equal
            substrings at different places count separately, and the length of the longest one.""")
        return f"{rules}\nS = {self.text}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=2)

    def solve(self) -> list[int]:
        """Around each gap between characters, those shorter than the longest one count as well."""
        halves = []
        for gap in range(1, len(self.text)):
            half = 0
            while half < min(gap, len(self.text) - gap) and self.text[gap - half - 1] != self.text[gap + half]:
                half += 1
            halves.append(half)
        return [sum(halves), 2 * max(halves, default=0)]
