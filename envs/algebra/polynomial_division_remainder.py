"""Division of polynomials with remainder."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Monomials, Polynomial
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.toolkit.polynomials import in_words, multiply
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class PolynomialDivisionRemainder(Problem[Monomials]):
    """Find the remainder of the division of one polynomial by another."""

    dividend: list[int]
    divisor: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"degree": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, degree: int) -> Self:
        divisor_degree = rng.randint(max(2, degree // 3), max(2, degree - 2))
        divisor, quotient = _draw(rng, divisor_degree), _draw(rng, degree - divisor_degree)
        remainder = [rng.randint(-5, 5) for _ in range(divisor_degree)]
        if divisor_degree - remainder.count(0) < 2 or not any(divisor[:-1]):
            raise Redraw
        product = multiply(divisor, quotient)
        for power, coefficient in enumerate(remainder):
            product[power] += coefficient
        return cls(product, divisor)

    def statement(self) -> str:
        rules = prose("""
            Divide the polynomial P(x) by the polynomial Q(x): there is exactly one pair of polynomials R(x) and S(x)
            such that P(x) = Q(x)*R(x) + S(x) and the degree of S(x) is lower than that of Q(x). Here R(x) and S(x)
            have integer coefficients.""")
        data = f"P(x) = {in_words(self.dividend)}\nQ(x) = {in_words(self.divisor)}"
        return f"{rules}\n{data}\nFind the remainder S(x)."

    def answer_format(self) -> Polynomial:
        return Polynomial()

    def solve(self) -> Monomials:
        """Long division."""
        rest, lead = self.dividend[:], len(self.divisor) - 1
        for power in range(len(rest) - 1 - lead, -1, -1):
            factor = rest[power + lead] // self.divisor[lead]
            for i, coefficient in enumerate(self.divisor):
                rest[power + i] -= factor * coefficient
        return {(power,): coefficient for power, coefficient in enumerate(rest) if coefficient}

    def score(self, answer: Monomials) -> float:
        powers = [(power,) for power in range(len(self.divisor) - 1)]
        if any(exponents not in powers for exponents in answer):
            raise Infeasible("the degree of the remainder is not lower than that of Q(x)")
        return matching([answer.get(power, 0) for power in powers], [self.solution.get(power, 0) for power in powers])


def _draw(rng: Random, degree: int) -> list[int]:
    return [*(rng.randint(-5, 5) for _ in range(degree)), rng.randint(1, 5)]
