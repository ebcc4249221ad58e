"""Polynomials that are products of linear factors."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.polynomials import divide_by_root, from_roots, in_words


@dataclass(frozen=True)
class IntegerRootPolynomialFactorization(Problem[list[int]]):
    """Find all roots, with multiplicities, of a polynomial whose roots are integers."""

    planted: list[int]  # the expanded polynomial has coefficients of more than 64 bits

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"degree": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, degree: int) -> Self:
        roots = [rng.randint(-degree - 6, degree + 6) for _ in range(degree)]
        if roots.count(0) > 1 or len(set(roots)) == 1:
            raise Redraw
        return cls(roots)

    def statement(self) -> str:
        degree = len(self.planted)
        rules = prose(f"""
            The following polynomial of degree {degree} is a product of {degree} factors (x - a) with integers a, some
            of which may be equal. Find these {degree} integers.""")
        question = prose("""
            Give them in any order, each as often as it occurs: a root of multiplicity m is listed m times.""")
        return f"{rules}\n{in_words(from_roots(self.planted))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.planted))

    def solve(self) -> list[int]:
        """Dividing by x, x - 1, x + 1, x - 2, x + 2, ... as long as nothing remains."""
        polynomial, roots, candidate = from_roots(self.planted), list[int](), 0
        while len(polynomial) > 1:
            quotient, remainder = divide_by_root(polynomial, candidate)
            if remainder == 0:
                polynomial = quotient
                roots.append(candidate)
            else:
                candidate = -candidate if candidate > 0 else 1 - candidate
        return roots

    def score(self, answer: list[int]) -> float:
        common = Counter(answer) & Counter(self.solution)
        return proportion(common.total(), len(self.planted))
