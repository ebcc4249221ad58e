"""The largest subsequence of a given length."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LexicographicallyLargestKSubsequence(Problem[list[int]]):
    """Find the lexicographically largest subsequence with a given number of elements."""

    numbers: list[int]
    length: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        length = rng.randint(3, (size + 1) // 2)
        problem = cls([rng.randint(1, size) for _ in range(size)], length)
        if problem.solution in (problem.numbers[-length:], problem.largest_elements()):
            raise Redraw
        return problem

    def largest_elements(self) -> list[int]:
        """The obvious but wrong choice: the largest elements, in their order."""
        chosen = sorted(range(len(self.numbers)), key=lambda i: -self.numbers[i])[: self.length]
        return [self.numbers[i] for i in sorted(chosen)]

    def statement(self) -> str:
        rules = prose(f"""
            Among all subsequences of exactly {self.length} elements of the array below, find the lexicographically
            largest one. A subsequence keeps the order of its elements, which need not be adjacent. Of two different
            subsequences the one with the larger number in the first place in which they differ is lexicographically
            larger.""")
        numbers = " ".join(map(str, self.numbers))
        return f"{rules}\n{numbers}\nGive the {self.length} numbers themselves, not their positions."

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=self.length)

    def solve(self) -> list[int]:
        """A stack, from which smaller numbers are dropped as long as enough others are left."""
        stack: list[int] = []
        dropped = len(self.numbers) - self.length
        for number in self.numbers:
            while stack and stack[-1] < number and dropped:
                stack.pop()
                dropped -= 1
            stack.append(number)
        return stack[: self.length]

    def score(self, answer: list[int]) -> float:
        remaining = iter(self.numbers)
        if not all(number in remaining for number in answer):
            raise Infeasible("this is no subsequence of the array")
        return matching(answer, self.solution)
