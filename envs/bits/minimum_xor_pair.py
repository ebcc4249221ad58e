"""The pair of numbers that differ in the lowest bits only."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimumXorPair(Problem[list[int]]):
    """Find two numbers of a list for which the OR, xored with the AND, is as small as possible."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": geometric(5, difficulty)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls(rng.sample(range(1 << (4 * size * size).bit_length()), size))
        if problem.least() == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            Below are the {last + 1} different numbers A[0], A[1], ..., A[{last}]. Find indices i and j with i < j for
            which (A[i] OR A[j]) XOR (A[i] AND A[j]) is as small as possible; OR, AND and XOR are the bitwise
            operations on the binary digits. If several pairs are equally good, any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive i and then j."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1), count=2)

    def least(self) -> int:
        """The expression is the XOR, and the least XOR occurs between neighbours in ascending order."""
        ascending = sorted(self.numbers)
        return min(a ^ b for a, b in zip(ascending, ascending[1:]))

    def naive(self) -> int:
        """The least XOR among the pairs of least difference."""
        ascending = sorted(self.numbers)
        return min((b - a, a ^ b) for a, b in zip(ascending, ascending[1:]))[1]

    def solve(self) -> list[int]:
        order = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)
        pair = min(zip(order, order[1:]), key=lambda pair: self.numbers[pair[0]] ^ self.numbers[pair[1]])
        return sorted(pair)

    def score(self, answer: list[int]) -> float:
        i, j = answer
        if i >= j:
            raise Infeasible("i is not less than j")
        return minimized(self.numbers[i] ^ self.numbers[j], self.least(), naive=self.naive())
