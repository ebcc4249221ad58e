"""Polya's urn."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class PolyaUrnProbability(Problem[Fraction]):
    """Find the probability of given colours at given draws from an urn that gains balls of every drawn colour."""

    counts: list[int]
    added: int
    steps: list[int]
    colours: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most: int) -> Self:
        counts = [rng.randint(1, most) for _ in range(rng.randint(2, most))]
        last = rng.randint(3, most + 2)
        steps = sorted(rng.sample(range(1, last + 1), rng.randint(2, last)))
        if steps[-1] == len(steps):
            raise Redraw  # a step that is left out makes one think
        return cls(counts, rng.randint(1, most), steps, [rng.randint(1, len(counts)) for _ in steps])

    def statement(self) -> str:
        balls = ", ".join(f"{count} of colour {colour}" for colour, count in enumerate(self.counts, start=1))
        events = ", ".join(f"colour {colour} in step {step}" for step, colour in zip(self.steps, self.colours))
        added = "1 more ball of its colour is" if self.added == 1 else f"{self.added} more balls of its colour are"
        return prose(f"""
            An urn holds balls of {len(self.counts)} colours: {balls}. In each of the steps 1, 2, 3, ... one ball is
            drawn, every ball in the urn being equally likely; it is put back, and {added}
            added. What is the probability that the drawn balls have all of the following colours: {events}? In other
            steps any colour may be drawn.""")

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """The draws are exchangeable: the probability is that of the same colours in the first steps."""
        counts, total = self.counts.copy(), sum(self.counts)
        numerator = denominator = 1
        for colour in self.colours:
            numerator *= counts[colour - 1]
            denominator *= total
            counts[colour - 1] += self.added
            total += self.added
        return Fraction(numerator, denominator)
