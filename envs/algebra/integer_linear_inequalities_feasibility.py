"""Integer points of polyhedra."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.linear_forms import dot, in_words, unknown_names


@dataclass(frozen=True)
class IntegerLinearInequalitiesFeasibility(Problem[list[int]]):
    """Find integers that satisfy linear inequalities."""

    coefficients: list[list[int]]
    bounds: list[int]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        unknowns = 3 + difficulty // 2
        return {"unknowns": unknowns, "inequalities": 5 * unknowns // 2 + difficulty % 2}

    @classmethod
    def generate(cls, rng: Random, unknowns: int, inequalities: int) -> Self:
        planted = [rng.randint(-unknowns, unknowns) for _ in range(unknowns)]
        coefficients, bounds = [], []
        for _ in range(inequalities):
            row = [0] * unknowns
            for place in rng.sample(range(unknowns), rng.randint(2, max(2, unknowns // 2 + 1))):
                row[place] = rng.choice([-4, -3, -2, -1, 1, 2, 3, 4])
            coefficients.append(row)
            bounds.append(dot(row, planted) - rng.randint(0, 2))
        problem = cls(coefficients, bounds, planted)
        if 3 * problem.satisfied([0] * unknowns) > 2 * inequalities:
            raise Redraw
        return problem

    def statement(self) -> str:
        names = unknown_names(len(self.planted))
        rules = prose(f"""
            Find integers {names} (of any sign and size) that satisfy all of these {len(self.bounds)} inequalities:""")
        inequalities = "\n".join(f"{in_words(row)} >= {bound}" for row, bound in zip(self.coefficients, self.bounds))
        question = f"Any solution is right; there is at least one. Give {names}, in this order."
        return f"{rules}\n{inequalities}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.planted))

    def satisfied(self, values: list[int]) -> int:
        return sum(dot(row, values) >= bound for row, bound in zip(self.coefficients, self.bounds))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        return proportion(self.satisfied(answer), len(self.bounds))
