"""Implications between two variables each."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import distinct

REDRAWN = 0.88  # of the problems in which no variable that is set to 0 contradicts the ones before


@dataclass(frozen=True)
class TwoSatisfiability(Problem[list[int]]):
    """Find the lexicographically first truth values that satisfy implications between pairs of variables."""

    variables: int
    implications: list[list[int]]  # [i, a, j, b]: if xi is a, then xj is b

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"variables": 5 + difficulty, "implications": 9 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, variables: int, implications: int) -> Self:
        hidden = [rng.randint(0, 1) for _ in range(variables)]

        def draw_implication() -> list[int] | None:
            (i, j), a, b = rng.sample(range(variables), 2), rng.randint(0, 1), rng.randint(0, 1)
            avoided, reached = hidden[i] != a, hidden[j] == b
            # seldom both, so that the more frequent value of a variable says little about the hidden one
            likelihood = 0.0 if not avoided and not reached else 0.3 if avoided and reached else 1.0
            return [i + 1, a, j + 1, b] if rng.random() < likelihood else None

        problem = cls(variables, distinct(draw_implication, implications))
        if sum(problem.solution) < 2:
            raise Redraw
        if not problem.needs_contradiction() and rng.random() < REDRAWN:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Each of the {self.variables} variables x1, ..., x{self.variables} is 0 or 1, and all of the following
            {len(self.implications)} implications must hold. (An implication holds if its first part is false or its
            second part is true.)""")
        lines = "\n".join(f"if x{i} is {a}, then x{j} is {b}" for i, a, j, b in self.implications)
        question = prose(f"""
            Among all values x1, ..., x{self.variables} for which they hold (there are some), find the lexicographically
            first: x1 is 0 if that is possible at all, then x2 is 0 if that is possible with this x1, and so on up to
            x{self.variables}. Give the values of x1, ..., x{self.variables}, in this order.""")
        return f"{rules}\n{lines}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, 1), count=self.variables)

    def solve(self) -> list[int]:
        """Values are fixed in order; one whose consequences do not contradict each other spoils nothing."""
        follow, fixed = self._follow(), dict[int, int]()
        for variable in range(1, self.variables + 1):
            if variable not in fixed:
                fixed = _extended(fixed, (variable, 0), follow) or _extended(fixed, (variable, 1), follow) or fixed
        return [fixed[variable] for variable in range(1, self.variables + 1)]

    def needs_contradiction(self) -> bool:
        """Whether some variable that is open when its turn comes cannot be 0."""
        follow, fixed = self._follow(), dict[int, int]()
        for variable in range(1, self.variables + 1):
            if variable not in fixed:
                extended = _extended(fixed, (variable, 0), follow)
                if extended is None:
                    return True
                fixed = extended
        return False

    def _follow(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """For each variable and value what follows from it at once."""
        follow: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for i, a, j, b in self.implications:
            follow.setdefault((i, a), []).append((j, b))
            follow.setdefault((j, 1 - b), []).append((i, 1 - a))
        return follow


def _extended(
    fixed: dict[int, int], start: tuple[int, int], follow: dict[tuple[int, int], list[tuple[int, int]]]
) -> dict[int, int] | None:
    """All values with one more and its consequences; None if they contradict each other."""
    fixed, waiting = fixed.copy(), [start]
    while waiting:
        variable, value = waiting.pop()
        if variable not in fixed:
            fixed[variable] = value
            waiting += follow.get((variable, value), [])
        elif fixed[variable] != value:
            return None
    return fixed
