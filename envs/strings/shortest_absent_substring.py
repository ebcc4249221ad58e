"""Short strings that do not occur."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class ShortestAbsentSubstring(Problem[str]):
    """Which string comes first, or k-th, by length and then alphabet, among those that do not occur in a string?"""

    text: str
    alphabet: str
    rank: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 16 + 4 * difficulty, "rank": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int, rank: int) -> Self:
        alphabet = rng.choice(["ab", "abc"])
        problem = cls("".join(rng.choices(alphabet, k=length)), alphabet, rng.randint(3, rank))
        if problem.solution[:-1] in problem.text and problem.solution[1:] in problem.text:
            raise Redraw  # one for which it does not matter whether what contains an absent string is listed
        return problem

    def statement(self) -> str:
        letters = ", ".join(self.alphabet)
        rules = prose(f"""
            List all non-empty strings of the letters {letters} that do not occur in the string S below as consecutive
            characters. Shorter strings come first in the list, and strings of the same length stand in alphabetical
            order. Which string is number {self.rank} of the list, if the first one is number 1?""")
        return f"{rules}\nS = {self.text}"

    def answer_format(self) -> Letters:
        return Letters(self.alphabet)

    def solve(self) -> str:
        before = 0
        for length in range(1, len(self.text) + 2):
            found = {self.text[i : i + length] for i in range(len(self.text) - length + 1)}
            absent = len(self.alphabet) ** length - len(found)
            if before + absent >= self.rank:
                strings = map("".join, product(self.alphabet, repeat=length))
                missing = [string for string in strings if string not in found]
                return missing[self.rank - before - 1]
            before += absent
        return self.alphabet[0] * (len(self.text) + 1)
