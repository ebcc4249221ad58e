"""Binary strings without a pattern."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class PatternAvoidingBinaryStringCounting(Problem[int]):
    """How many binary strings of a length do not contain a pattern?"""

    length: int
    pattern: str
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 12 + 2 * difficulty, "pattern": 4 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, length: int, pattern: int) -> Self:
        bits = "".join(rng.choices("01", k=rng.randint(3, pattern)))
        if _matched(bits, bits[1:]) == 0 and rng.random() < 0.7:
            raise Redraw  # a pattern that does not overlap itself
        size = rng.randint(3 * length // 4, length)
        return cls(size, bits, rng.randint(2 ** min(size // 2, 10), 2 ** min(size - 2, 13)))

    def statement(self) -> str:
        return prose(f"""
            Consider the strings of {self.length} characters, each 0 or 1. How many of them do not contain the string
            {self.pattern} as {len(self.pattern)} consecutive characters? Give the remainder of their number on division
            by {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """Strings by how much of the pattern their end is the beginning of."""
        size = len(self.pattern)
        following = [[_matched(self.pattern, self.pattern[:state] + bit) for bit in "01"] for state in range(size)]
        ways = [1] + [0] * size
        for _ in range(self.length):
            after = [0] * (size + 1)
            for state, row in enumerate(following):
                for target in row:
                    after[target] += ways[state]
            ways = [count % self.modulus for count in after[:size]] + [0]
        return sum(ways) % self.modulus


def _matched(pattern: str, text: str) -> int:
    """The longest beginning of the pattern with which the text ends."""
    return next(size for size in range(min(len(pattern), len(text)), -1, -1) if text.endswith(pattern[:size]))
