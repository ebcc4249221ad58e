"""Minesweeper boards from their clues."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.grids import Cell, cells, marked, surrounding
from rlve.envs.verdict import Infeasible

UNKNOWN, MINE, EMPTY = "?", "*", "."
REDRAWN = 0.85  # of the boards that digits solve one at a time, or a mine wherever they allow one


@dataclass(frozen=True)
class MinesweeperReconstruction(Problem[list[str]]):
    """Place mines so that they agree with all the numbers of a Minesweeper board."""

    clues: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        rows, columns = rng.randint(size, size + 1), rng.randint(size, size + 1)
        everywhere = cells(rows, columns)
        mines = set(rng.sample(everywhere, len(everywhere) * rng.randint(25, 45) // 100))
        shown = {cell: _mines_around(cell, mines) for cell in everywhere if cell not in mines and rng.random() < 0.75}
        if 4 * sum(count > 0 for count in shown.values()) < len(everywhere):
            raise Redraw
        problem = cls(
            ["".join(str(shown.get((row, column), UNKNOWN)) for column in range(columns)) for row in range(rows)],
            ["".join(MINE if (row, column) in mines else EMPTY for column in range(columns)) for row in range(rows)],
        )
        if problem.right_in_a_hurry == len(shown) and rng.random() < REDRAWN:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            In this grid of {len(self.clues)} rows and {len(self.clues[0])} columns, every cell with a digit is empty,
            and the digit is the number of mines among the up to eight cells that share a side or a corner with it.
            Every {UNKNOWN} is either a mine or empty. Place mines so that all digits are right; how many mines there
            are in all is not prescribed.""")
        question = f"Give the rows of the grid, with {MINE} for a mine and {EMPTY} for an empty cell."
        return f"{rules}\n" + "\n".join(self.clues) + f"\n{question}"

    def answer_format(self) -> Rows[str]:
        return Rows(Letters(MINE + EMPTY, length=len(self.clues[0])), count=len(self.clues))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        mines = marked(answer, MINE)
        for row, column in self._digits():
            if (row, column) in mines:
                raise Infeasible(f"a mine on the digit in row {row + 1}, column {column + 1}")
        count = len(self._digits())
        return maximized(self._right_digits(mines), count, power=10, naive=min(self.right_in_a_hurry, count - 1))

    def _digits(self) -> dict[Cell, int]:
        return {
            (row, column): int(clue)
            for row, clues in enumerate(self.clues)
            for column, clue in enumerate(clues)
            if clue != UNKNOWN
        }

    def _right_digits(self, mines: set[Cell]) -> int:
        return sum(_mines_around(cell, mines) == count for cell, count in self._digits().items())

    @cached_property
    def right_in_a_hurry(self) -> int:
        """The right digits if mines are put where the digits allow them, or where a single digit says so for sure."""
        digits, unknown = self._digits(), marked(self.clues, UNKNOWN)
        wanted, allowed = dict(digits), set[Cell]()
        for cell in sorted(unknown):
            beside = [other for other in surrounding(cell) if other in wanted]
            if all(wanted[other] for other in beside):
                allowed.add(cell)
                wanted |= {other: wanted[other] - 1 for other in beside}
        around = {cell: unknown.intersection(surrounding(cell)) for cell in digits}
        mines, decided, told = set[Cell](), set[Cell](), True
        while told:
            told = False
            for cell, count in digits.items():
                undecided = around[cell] - decided
                lacking = count - len(around[cell] & mines)
                if undecided and lacking in (0, len(undecided)):
                    decided |= undecided
                    mines |= undecided if lacking else set()
                    told = True
        return max(self._right_digits(allowed), self._right_digits(mines))


def _mines_around(cell: Cell, mines: set[Cell]) -> int:
    return sum(other in mines for other in surrounding(cell))
