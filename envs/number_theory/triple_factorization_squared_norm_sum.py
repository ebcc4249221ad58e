"""Integer points with a given product of coordinates."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors


@dataclass(frozen=True)
class TripleFactorizationSquaredNormSum(Problem[int]):
    """Add up (|x| + |y| + |z|)^2 over all integer triples whose product lies in a range."""

    max_difficulty = 40

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(40, difficulty, 1.3), "count": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, largest: int, count: int) -> Self:
        return cls(sorted(rng.sample(range(2, largest + 1), count)))

    def statement(self) -> str:
        return prose(f"""
            For an integer k >= 1, let P(k) be the sum of (|x| + |y| + |z|)^2 over all ordered triples (x, y, z) of
            integers with x * y * z = k. The integers may be negative. What is the sum of P(k) over the numbers k in
            {", ".join(map(str, self.numbers))}?""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """A positive product allows four choices of signs: none or two of the numbers are negative."""
        return 4 * sum((x + y + k // x // y) ** 2 for k in self.numbers for x in divisors(k) for y in divisors(k // x))
