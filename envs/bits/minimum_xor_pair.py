"""The pair of numbers that differ in the lowest bits only."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimumXorPair(Problem[list[int]]):
    """Find two numbers of a list for which the OR, xored with the AND, is as small as possible."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Pairs of neighbours on both sides of a multiple of a power of two are closer than the pair that is asked.

        Of the pairs in order of their differences, none is right much more often than the others.
        """
        end = 1 << (8 * size * size).bit_length()
        decoys = rng.randint(min(1, (size - 2) // 2), (size - 2) // 2)
        numbers = set[int]()
        for _ in range(decoys):
            border = rng.randrange(16, end, 16)
            numbers |= {border - rng.randint(1, 2), border + rng.randint(0, 1)}
        start = rng.randrange(0, end, 16) + rng.randint(0, 3)
        numbers |= {start, start + rng.randint(5, 8)}
        others = [number for number in rng.sample(range(end), 3 * size) if number not in numbers]
        numbers |= set(others[: size - len(numbers)])
        problem = cls(rng.sample(sorted(numbers), size))
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
        return float(self.numbers[i] ^ self.numbers[j] == self.least())
