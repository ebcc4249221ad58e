"""Least rotations of binary strings."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimalCyclicRotation(Problem[str]):
    """Find the rotation of a binary string that comes first in lexicographic order."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """The longest run of zeros occurs at least twice around, so that it alone does not tell where to begin."""
        ones = rng.uniform(0.35, 0.65)
        text = "".join("01"[rng.random() < ones] for _ in range(length))
        least = _least_rotation(text)
        run = least.find("1")
        if run <= 0 or text == least or ("1" + least).count("1" + "0" * run) < 2:
            raise Redraw
        return cls(text)

    def statement(self) -> str:
        rules = prose(f"""
            A shift moves the first character of a string to its end. Shift the binary string below as often as you
            like (also never) so that the result comes as early as possible in lexicographic order, where 0 comes
            before 1. Give the whole resulting string of {len(self.text)} characters.""")
        return f"{rules}\n{self.text}"

    def answer_format(self) -> Letters:
        return Letters("01", length=len(self.text))

    def solve(self) -> str:
        return _least_rotation(self.text)

    def score(self, answer: str) -> float:
        if answer not in self.text + self.text:
            raise Infeasible("no number of shifts leads to this string")
        return matching(answer, self.solution)


def _least_rotation(text: str) -> str:
    """Two candidate starts are compared; the loser skips all starts that lose with it."""
    length, doubled = len(text), text + text
    left, right, same = 0, 1, 0
    while right < length and same < length:
        a, b = doubled[left + same], doubled[right + same]
        if a == b:
            same += 1
            continue
        if a > b:
            left, right = right, max(right, left + same) + 1
        else:
            right += same + 1
        same = 0
    return doubled[left : left + length]
