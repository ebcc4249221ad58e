"""Systems of difference constraints."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.draws import distinct
from rlve.envs.toolkit.linear_forms import unknown_names


@dataclass(frozen=True)
class DifferenceConstraintSystem(Problem[list[int]]):
    """Find integers whose differences stay below given bounds."""

    unknowns: int
    constraints: list[list[int]]  # [i, j, w] for x_i - x_j <= w

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        unknowns = 4 + difficulty
        return {"unknowns": unknowns, "constraints": 2 * unknowns}

    @classmethod
    def generate(cls, rng: Random, unknowns: int, constraints: int) -> Self:
        hidden = [rng.randint(-unknowns, unknowns) for _ in range(unknowns)]
        pairs = distinct(lambda: rng.sample(range(unknowns), 2), constraints)
        problem = cls(unknowns, [[i + 1, j + 1, hidden[i] - hidden[j] + rng.randint(0, 2)] for i, j in pairs])
        if 3 * problem.satisfied([0] * unknowns) > 2 * constraints:
            raise Redraw
        return problem

    def statement(self) -> str:
        names = unknown_names(self.unknowns)
        rules = prose(f"""
            Find integers {names} (positive, negative or 0) that satisfy all of these {len(self.constraints)}
            inequalities:""")
        inequalities = "\n".join(f"x{i} - x{j} <= {bound}" for i, j, bound in self.constraints)
        question = f"Any solution is right; there is at least one. Give {names}, in this order."
        return f"{rules}\n{inequalities}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=self.unknowns)

    def satisfied(self, values: list[int]) -> int:
        return sum(values[i - 1] - values[j - 1] <= bound for i, j, bound in self.constraints)

    def solve(self) -> list[int]:
        """The lengths of shortest paths along edges j -> i of length w (Bellman and Ford)."""
        distances = [0] * self.unknowns
        for _ in range(self.unknowns):
            for i, j, bound in self.constraints:
                distances[i - 1] = min(distances[i - 1], distances[j - 1] + bound)
        return distances

    def score(self, answer: list[int]) -> float:
        return proportion(self.satisfied(answer), len(self.constraints))
