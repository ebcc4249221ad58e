"""Looking over smaller elements."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class VisibleShorterElementsCount(Problem[int]):
    """For each element count the strictly smaller ones directly to its right, up to the first other; add the counts."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = [rng.randint(1, size) for _ in range(size)]
        if len(set(numbers)) == size:  # equal elements block each other's view
            raise Redraw
        return cls(numbers)

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            In the array A[1], ..., A[{size}] below, let C[i] be the number of positions j > i for which every element
            from A[i+1] to A[j] (both included) is strictly smaller than A[i]. An element equal to A[i] thus ends the
            count, and C[{size}] = 0. What is C[1] + ... + C[{size}]?""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Each element is counted by the larger ones to its left that nothing hides, which form a falling stack."""
        stack: list[int] = []
        total = 0
        for number in self.numbers:
            while stack and stack[-1] <= number:
                stack.pop()
            total += len(stack)
            stack.append(number)
        return total
