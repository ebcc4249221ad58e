"""A game of flipping the multiples of a number."""

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

LOST = 0.08  # share of the positions that are lost for the first player
WRONG_COUNT = 0.2


@dataclass(frozen=True)
class MultiplesFlippingGame(Problem[list[int]]):
    """Flip the first multiples of a white cell's number in turn: count the winning first moves and give one."""

    cells: int
    white: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"cells": 14 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, cells: int) -> Self:
        """A lost position is what a winning move leaves behind."""
        white = sorted(rng.sample(range(1 if rng.random() < 0.4 else 2, cells + 1), rng.randint(3, cells - 2)))
        problem = cls(cells, white)
        winning = problem.winning_moves()
        if rng.random() < LOST and winning:
            cell, last = rng.choice(winning)
            problem = cls(cells, sorted(set(white) ^ set(range(cell, cell * last + 1, cell))))
            winning = []
        elif not winning:
            raise Redraw
        if not problem.white:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            The cells 1..{self.cells} are white or black. Two players move in turn. A move picks a white cell x and an
            integer k from 1 to floor({self.cells} / x), and changes the colour of each of the cells x, 2x, ..., kx from
            white to black or from black to white. A player who finds no white cell loses. At first the cells listed
            below are white, and all others are black. Which first moves (x, k) make sure that the first player wins,
            whatever the opponent does?""")
        question = prose("""
            Give three integers: how many such moves there are, and x and k of any one of them. If there are none, give
            the single integer 0.""")
        return f"{rules}\n{' '.join(map(str, self.white))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0))

    def winning_moves(self) -> list[list[int]]:
        """A move from x changes the nim-sum by the values of all the cells that it flips; it must become 0."""
        values = _values(self.cells)
        total = reduce(xor, (values[cell] for cell in self.white))
        found = []
        for cell in self.white:
            left = total
            for k, flipped in enumerate(range(cell, self.cells + 1, cell), start=1):
                left ^= values[flipped]
                if left == 0:
                    found.append([cell, k])
        return found

    def solve(self) -> list[int]:
        winning = self.winning_moves()
        return [len(winning), *winning[0]] if winning else [0]

    def score(self, answer: list[int]) -> float:
        if answer == [0]:
            return float(self.solution == [0])
        if len(answer) != 3:
            raise Infeasible("neither three integers nor a single 0")
        count, cell, k = answer
        if cell not in self.white or not 1 <= k <= self.cells // cell:
            raise Infeasible("the move is not allowed")
        winning = self.winning_moves()
        if [cell, k] not in winning:
            return 0.0
        return 1.0 if count == len(winning) else WRONG_COUNT


@cache
def _values(cells: int) -> list[int]:
    """The value of a single white cell among so many, by its number: cells are games of their own, joined by XOR."""
    values = [0] * (cells + 1)
    for cell in range(cells, 0, -1):
        reached, after = {0}, 0
        for multiple in range(2 * cell, cells + 1, cell):
            after ^= values[multiple]
            reached.add(after)
        values[cell] = mex(reached)
    return values
