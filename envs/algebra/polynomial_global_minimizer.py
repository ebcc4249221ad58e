"""Minima of convex polynomials."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Real
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.polynomials import derivative, from_roots, in_words

SCALE = 10**6
TOLERANCE = 0.001 + 1e-5  # the reference is not exact either


@dataclass(frozen=True)
class PolynomialGlobalMinimizer(Problem[float]):
    """Find where a convex polynomial of even degree is smallest."""

    max_difficulty = 19  # later coefficients outgrow 64 bits

    coefficients: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"degree": 4 + 2 * (difficulty // 2), "largest_shift": 4 + difficulty % 2}

    @classmethod
    def generate(cls, rng: Random, degree: int, largest_shift: int) -> Self:
        """A sum of multiples of even powers of x - s for several s: strictly convex, its minimum among the s."""
        coefficients = [0] * (degree + 1)
        shifts = [rng.randint(-largest_shift, largest_shift) for _ in range(degree // 2)]
        for number, shift in enumerate(shifts, start=1):
            factor = rng.randint(1, 4)
            for power, coefficient in enumerate(from_roots([shift] * (2 * number))):
                coefficients[power] += factor * coefficient
        problem = cls(coefficients)
        if abs(problem.solution - round(problem.solution)) <= 0.02:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            The polynomial f below takes its smallest value, over all real numbers x, at exactly one point. Find this x
            (not the value of f) as a decimal number with an error of at most 0.001.""")
        return f"{rules}\nf(x) = {in_words(self.coefficients)}"

    def answer_format(self) -> Real:
        return Real()

    def solve(self) -> float:
        """Bisection on the sign of the derivative, which grows, at multiples of 10^-6 and in integers."""
        slope = derivative(self.coefficients)
        scaled = [coefficient * SCALE ** (len(slope) - 1 - power) for power, coefficient in enumerate(slope)]
        low, high = -SCALE, SCALE
        while _value(scaled, low) > 0:
            low *= 2
        while _value(scaled, high) <= 0:
            high *= 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _value(scaled, middle) > 0 else (middle, high)
        return low / SCALE

    def score(self, answer: float) -> float:
        error = abs(answer - self.solution)
        return 1.0 if error <= TOLERANCE else 0.2 if error <= 10 * TOLERANCE else 0.0


def _value(polynomial: list[int], x: int) -> int:
    total = 0
    for coefficient in reversed(polynomial):
        total = total * x + coefficient
    return total
