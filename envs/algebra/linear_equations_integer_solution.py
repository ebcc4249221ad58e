"""Systems of linear equations."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.draws import distinct
from rlve.envs.toolkit.linear_forms import dot, in_words, unknown_names


@dataclass(frozen=True)
class LinearEquationsIntegerSolution(Problem[list[int]]):
    """Solve a system of linear equations whose only solution is integer."""

    max_difficulty = 50  # later prompts grow beyond what anyone would read

    coefficients: list[list[int]]
    totals: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"unknowns": 3 + difficulty, "equations": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, unknowns: int, equations: int) -> Self:
        hidden = [rng.randint(1, unknowns + 3) for _ in range(unknowns)]
        largest = 2 + unknowns // 4

        def draw_row() -> list[int] | None:
            row = [rng.randint(1, largest) if rng.random() < 0.5 else 0 for _ in range(unknowns)]
            return row if unknowns - row.count(0) >= 2 else None

        rows = distinct(draw_row, equations)
        problem = cls(rows, [dot(row, hidden) for row in rows])
        if problem.rank() < unknowns or len(set(hidden)) == 1:
            raise Redraw
        return problem

    def statement(self) -> str:
        names = unknown_names(len(self.coefficients[0]))
        equations = "\n".join(f"{in_words(row)} = {total}" for row, total in zip(self.coefficients, self.totals))
        rules = prose(f"""
            The integers {names} satisfy all of the following {len(self.totals)} equations, which have no other
            solution:""")
        return f"{rules}\n{equations}\nGive {names}, in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.coefficients[0]))

    def rank(self) -> int:
        return len(_echelon(self.coefficients))

    def solve(self) -> list[int]:
        """Elimination without fractions, then substitution from the last unknown up."""
        rows = _echelon([[*row, total] for row, total in zip(self.coefficients, self.totals)])
        values = [0] * len(rows)
        for i in range(len(rows) - 1, -1, -1):
            values[i] = (rows[i][-1] - dot(rows[i][i + 1 : -1], values[i + 1 :])) // rows[i][i]
        return values

    def score(self, answer: list[int]) -> float:
        holding = sum(dot(row, answer) == total for row, total in zip(self.coefficients, self.totals))
        return proportion(holding, len(self.totals))


def _echelon(matrix: list[list[int]]) -> list[list[int]]:
    """The rows that are left of a matrix when it is made triangular by Bareiss's method, all of them integer."""
    rows = [row[:] for row in matrix]
    rank, previous = 0, 1
    for column in range(len(matrix[0])):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        first = rows[rank]
        for i in range(rank + 1, len(rows)):
            factor = rows[i][column]
            rows[i] = [(first[column] * a - factor * b) // previous for a, b in zip(rows[i], first)]
        previous = first[column]
        rank += 1
    return rows[:rank]
