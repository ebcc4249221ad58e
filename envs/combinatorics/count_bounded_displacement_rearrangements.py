"""Strings of zeros and ones whose characters move a little."""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_007


@dataclass(frozen=True)
class CountBoundedDisplacementRearrangements(Problem[int]):
    """Count the strings that a string of zeros and ones becomes when no character moves further than so many places."""

    bits: str
    reach: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 11 + difficulty, "reach": 2 + difficulty // 5}

    @classmethod
    def generate(cls, rng: Random, length: int, reach: int) -> Self:
        share = rng.uniform(0.3, 0.7)
        problem = cls("".join("01"[rng.random() < share] for _ in range(length)), rng.randint(max(2, reach - 1), reach))
        strings = problem.strings()
        if not 20 <= strings < comb(length, problem.bits.count("1")) - 1:
            raise Redraw
        if strings in (problem.moving("0"), problem.moving("1")):
            raise Redraw
        return problem

    def statement(self) -> str:
        return (
            prose(f"""
            The characters of the string below, of length {len(self.bits)}, may be rearranged such that no character
            moves by more than {self.reach} places: a character at place i, from 1 to {len(self.bits)}, ends at a place
            between i - {self.reach} and i + {self.reach}, both included, inside the string. Rearrangements that give
            the same string count once, and the string itself counts, too. How many different strings can arise? Give
            their number modulo {MODULUS}.""")
            + f"\n{self.bits}"
        )

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def strings(self) -> int:
        """Equal characters need not overtake each other: the k-th zero goes to the k-th zero, and so do the ones."""
        places = [[k for k, bit in enumerate(self.bits) if bit == kind] for kind in "01"]
        ways = {0: 1}  # zeros written so far -> ways
        for place in range(len(self.bits)):
            after: dict[int, int] = {}
            for zeros, count in ways.items():
                for kind, written in ((0, zeros), (1, place - zeros)):
                    if written < len(places[kind]) and abs(places[kind][written] - place) <= self.reach:
                        after[zeros + 1 - kind] = after.get(zeros + 1 - kind, 0) + count
            ways = after
        return sum(ways.values())

    def moving(self, kind: str) -> int:
        """How many strings there would be if only characters of one kind were held back."""
        ways = {-1: 1}  # where the last one went -> ways
        for place in (place for place, bit in enumerate(self.bits) if bit == kind):
            reached = range(max(0, place - self.reach), min(len(self.bits), place + self.reach + 1))
            ways = {goal: sum(count for last, count in ways.items() if last < goal) for goal in reached}
        return sum(ways.values())

    def solve(self) -> int:
        return self.strings() % MODULUS
