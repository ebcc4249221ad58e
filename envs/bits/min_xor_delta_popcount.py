"""Additions that change few bits."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized


@dataclass(frozen=True)
class MinXorDeltaPopcount(Problem[str]):
    """Find a number that differs in as few binary digits as possible from its sum with a given number."""

    delta: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 14 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        share = rng.uniform(0.5, 0.7)
        problem = cls("1" + "".join("01"[rng.random() < share] for _ in range(length - 1)))
        if problem.naive() == problem.least():
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            The number d is {self.delta} in binary. Find an integer n >= 0 for which n XOR (n + d) has as few ones as
            possible in binary; that is, n and n + d are to differ in as few binary digits as possible. For example, if
            d is 111 in binary, n = 1 does: 1 and 1000 differ in two digits only, while 0 and 111 differ in three. Among
            the best there is always an n of at most {len(self.delta)} binary digits; give such an n with exactly
            {len(self.delta)} digits, with zeros in front where needed. If several are equally good, any of them will
            do.""")

    def answer_format(self) -> Letters:
        return Letters("01", len(self.delta))

    def least(self) -> int:
        """The ones are where a signed binary expansion of d is not 0: as few as in the non-adjacent form."""
        return (int(self.delta, 2) * 3 ^ int(self.delta, 2)).bit_count()

    def naive(self) -> int:
        """The better of two: each run of ones taken by itself, and the way up to the next power of two."""
        up = (1 << len(self.delta)) - int(self.delta, 2)
        return min(sum(min(len(run), 2) for run in self.delta.split("0")), up.bit_count() + 1)

    def solve(self) -> str:
        """The places of the digits -1 in the non-adjacent form of d."""
        delta = int(self.delta, 2)
        return f"{(delta & ~(3 * delta)) >> 1:0{len(self.delta)}b}"

    def score(self, answer: str) -> float:
        number = int(answer, 2)
        return minimized((number ^ (number + int(self.delta, 2))).bit_count(), self.least(), naive=self.naive())
