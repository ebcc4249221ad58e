"""Numbers of greatest XOR."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import BetterThanReference, maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MaxXorSubset(Problem[list[int]]):
    """Choose numbers of a list so that their XOR is as large as possible."""

    max_difficulty = 50

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty, "bits": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, bits: int) -> Self:
        problem = cls([rng.randint(1, (1 << bits) - 2) for _ in range(size)])
        if problem.naive() == problem.largest():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            Below are the {last + 1} numbers A[0], A[1], ..., A[{last}]. Choose one or more of them, each at most once,
            so that the bitwise XOR of all chosen numbers is as large as possible. If several choices are equally good,
            any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the indices of the chosen numbers in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def basis(self) -> list[tuple[int, int]]:
        """(value, set of indices whose XOR it is), with different highest bits, descending."""
        found: list[tuple[int, int]] = []
        for i, value in enumerate(self.numbers):
            chosen = 1 << i
            for other, others in found:
                if value ^ other < value:
                    value, chosen = value ^ other, chosen ^ others
            if value:
                found = sorted([*found, (value, chosen)], reverse=True)
        return found

    def best(self) -> tuple[int, int]:
        """The largest XOR and the set of its indices, as a number."""
        value, chosen = 0, 0
        for other, others in self.basis():
            if value ^ other > value:
                value, chosen = value ^ other, chosen ^ others
        return value, chosen

    def largest(self) -> int:
        return self.best()[0]

    def naive(self) -> int:
        """The best of one or two numbers, and of adding or taking away what helps, the largest first."""
        best = max(a ^ b for a, b in combinations([0, *self.numbers], 2))
        value, descending = 0, sorted(self.numbers, reverse=True)
        for _ in self.numbers:
            better = next((value ^ number for number in descending if value ^ number > value), None)
            if better is None:
                break
            value = better
        return max(best, value)

    def solve(self) -> list[int]:
        chosen = self.best()[1]
        return [i for i in range(len(self.numbers)) if chosen >> i & 1]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) != len(answer):
            raise Infeasible("an index is given twice")
        value = 0
        for i in answer:
            value ^= self.numbers[i]
        if value > self.largest():
            raise BetterThanReference("an XOR above the largest")
        return maximized(self.agreeing(value), self.agreeing(self.largest()), naive=self.agreeing(self.naive()))

    def agreeing(self, value: int) -> int:
        """How many digits agree with those of the largest XOR before the first that differs."""
        places = max(self.numbers).bit_length()
        return places - (value ^ self.largest()).bit_length()
