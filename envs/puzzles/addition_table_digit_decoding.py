"""Digits of an unknown notation, from its addition table."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random
from string import ascii_lowercase
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion


@dataclass(frozen=True)
class AdditionTableDigitDecoding(Problem[list[int]]):
    """Find which letter stands for which digit from sums of two letters in an unfamiliar notation."""

    max_difficulty = 21  # beyond it there are not enough letters for the digits

    base: int
    equations: list[str]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"base": 5 + difficulty, "percent": max(75 - 8 * difficulty, 40)}

    @classmethod
    def generate(cls, rng: Random, base: int, percent: int) -> Self:
        values = rng.sample(range(base), base)
        letters = dict(zip(values, ascii_lowercase))
        pairs = list(combinations_with_replacement(range(base), 2))
        equations = []
        for pair in rng.sample(pairs, len(pairs) * percent // 100):
            a, b = rng.sample(pair, 2)
            carry, digit = divmod(a + b, base)
            equations.append(f"{letters[a]} + {letters[b]} = {letters[carry] if carry else ''}{letters[digit]}")
        return cls(base, equations, values)

    def statement(self) -> str:
        rules = prose(f"""
            In base {self.base}, the digits 0..{self.base - 1} are written as the letters a..{self._letters()[-1]},
            in an unknown order: each letter stands for a different digit. Numbers of two letters have the more
            significant letter first, which never stands for 0. The following additions are correct:""")
        letters = ", ".join(self._letters())
        question = f"Give the digits for which {letters} stand, in this order, as decimal integers."
        return f"{rules}\n" + "\n".join(self.equations) + f"\n{question}"

    def _letters(self) -> str:
        return ascii_lowercase[: self.base]

    def answer_format(self) -> Permutation:
        return Permutation(self.base)

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        values = dict(zip(self._letters(), answer))
        right = 0
        for equation in self.equations:
            a, _, b, _, total = equation.split()
            carry, digit = divmod(values[a] + values[b], self.base)
            right += [values[letter] for letter in total] == ([carry, digit] if carry else [digit])
        return proportion(right, len(self.equations))
