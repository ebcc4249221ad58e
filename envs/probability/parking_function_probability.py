"""Visitors who look for free seats to one side."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class ParkingFunctionProbability(Problem[Fraction]):
    """Find the probability that all find a seat who begin at a random one and go on in one direction."""

    max_difficulty = 40

    seats: int
    taken: list[int]
    visitors: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_seats": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_seats: int) -> Self:
        seats = rng.randint(most_seats - 2, most_seats)
        taken = sorted(rng.sample(range(1, seats + 1), rng.randint(2, seats // 2)))
        free = seats - len(taken)
        return cls(seats, taken, rng.randint(max(2, free // 2), free))

    def statement(self) -> str:
        return prose(f"""
            A row in a cinema has the seats 1..{self.seats}. At first the seats {", ".join(map(str, self.taken))} are
            taken and all others are free. Then {self.visitors} visitors come one after the other. Each of them draws a
            number in 1..{self.seats}, all being equally likely, independently of the others and of what is free, and
            takes the free seat with the smallest number that is at least the drawn number. A visitor for whom there is
            no such seat leaves; nobody begins again at seat 1. What is the probability that all {self.visitors}
            visitors get a seat?""")

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """All get a seat exactly if from no seat on more numbers are drawn than seats are free from there on."""
        taken, free = set(self.taken), 0
        ways = [1] + [0] * self.visitors  # to draw so many numbers from the present seat on, who draws which told apart
        for seat in range(self.seats, 0, -1):
            free += seat not in taken
            ways = [
                sum(ways[before] * comb(drawn, before) for before in range(drawn + 1)) if drawn <= free else 0
                for drawn in range(self.visitors + 1)
            ]
        return Fraction(ways[-1], self.seats**self.visitors)
