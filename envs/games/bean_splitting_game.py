"""A game of moving beans to later bottles."""

from dataclasses import dataclass
from functools import cache, reduce
from operator import xor
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.games import mex
from rlve.envs.verdict import Infeasible

LOST = 0.1  # share of the positions that are lost for the first player


@dataclass(frozen=True)
class BeanSplittingGame(Problem[list[int]]):
    """Replace a bean by two beans in later bottles, in turn: find a winning first move."""

    beans: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"bottles": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, bottles: int) -> Self:
        """A lost position is what a winning move leaves behind."""
        problem = cls(rng.choices(range(4), k=bottles))
        if not problem.solution:
            raise Redraw
        evening = problem.evening_move()
        if evening and problem.score(evening) == 1.0 and rng.random() < 0.7:
            raise Redraw
        if rng.random() < LOST:
            problem = cls(problem.after(*problem.solution))
            if not any(problem.beans[:-1]):
                raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.beans) - 1
        rules = prose(f"""
            The bottles 0..{last} hold the numbers of beans below, in this order. Two players move in turn. A move
            chooses bottles i, j and k with i < j <= k, of which bottle i is not empty. It takes one bean out of bottle
            i and puts one new bean into bottle j and one into bottle k (two into the same bottle if j = k). A player
            who cannot move loses. Find a first move after which the first player wins, whatever the opponent does.""")
        question = prose("""
            Give i, j and k. If every first move loses against perfect play, answer with the word none.""")
        return f"{rules}\n{' '.join(map(str, self.beans))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.beans) - 1), count=3, empty="none")

    def after(self, i: int, j: int, k: int) -> list[int]:
        beans = self.beans.copy()
        beans[i] -= 1
        beans[j] += 1
        beans[k] += 1
        return beans

    def evening_move(self) -> list[int]:
        """What makes as many bottles even as one move can, as if beans of all bottles were worth the same."""
        last = len(self.beans) - 1
        odd = [i for i, beans in enumerate(self.beans) if beans % 2]
        if not odd or odd[0] == last:
            return []
        return [odd[0], *sorted([*odd[1:3], last, last][:2])]

    def nim_sum(self) -> int:
        """Every bean is a game of its own, so that two beans in the same bottle cancel out."""
        return reduce(xor, (value for value, beans in zip(_values(len(self.beans)), self.beans) if beans % 2), 0)

    def solve(self) -> list[int]:
        total, values = self.nim_sum(), _values(len(self.beans))
        for i, beans in enumerate(self.beans if total else []):
            for j in range(i + 1, len(values) if beans else 0):
                for k in range(j, len(values)):
                    if values[j] ^ values[k] == total ^ values[i]:
                        return [i, j, k]
        return []

    def score(self, answer: list[int]) -> float:
        if not answer:
            return float(not self.solution)
        i, j, k = answer
        if not i < j <= k:
            raise Infeasible("not i < j <= k")
        if self.beans[i] == 0:
            raise Infeasible(f"bottle {i} is empty")
        return float(type(self)(self.after(i, j, k)).nim_sum() == 0)


@cache
def _values(bottles: int) -> list[int]:
    """The value of a bean by its bottle; it depends on the number of bottles behind only."""
    behind: list[int] = []
    for _ in range(bottles):
        behind.append(mex({a ^ b for a in behind for b in behind}))
    return behind[::-1]
