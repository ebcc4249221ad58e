"""Sequences of four symbols in which neighbours form given pairs and given positions differ."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.draws import distinct
from rlve.envs.verdict import Infeasible

REDRAWN = 0.9  # of the problems that the first symbol that fits, or walking to and fro, solves
TO_AND_FRO = (3, 0, 1, 2, 1, 0)
NEXT = {0: (1, 3), 1: (0, 2), 2: (1,), 3: (0,)}


@dataclass(frozen=True)
class FourSymbolDistinctnessSequence(Problem[list[int]]):
    """Write symbols 0..3 such that neighbours form allowed pairs and the symbols at given positions all differ."""

    conditions: list[list[int]]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 8 + difficulty, "conditions": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int, conditions: int) -> Self:
        weights = [rng.randint(1, length) for _ in range(4)]
        planted = rng.choices(range(4), weights)
        while len(planted) < length:
            following = NEXT[planted[-1]]
            planted += rng.choices(following, [weights[symbol] for symbol in following])

        def draw_condition() -> tuple[int, ...] | None:
            positions = sorted(rng.sample(range(length), rng.randint(2, 4)))
            symbols = {planted[position] for position in positions}
            even = any((b - a) % 2 == 0 for a, b in combinations(positions, 2))  # others always differ
            return tuple(positions) if even and len(symbols) == len(positions) else None

        drawn = distinct(draw_condition, conditions)
        shuffled = [[position + 1 for position in rng.sample(positions, len(positions))] for positions in drawn]
        problem = cls(shuffled, planted)
        obvious = (problem.first_fitting, *([TO_AND_FRO[(k + d) % 6] for k in range(length)] for d in range(6)))
        if any(problem.kept(symbols) == conditions for symbols in obvious) and rng.random() < REDRAWN:
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.planted)
        rules = prose(f"""
            Write a sequence of {length} symbols, each of them 0, 1, 2 or 3. Two neighbouring symbols must be, in either
            order, 0 and 1, or 0 and 3, or 1 and 2; no other two symbols may be neighbours, and neither may two equal
            ones. Positions are numbered from 1 to {length}. Each of the following {len(self.conditions)} lines names
            some positions: the symbols at these positions must be all different from one another.""")
        return f"{rules}\n{table(self.conditions)}\nGive the {length} symbols in order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, 3), count=len(self.planted))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        for position, (symbol, following) in enumerate(zip(answer, answer[1:]), start=1):
            if following not in NEXT[symbol]:
                raise Infeasible(f"{symbol} and {following} at positions {position} and {position + 1} are neighbours")
        return maximized(self.kept(answer), len(self.conditions), power=10, naive=self.kept(self.first_fitting))

    def kept(self, symbols: list[int]) -> int:
        return sum(len({symbols[place - 1] for place in places}) == len(places) for places in self.conditions)

    @cached_property
    def first_fitting(self) -> list[int]:
        """The first symbol that may follow and breaks no condition so far, or the first that may follow."""
        symbols = list[int]()
        lines = [[line for line in self.conditions if place in line] for place in range(1, len(self.planted) + 1)]
        for here in lines:
            allowed = NEXT[symbols[-1]] if symbols else tuple(NEXT)
            taken = {symbols[place - 1] for line in here for place in line if place <= len(symbols)}
            symbols.append(next((symbol for symbol in allowed if symbol not in taken), allowed[0]))
        return symbols
