"""Paths on which neighbouring numbers share no one bit."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_000


@dataclass(frozen=True)
class DisjointBitsPathCounting(Problem[int]):
    """Count the ascending paths between two numbers on which consecutive numbers have no common one bit."""

    start: str
    target: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        start = "1" + "".join(rng.choice("01") for _ in range(rng.randint(0, length // 3)))
        problem = cls(start, "1" + "".join(rng.choice("01") for _ in range(length - 1)))
        if problem.paths() < 2 * length:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            The vertices of a directed graph are the non-negative integers. There is an arc from s to t exactly if s < t
            and s AND t = 0, that is, if no binary digit is 1 in both. In binary, S = {self.start} and T =
            {self.target}. How many different directed paths lead from S to T? Paths are different if their sequences of
            vertices are. (From 1 to 1010, for example, there are four: the arc itself, the path by 100, the path by 10
            and 100, and the path by 10 and 101.) Give the number modulo {MODULUS}.""")

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def paths(self) -> int:
        """Binary lengths rise along a path: from the highest column of T down, ever more vertices have begun.

        In a column, the bits of the vertices that have begun, from T back, hold no two ones side by side.
        """
        begun = {1: 1}  # how many vertices have begun -> in how many ways
        for place in reversed(range(len(self.target) - 1)):
            bit = self.target[-1 - place] == "1"
            inside = place - len(self.start)
            after: dict[int, int] = {}
            for count, ways in begun.items():
                if inside >= -1:  # the column in which S begins, and those before
                    after[count + 1] = after.get(count + 1, 0) + ways * columns(count + 1, bit, True)
                if inside >= 0:
                    both = columns(count, bit, False) + columns(count, bit, True)
                    after[count] = after.get(count, 0) + ways * both
                if inside < -1:
                    after[count] = ways * columns(count, bit, self.start[-1 - place] == "1")
            begun = after
        return sum(begun.values())

    def solve(self) -> int:
        return self.paths() % MODULUS


def columns(length: int, first: bool, last: bool) -> int:
    """The strings of zeros and ones with these ends that hold no two ones side by side."""
    zero, one = int(not first), int(first)  # strings that end in 0, in 1
    for _ in range(length - 1):
        zero, one = zero + one, zero
    return one if last else zero
