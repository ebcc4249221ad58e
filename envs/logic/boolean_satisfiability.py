"""Satisfiability of clauses of three literals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.draws import distinct

# How likely a clause is kept, by the number of its true literals: so that both signs of a variable are equally frequent
KEPT = (0.0, 1.0, 0.62, 0.38)
REDRAWN = 0.93  # of the problems that are solved without ever going back


@dataclass(frozen=True)
class BooleanSatisfiability(Problem[list[int]]):
    """Find truth values that satisfy clauses of three literals each."""

    clauses: list[list[int]]  # literals: k is the variable xk, -k its negation
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        variables = 5 + difficulty
        return {"variables": variables, "clauses": 42 * variables // 10 if difficulty else 3 * variables}

    @classmethod
    def generate(cls, rng: Random, variables: int, clauses: int) -> Self:
        planted = [rng.randint(0, 1) for _ in range(variables)]

        def draw_clause() -> list[int] | None:
            clause = [number * rng.choice([-1, 1]) for number in sorted(rng.sample(range(1, variables + 1), 3))]
            return clause if rng.random() < KEPT[sum(_holds(literal, planted) for literal in clause)] else None

        problem = cls(distinct(draw_clause, clauses), planted)
        if problem.satisfied([0] * variables) or problem.satisfied([1] * variables):
            raise Redraw
        if problem.satisfied(problem.without_going_back()) and rng.random() < REDRAWN:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Each of the {len(self.planted)} variables x1, x2, ..., x{len(self.planted)} is 1 (true) or 0 (false). Find
            values for which every one of the following {len(self.clauses)} clauses, one in a line, is true. A clause is
            true if at least one of its three parts is true, where xk is true if the variable is 1, and "not xk" is true
            if it is 0.""")
        clauses = table([[_in_words(literal) for literal in clause] for clause in self.clauses], " or ")
        return f"{rules}\n{clauses}\nGive the values of x1, x2, ..., x{len(self.planted)}, in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, 1), count=len(self.planted))

    def without_going_back(self) -> list[int]:
        """Values by which most open clauses become true, one after the other, with all that they force."""
        values = dict[int, int]()
        clauses = self.clauses
        for _ in self.planted:
            forced = next((clause[0] for clause in clauses if len(clause) == 1), None)
            if forced is None:
                counts = Counter(literal for clause in clauses for literal in clause)
                unset = (number for number in range(1, len(self.planted) + 1) if number not in values)
                forced = max((literal for number in unset for literal in (number, -number)), key=counts.__getitem__)
            values[abs(forced)] = int(forced > 0)
            clauses = [
                [literal for literal in clause if literal != -forced] for clause in clauses if forced not in clause
            ]
        return [values[number] for number in sorted(values)]

    def satisfied(self, values: Sequence[int]) -> bool:
        return all(any(_holds(literal, values) for literal in clause) for clause in self.clauses)

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        return float(self.satisfied(answer))


def _holds(literal: int, values: Sequence[int]) -> bool:
    return values[abs(literal) - 1] == (literal > 0)


def _in_words(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"not x{-literal}"
