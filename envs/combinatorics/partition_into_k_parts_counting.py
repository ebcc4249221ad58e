"""Sums of a given number of bounded parts."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class PartitionIntoKPartsCounting(Problem[int]):
    """In how many ways is a number the sum of a given number of parts, none above a bound or of an excluded size?"""

    total: int
    parts: int
    largest: int
    excluded: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_total": 24 + 4 * difficulty}

    @classmethod
    def generate(cls, rng: Random, most_total: int) -> Self:
        """The bound and the excluded part exclude some sums, though not most of them."""
        total = rng.randint(most_total * 2 // 3, most_total)
        parts = rng.randint(3, total // 3)
        mean = -(-total // parts)
        largest = rng.randint(mean + 2, max(mean + 2, (total - parts) * 2 // 3))
        problem = cls(total, parts, largest, rng.randint(2, min(largest - 1, 2 * mean)))
        if problem.solution < 10 or bounded(total, parts, largest) in (problem.solution, bounded(total, parts, total)):
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            In how many ways can {self.total} be written as a sum of exactly {self.parts} positive integers, each at
            most {self.largest} and none equal to {self.excluded}? Ways that differ only in the order of the
            {self.parts} numbers are the same, and numbers may be equal. Give the exact number of ways.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Without the sums that hold the excluded part: taking it away once leaves any sum of one part less."""
        with_it = bounded(self.total - self.excluded, self.parts - 1, self.largest)
        return bounded(self.total, self.parts, self.largest) - with_it


def bounded(total: int, parts: int, largest: int) -> int:
    """The sums of so many parts in 1..largest: a coefficient of a Gaussian binomial coefficient.

    With one taken from each part, it is that of q^(total - parts) in the product of (1 - q^(largest - 1 + i)) / (1 -
    q^i) for i = 1..parts.
    """
    rest = total - parts
    if rest < 0:
        return 0
    ways = [1] + [0] * rest
    for i in range(1, parts + 1):
        for place in range(rest, largest + i - 2, -1):
            ways[place] -= ways[place - (largest - 1 + i)]
        for place in range(i, rest + 1):
            ways[place] += ways[place - i]
    return ways[rest]
