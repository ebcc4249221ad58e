"""Operators between binary strings."""

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from rlve.envs.answers import Integer, Letters, Lines
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class AndOrInsertionCounting(Problem[list[Any]]):
    """Put AND or OR between binary strings: in how many ways is the result a given one, and how?"""

    strings: list[str]
    result: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"gaps": 7 + difficulty, "length": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, gaps: int, length: int) -> Self:
        strings = []
        for _ in range(gaps + 1):
            share = rng.uniform(0.3, 0.7)
            strings.append("".join("01"[rng.random() < share] for _ in range(length)))
        problem = cls(strings, evaluated(strings, "".join(rng.choice("AO") for _ in range(gaps))))
        low, high = problem.codes()
        low_of_zeros, high_of_zeros = cls(["0" * length, *strings[1:]], problem.result).codes()
        if high - low < 2 or high - low == high_of_zeros - low_of_zeros:
            raise Redraw  # the first string has to matter
        return problem

    def statement(self) -> str:
        gaps = len(self.strings) - 1
        rules = prose(f"""
            The lines below hold {gaps + 1} binary strings of equal length, called S[0], S[1], ..., S[{gaps}] in this
            order. In each of the {gaps} gaps between neighbouring strings stands one of the bitwise operators AND and
            OR. The expression is evaluated strictly from left to right, neither operator binding tighter than the
            other: X[0] = S[0], and X[i] is X[i-1] AND S[i], or X[i-1] OR S[i], by the operator in front of S[i]. In how
            many of the 2^{gaps} ways to choose the operators is X[{gaps}] equal to {self.result}?""")
        question = prose("""
            Give the number of ways, and in the next line the operators of any one of them, from left to right, as a
            string of the letters A for AND and O for OR.""")
        return "\n".join([rules, *self.strings, question])

    def answer_format(self) -> Lines:
        return Lines((Integer(low=0), Letters("AO", len(self.strings) - 1)))

    def codes(self) -> tuple[int, int]:
        """The choices low..high - 1 are right, as binary numbers the last gap first, with AND = 1 and OR = 0.

        In a column, AND 1 and OR 0 change nothing: the last operator that differs from its bit decides, and so the
        outcome is 1 exactly if the choice is less than the column read likewise, or equal if the first bit is 1.
        """
        low, high = 0, 1 << (len(self.strings) - 1)
        for column, wanted in zip(zip(*self.strings), self.result):
            limit = int("".join(column[:0:-1]), 2) + int(column[0])
            low, high = (low, min(high, limit)) if wanted == "1" else (max(low, limit), high)
        return low, high

    def solve(self) -> list[Any]:
        low, high = self.codes()
        gaps = len(self.strings) - 1
        return [high - low, f"{low:0{gaps}b}"[::-1].replace("1", "A").replace("0", "O")]

    def score(self, answer: list[Any]) -> float:
        ways, operators = answer
        return float(ways == self.solution[0] and evaluated(self.strings, operators) == self.result)


def evaluated(strings: list[str], operators: str) -> str:
    value = int(strings[0], 2)
    for operator, string in zip(operators, strings[1:]):
        value = value & int(string, 2) if operator == "A" else value | int(string, 2)
    return f"{value:0{len(strings[0])}b}"
