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
        return {"length": 16 + 3 * difficulty, "runs": 3 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, length: int, runs: int) -> Self:
        """The longest run of zeros occurs so often around that it alone does not tell where to begin."""
        zeros = rng.randint(2, 3 if length >= 4 * runs else 2)
        spare = length - runs * (zeros + 1)  # characters of the fillers between the runs
        if spare < 0:
            raise Redraw
        cuts = [0, *sorted(rng.choices(range(spare + 1), k=runs - 1)), spare]
        lengths = [end - start for start, end in zip(cuts, cuts[1:])]
        text = "".join("0" * zeros + "1" + _filler(rng, count, zeros) for count in lengths)
        shift = rng.randrange(length)
        problem = cls(text[shift:] + text[:shift])
        if problem.text == problem.solution:
            raise Redraw
        return problem

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


def _filler(rng: Random, length: int, zeros: int) -> str:
    """Random characters with shorter runs of zeros only, a one at the end."""
    text = ""
    while len(text) < length:
        shorter = "0" * (zeros - 1)
        text += "1" if text.endswith(shorter) or len(text) == length - 1 else rng.choice("01")
    return text


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
