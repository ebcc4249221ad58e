"""Subsets with the largest ratio of two sums."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class FractionalSubsetRatioMaximum(Problem[list[int]]):
    """Choose a given number of places so that one sum divided by another is as large as possible."""

    above: list[int]
    below: list[int]
    count: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        below = [rng.randint(1, 3 * size) for _ in range(size)]
        problem = cls([rng.randint(1, 2 * number) for number in below], below, rng.randint(3, size - 4))
        if problem.ratio(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.above) - 1
        rules = prose(f"""
            The lines below give A[i] and B[i] for i = 0, 1, ..., {last}, in this order. Choose exactly {self.count}
            different indices i so that (the sum of the chosen A[i]) divided by (the sum of the chosen B[i]) is as large
            as possible: one quotient of two sums, not a sum of quotients. If several choices are equally good, any of
            them will do.""")
        return f"{rules}\n{table(zip(self.above, self.below))}\nGive the chosen indices, in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.above) - 1), count=self.count)

    def ratio(self, chosen: list[int]) -> Fraction:
        return Fraction(sum(self.above[i] for i in chosen), sum(self.below[i] for i in chosen))

    def best_for(self, ratio: Fraction) -> list[int]:
        """The places with the largest A - ratio * B."""
        p, q = ratio.numerator, ratio.denominator
        return sorted(range(len(self.above)), key=lambda i: p * self.below[i] - q * self.above[i])[: self.count]

    def ratios(self) -> list[int]:
        """The places with the largest ratios of their own."""
        places = range(len(self.above))
        return sorted(places, key=lambda i: -Fraction(self.above[i], self.below[i]))[: self.count]

    def naive(self) -> Fraction:
        """The best of taking the largest ratios, the largest differences, the largest A and the smallest B."""
        places = range(len(self.above))
        others = [self.best_for(Fraction(1)), sorted(places, key=lambda i: -self.above[i])[: self.count]]
        others.append(sorted(places, key=self.below.__getitem__)[: self.count])
        return max(map(self.ratio, [self.ratios(), *others]))

    def solve(self) -> list[int]:
        """Dinkelbach's iteration: the choice for the ratio reached so far, until the ratio no longer grows."""
        ratio = Fraction(0)
        chosen = self.ratios()
        while self.ratio(chosen) > ratio:
            ratio = self.ratio(chosen)
            chosen = self.best_for(ratio)
        return chosen

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("an index is chosen twice")
        values = self.ratio(answer), self.ratio(self.solution), self.naive()
        value, best, naive = exact(values)
        return maximized(value, best, naive=naive)


def exact(fractions: tuple[Fraction, ...]) -> list[int]:
    """Fractions as whole multiples of one unit."""
    unit = 1
    for fraction in fractions:
        unit *= fraction.denominator
    return [int(fraction * unit) for fraction in fractions]
