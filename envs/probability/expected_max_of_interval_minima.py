"""The largest minimum of several parts of a random list."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class ExpectedMaxOfIntervalMinima(Problem[Fraction]):
    """Find the expected value of the largest of the minima of given intervals of a random list."""

    max_difficulty = 40

    size: int
    largest: int
    intervals: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 7 + difficulty, "largest": 6 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, size: int, largest: int) -> Self:
        """Overlapping intervals of which none contains another one."""
        drawn = {(low, min(size, low + rng.randint(1, 2 + size // 4))) for low in rng.sample(range(1, size), size // 2)}
        kept = [
            [low, high] for low, high in drawn
            if not any((low, high) != (a, b) and low <= a and b <= high for a, b in drawn)
        ]  # fmt: skip
        kept.sort()
        if not any(second[0] <= first[1] for first, second in zip(kept, kept[1:])):
            raise Redraw
        rng.shuffle(kept)
        return cls(size, rng.randint(3, largest), kept)

    def statement(self) -> str:
        rules = prose(f"""
            The numbers A[1], ..., A[{self.size}] are drawn independently, each of the integers 1..{self.largest} being
            equally likely for each of them. Every line below holds two indices L and R; its minimum is the smallest of
            A[L], A[L+1], ..., A[R], both ends included.""")
        question = "What is the expected value of the largest of the minima of all lines?"
        return f"{rules}\n{table(self.intervals)}\n{question}"

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """The sum over t of the probability that some interval has no number below t."""
        total = sum(self.largest**self.size - self.all_below(limit) for limit in range(1, self.largest + 1))
        return Fraction(total, self.largest**self.size)

    def all_below(self, limit: int) -> int:
        """In how many lists each interval holds a number below the limit, by the place of the last of these."""
        below, others = limit - 1, self.largest - limit + 1
        ways = [1]  # the last number below the limit is at this place, 0 for none; lists up to there
        for place in range(1, self.size + 2):
            first = max((low for low, high in self.intervals if high < place), default=0)
            lists = sum(ways[last] * others ** (place - last - 1) for last in range(first, place))
            ways.append(below * lists if place <= self.size else lists)
        return ways[-1]
