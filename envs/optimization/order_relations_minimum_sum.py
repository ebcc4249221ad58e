"""Smallest numbers that stand in given relations."""

from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible

HOLDS = {"=": eq, "<": lt, ">=": ge, ">": gt, "<=": le}


@dataclass(frozen=True)
class OrderRelationsMinimumSum(Problem[list[int]]):
    """Find positive integers with the least sum between which relations such as x1 < x4 and x0 = x2 hold."""

    size: int
    left: list[int]
    relations: list[str]
    right: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """What holds between hidden numbers, at least a third of it strict."""
        hidden = [rng.randint(1, size) for _ in range(size)]
        count = rng.randint(6 * size // 5, 2 * size)
        pairs = rng.sample([(a, b) for a in range(size) for b in range(size) if a != b], count)
        relations = []
        for a, b in pairs:
            true = [sign for sign, holds in HOLDS.items() if holds(hidden[a], hidden[b])]
            relations.append(rng.choice(true))
        problem = cls(size, [a for a, _ in pairs], relations, [b for _, b in pairs])
        strict = sum(sign in ("<", ">") for sign in relations)
        if 3 * strict < count or sum(problem.solution) >= problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = self.size - 1
        rules = prose(f"""
            Find positive integers x0, x1, ..., x{last} (each at least 1; equal ones are allowed) for which all
            relations below hold, and whose sum is as small as possible.""")
        lines = table((f"x{a}", sign, f"x{b}") for a, sign, b in zip(self.left, self.relations, self.right))
        return f"{rules}\n{lines}\nGive x0, x1, ..., x{last} in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=self.size)

    def steps(self) -> list[tuple[int, int, int]]:
        """a, b, s: x[b] is at least x[a] + s."""
        found = []
        for a, sign, b in zip(self.left, self.relations, self.right):
            if sign in ("<", "<=", "="):
                found.append((a, b, int(sign == "<")))
            if sign in (">", ">=", "="):
                found.append((b, a, int(sign == ">")))
        return found

    def naive(self) -> int:
        """The sum when one number is made larger than another even where it may be equal to it."""
        steps = self.steps()
        reach = _reachable(self.size, steps)
        return sum(_least(self.size, [(a, b, s if reach[b] >> a & 1 else 1) for a, b, s in steps]))

    def solve(self) -> list[int]:
        """All ones, raised where a relation asks for it until none does: no solution has a smaller number anywhere."""
        return _least(self.size, self.steps())

    def score(self, answer: list[int]) -> float:
        for i, number in enumerate(answer):
            if number < 1:
                raise Infeasible(f"x{i} is not positive")
        for a, sign, b in zip(self.left, self.relations, self.right):
            if not HOLDS[sign](answer[a], answer[b]):
                raise Infeasible(f"x{a} {sign} x{b} does not hold")
        return minimized(sum(answer), sum(self.solution), naive=self.naive())


def _least(size: int, steps: list[tuple[int, int, int]]) -> list[int]:
    """The least positive numbers with x[b] >= x[a] + s, where there are any."""
    behind: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for a, b, s in steps:
        behind[a].append((b, s))
    numbers = [1] * size
    stack = list(range(size))
    while stack:
        a = stack.pop()
        for b, s in behind[a]:
            if numbers[b] < numbers[a] + s:
                numbers[b] = numbers[a] + s
                stack.append(b)
    return numbers


def _reachable(size: int, steps: list[tuple[int, int, int]]) -> list[int]:
    """Of each number, as bits, which are at least as large by the relations."""
    reach = [1 << a for a in range(size)]
    changed = True
    while changed:
        before = reach.copy()
        for a, b, _ in steps:
            reach[a] |= reach[b]
        changed = reach != before
    return reach
