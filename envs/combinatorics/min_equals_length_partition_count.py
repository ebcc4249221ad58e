"""Arrays of blocks whose smallest entry is their length."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_000


@dataclass(frozen=True)
class MinEqualsLengthPartitionCount(Problem[int]):
    """Count the arrays that can be cut into blocks, each as long as its smallest entry."""

    size: int
    entries: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        entries = rng.sample(range(1, size + 3), rng.randint(3, size * 2 // 3))
        problem = cls(rng.randint(size - 1, size), sorted(entries))
        if problem.arrays() < 10 * size:
            raise Redraw
        return problem

    def statement(self) -> str:
        shown = ", ".join(map(str, self.entries))
        return prose(f"""
            An array of positive integers is called good if it can be cut into consecutive blocks, each of one entry or
            more, that together are the whole array, so that in every block the smallest entry is equal to the number of
            entries of that block. (The array 2 5 1, for example, is good: its blocks are 2 5 and 1. A block may be the
            whole array.) How many good arrays have exactly {self.size} entries, each of them one
            of {shown}? Every number may be used again and again, and each array counts once. Give the number modulo
            {MODULUS}.""")

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def arrays(self) -> int:
        """Good arrays are cut in one way: a longer first block would have to hold no entry as small as it has."""
        ways = [1]
        for end in range(1, self.size + 1):
            total = 0
            for length in self.entries:
                if length <= end:
                    large = sum(entry >= length for entry in self.entries)
                    total += ways[end - length] * (large**length - (large - 1) ** length)
            ways.append(total)
        return ways[self.size]

    def solve(self) -> int:
        return self.arrays() % MODULUS
