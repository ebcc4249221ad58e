"""Derivatives of elementary functions."""

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
    rounded_terms,
    same_values,
    sample_points,
    slopes,
)  # fmt: skip
from rlve.envs.toolkit.expressions import Expression, differentiate, render_expression, subexpressions

LONGEST = 400


@dataclass(frozen=True)
class SymbolicDifferentiation(Problem[Expression]):
    """Differentiate a function of one to three variables with respect to one of them."""

    max_difficulty = 23  # later most functions are longer than anyone would read

    function: str
    variables: list[str]
    by: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"nodes": 5 + difficulty, "variables": 1 + (difficulty >= 3) + (difficulty >= 7)}

    @classmethod
    def generate(cls, rng: Random, nodes: int, variables: int) -> Self:
        names = ["x", "y", "z"][:variables]
        function = draw_function(rng, nodes, names)
        used = [name for name in names if name in subexpressions(function)]
        problem = cls(render_expression(function), names, rng.choice(used))
        operations = sum(isinstance(part, tuple) for part in subexpressions(problem.solution))
        if len(used) < min(variables, 2) or 2 * operations < nodes:
            raise Redraw
        values = problem.values
        real = [value for value in values if value is not None]
        if 2 * len(real) < len(values) or max(real) - min(real) <= 1e-6 * max(problem.terms, *map(abs, real)):
            raise Redraw  # hardly defined, or linear
        if len(problem.function) > LONGEST or len(render_expression(problem.solution)) > LONGEST:
            raise Redraw
        if problem.score(function) == 1.0 or problem.score(problem.solution) < 1.0:
            raise Redraw  # its own derivative, or one that rounding spoils
        return problem

    def statement(self) -> str:
        name = f"f({', '.join(self.variables)})"
        kind = "derivative" if len(self.variables) == 1 else "partial derivative"
        rules = prose(f"""
            Find the {kind} of the function {name} below with respect to {self.by}. Any expression is right that is
            equal to the derivative wherever the function and all its parts are real. (A power with a negative base is
            real only if its exponent is an integer.) {NOTATION}""")
        return f"{rules}\n{name} = {self.function}"

    def answer_format(self) -> Formula:
        return Formula(variables=tuple(self.variables), functions=FUNCTIONS)

    @cached_property
    def values(self) -> list[float | None]:
        """The derivative at the sample points, by dual numbers; None where the function is not real."""
        return slopes(self.answer_format().parse(self.function), sample_points(self.variables), self.by)

    @cached_property
    def terms(self) -> float:
        """Where the derivative is small, the size of its terms: that of x*(9/x) is 9/x - x*9/x**2, rounded to 0."""
        function = self.answer_format().parse(self.function)
        return rounded_terms(function, sample_points(self.variables), self.values, self.by, 1)

    def solve(self) -> Expression:
        return differentiate(self.answer_format().parse(self.function), self.by)

    def score(self, answer: Expression) -> float:
        return float(same_values(answer, sample_points(self.variables), self.values, self.terms))
