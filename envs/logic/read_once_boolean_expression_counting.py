"""Counting the models of formulas in which every variable occurs once."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.boolean_formulas import draw_formula, fold

Counts = tuple[int, int]  # of the assignments that make a formula 0, and of those that make it 1


@dataclass(frozen=True)
class ReadOnceBooleanExpressionCounting(Problem[int]):
    """Count the ways to fill a Boolean expression with 0 and 1 so that its value is 1."""

    expression: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"places": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, places: int) -> Self:
        problem = cls(draw_formula(rng, ["_"] * places)[1:-1])
        if problem.solution == 2 ** (places - 1) or len(set(problem.expression) & set("&|^")) < 2:
            raise Redraw
        return problem

    def places(self) -> int:
        return self.expression.count("_")

    def statement(self) -> str:
        rules = prose(f"""
            The expression below has {self.places()} places, each marked by an underscore. Every place is to be filled
            with 0 or 1, independently of all others. The operators are & (1 if both sides are 1), | (1 if at least one
            side is 1) and ^ (1 if exactly one side is 1), and are applied as the parentheses say.""")
        question = prose(f"""
            For how many of the 2^{self.places()} ways to fill the places is the value of the whole expression 1?""")
        return f"{rules}\n{self.expression}\n{question}"

    def answer_format(self) -> Integer:
        return Integer(0, 2 ** self.places())

    def solve(self) -> int:
        """No two parts share a place, so that their counts multiply."""
        return fold(f"({self.expression})", lambda _: (1, 1), _joined)[1]


def _joined(operator: str, left: Counts, right: Counts) -> Counts:
    (p, q), (r, s) = left, right
    ones = {"&": q * s, "|": q * r + p * s + q * s, "^": q * r + p * s}[operator]
    return (p + q) * (r + s) - ones, ones
