"""Formulas of and, or and exclusive or that are to be made true at the same time."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.boolean_formulas import draw_formula, fold, truth
from rlve.envs.toolkit.draws import distinct

SAMPLES = 512
REDRAWN = 0.95  # of the problems that a hurried solver solves


@dataclass(frozen=True)
class BooleanFormulaSatisfyingAssignment(Problem[list[int]]):
    """Find truth values for which all of several formulas of and, or and exclusive or are true."""

    max_difficulty = 70  # beyond it, looking at all single changes takes too long

    formulas: list[str]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"variables": 7 + difficulty, "largest_share": schedule([25, 15, 10, 8, 6, 5, 4], difficulty)}

    @classmethod
    def generate(cls, rng: Random, variables: int, largest_share: int) -> Self:
        """At most that percentage of all assignments may be right."""
        planted = [rng.randint(0, 1) for _ in range(variables)]

        def draw_true_formula() -> str | None:
            leaves = [f"x{rng.randint(1, variables)}" for _ in range(rng.randint(2, 4))]
            formula = draw_formula(rng, leaves)[1:-1]
            return formula if len(set(leaves)) > 1 and _values([formula], planted) else None

        formulas = distinct(draw_true_formula, variables + variables // 3)
        sampled = _values(formulas, [rng.getrandbits(SAMPLES) for _ in range(variables)])
        if 100 * sampled.bit_count() > largest_share * SAMPLES or _values(formulas, [1] * variables):
            raise Redraw
        if _solved_in_a_hurry(formulas, variables) and rng.random() < REDRAWN:
            raise Redraw
        return cls(formulas, planted)

    def statement(self) -> str:
        count = len(self.planted)
        rules = prose(f"""
            Each of the {count} variables x1, ..., x{count} is 0 or 1. Find values for which all of the
            {len(self.formulas)} expressions below, one in a line, have the value 1. The operators are & (1 if both
            sides are 1), | (1 if at least one side is 1) and ^ (1 if exactly one side is 1), and are applied as the
            parentheses say. A variable that does not occur may have either value.""")
        expressions = "\n".join(self.formulas)
        return f"{rules}\n{expressions}\nGive the values of x1, ..., x{count}, in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, 1), count=len(self.planted))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        return float(_values(self.formulas, answer))


def _values(formulas: list[str], values: list[int]) -> int:
    """Bit b is 1 if all formulas are true where the variables have the bits b of the values."""
    result = -1
    for formula in formulas:
        result &= fold(f"({formula})", lambda name: values[int(name[1:]) - 1], truth)
    return result


def _solved_in_a_hurry(formulas: list[str], variables: int) -> bool:
    """Whether single changes that make more formulas true lead from equal values to a solution."""
    for bit in (0, 1):
        values = [bit] * variables
        while True:
            # bits 0..variables - 1: each with one value changed; bit `variables`: as it is
            columns = [(1 << k) ^ (((2 << variables) - 1) * value) for k, value in enumerate(values)]
            truths = [_values([formula], columns) for formula in formulas]
            counts = [sum(truth >> k & 1 for truth in truths) for k in range(variables + 1)]
            most, best = counts[-1], max(range(variables), key=counts.__getitem__)
            if counts[best] <= most:
                break
            values[best] = 1 - values[best]
        if most == len(formulas):
            return True
    return False
