"""Antiderivatives of elementary functions."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Formula
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.calculus import (
    FUNCTIONS,
    NOTATION,
    draw_function,
    real_dual,
    rounded_terms,
    same_slopes,
    sample_points,
)
from rlve.envs.toolkit.expressions import Expression, differentiate, render_expression, subexpressions

FORMAT = Formula(variables=("x",), functions=FUNCTIONS, constant=True)
POINTS = sample_points(["x"])
LONGEST = 480


@dataclass(frozen=True)
class SymbolicAntiderivative(Problem[Expression]):
    """Find an antiderivative of a function of one variable."""

    max_difficulty = 11  # later most integrands are longer than anyone would read

    integrand: str
    planted: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"nodes": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, nodes: int) -> Self:
        planted = draw_function(rng, nodes)
        integrand = differentiate(planted)
        problem = cls(render_expression(integrand), render_expression(planted))
        operations = sum(isinstance(part, tuple) for part in subexpressions(integrand))
        if 2 * operations < nodes or len(problem.integrand) > LONGEST:
            raise Redraw
        real = [value for value in problem.values if value is not None]
        if 2 * len(real) < len(POINTS) or max(real) - min(real) <= 1e-6 * max(problem.terms, *map(abs, real)):
            raise Redraw  # hardly defined, or constant
        if problem.planted in problem.integrand or problem.score(planted) < 1.0:
            raise Redraw  # the answer can be read off as in cos(x)*exp(sin(x)), or rounding spoils it
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Find an antiderivative of the function f(x) below: an expression G(x) whose derivative is f(x) wherever f
            and all its parts are real. Any constant of integration will do; it may be left out. (A power with a
            negative base is real only if its exponent is an integer; where log(u) or sqrt(u) in G is not real, its
            derivative is u'/u or u'/(2*sqrt(u)) all the same, so that no absolute values are needed.) {NOTATION}""")
        return f"{rules}\nf(x) = {self.integrand}"

    def answer_format(self) -> Formula:
        return FORMAT

    @cached_property
    def values(self) -> list[float | None]:
        """The integrand at the sample points; None where it is not real."""
        integrand = FORMAT.parse(self.integrand)
        return [dual[0] if (dual := real_dual(integrand, point, "x")) else None for point in POINTS]

    @cached_property
    def terms(self) -> float:
        """Where the integrand is small, the size of what it is made of: x*(9/x) - 9 is 0, but up to rounding."""
        return rounded_terms(FORMAT.parse(self.integrand), POINTS, self.values, "x", 0)

    def solve(self) -> Expression:
        return FORMAT.parse(self.planted)

    def score(self, answer: Expression) -> float:
        return float(same_slopes(answer, POINTS, self.values, "x", self.terms))
