"""Subsequences along which all binomial coefficients are odd."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class OddBinomialChainSubsequences(Problem[int]):
    """Count the subsequences of two or more numbers whose neighbours have odd binomial coefficients."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        """Numbers with many ones in front, but for some exchanges, so that chains are long."""
        numbers = rng.sample(range(1, 2 * count), count)
        numbers.sort(key=int.bit_count, reverse=True)
        for _ in range(count // 2):
            place = rng.randrange(count - 1)
            numbers[place : place + 2] = numbers[place + 1], numbers[place]
        problem = cls(numbers)
        if problem.solution in (problem.up_to(2), problem.up_to(3)):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            How many subsequences a[1], a[2], ..., a[k] with k >= 2 of the sequence below make the product of binomial
            coefficients C(a[1], a[2]) * C(a[2], a[3]) * ... * C(a[k-1], a[k]) an odd number? A subsequence keeps the
            order, and its numbers need not stand side by side. C(x, y) is the number of ways to choose y of x things,
            thus 0 if y > x.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the exact number."

    def answer_format(self) -> Integer:
        return Integer(0)

    def solve(self) -> int:
        """C(x, y) is odd exactly if the binary ones of y are among those of x (Lucas)."""
        return self.up_to(len(self.numbers))

    def up_to(self, longest: int) -> int:
        """Those of at most so many numbers."""
        numbers = self.numbers
        longer, total = [1] * len(numbers), 0  # how many chains of one length begin at each place
        for _ in range(longest - 1):
            longer = [
                sum(longer[later] for later in range(first + 1, len(numbers)) if not numbers[later] & ~number)
                for first, number in enumerate(numbers)
            ]
            if not any(longer):
                break
            total += sum(longer)
        return total
