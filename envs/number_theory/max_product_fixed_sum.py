"""Largest products of numbers with a fixed sum."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class MaxProductFixedSum(Problem[int]):
    """Find the largest product of positive integers with a given sum when some numbers are forbidden."""

    total: int
    forbidden: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 30 + 6 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """Threes, the well-known answer, are always forbidden; another number alone, and a rest, must seldom do."""
        forbidden = sorted([3, *rng.sample((2, *range(4, 12)), rng.randint(2, 4))])
        problem = cls(rng.randint(largest // 2, largest), forbidden)
        if problem.solution == problem.with_one_number() or (
            problem.solution == problem.with_one_number(fewer=1) and rng.random() < 0.85
        ):
            raise Redraw
        return problem

    def statement(self) -> str:
        *others, last = map(str, self.forbidden)
        return prose(f"""
            Positive integers, one or more and not necessarily different, add up to exactly {self.total}. The numbers
            {", ".join(others)} and {last} must not be among them; every other positive integer may be used,
            as often as you like. What is the largest possible value of their product? (A single number counts as its
            own product.)""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def largest_useful(self) -> int:
        """From 2 * (m + 1) on, where m is the largest forbidden number, m + 1 can be split off without loss."""
        return 2 * max(self.forbidden, default=1) + 1

    def with_one_number(self, fewer: int = 0) -> int:
        """The largest product of one number, as often as it goes or up to `fewer` times less, and the rest."""
        products = [0]
        for number in range(1, self.largest_useful() + 1):
            for times in range(max(0, self.total // number - fewer), self.total // number + 1):
                rest = self.total - times * number
                if number not in self.forbidden and rest not in self.forbidden:
                    products.append(number**times * max(rest, 1))
        return max(products)

    def solve(self) -> int:
        """The best product for each total, by the last number; large numbers are better split than used."""
        largest = self.largest_useful()
        numbers = [number for number in range(1, largest + 1) if number not in self.forbidden]
        best = [0] * (largest - 1) + [1]  # for the totals 1 - largest .. 0
        for _ in range(self.total):
            best.append(max([number * best[-number] for number in numbers]))
        return best[-1]
