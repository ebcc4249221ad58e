"""Systems of difference constraints."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
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
        """Among the inequalities is a chain of all unknowns, each of them to be less than the one before it.

        Since they come in random order, going through them once or twice does not carry far along the chain.
        """
        chain = rng.sample(range(unknowns), unknowns)
        hidden = [0] * unknowns
        for before, after in zip(chain, chain[1:]):
            hidden[after] = hidden[before] - rng.randint(1, 3)
        links = [[after, before] for before, after in zip(chain, chain[1:])]

        def draw_pair() -> list[int] | None:
            pair = rng.sample(range(unknowns), 2)
            return None if pair in links else pair

        others = distinct(draw_pair, constraints - len(links))
        drawn = [[i + 1, j + 1, hidden[i] - hidden[j]] for i, j in links]
        drawn += [[i + 1, j + 1, hidden[i] - hidden[j] + rng.randint(0, 2)] for i, j in others]
        problem = cls(unknowns, rng.sample(drawn, constraints))
        if 3 * problem.satisfied([0] * unknowns) > 2 * constraints:
            raise Redraw
        if unknowns > 3 and problem.satisfied(problem.relaxed(1 + (unknowns > 5))) == constraints:
            raise Redraw
        if unknowns > 5 and problem.satisfied(problem.raised(2)) == constraints:
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
        return self.relaxed(self.unknowns)

    def relaxed(self, passes: int) -> list[int]:
        """From zeros, each left-hand side lowered as far as its inequality asks, in so many passes."""
        distances = [0] * self.unknowns
        for _ in range(passes):
            for i, j, bound in self.constraints:
                distances[i - 1] = min(distances[i - 1], distances[j - 1] + bound)
        return distances

    def raised(self, passes: int) -> list[int]:
        """From zeros, each right-hand side raised as far as its inequality asks, in so many passes."""
        values = [0] * self.unknowns
        for _ in range(passes):
            for i, j, bound in self.constraints:
                values[j - 1] = max(values[j - 1], values[i - 1] - bound)
        return values

    def naive(self) -> int:
        """The most inequalities that zeros, or one or two passes of lowering or raising, satisfy."""
        return max(self.satisfied(pass_(passes)) for passes in range(3) for pass_ in (self.relaxed, self.raised))

    def score(self, answer: list[int]) -> float:
        return maximized(self.satisfied(answer), len(self.constraints), power=10, naive=self.naive())
