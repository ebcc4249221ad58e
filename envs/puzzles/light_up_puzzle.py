"""Light Up (Akari)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import MOVES, Cell, cells, marked, neighbours
from rlve.envs.verdict import Infeasible

WHITE, BLACK, LAMP, DIGITS = ".", "#", "L", "01234"


@dataclass(frozen=True)
class LightUpPuzzle(Problem[list[str]]):
    """Place lamps that light every white cell of a grid, none of them another lamp, and as many as digits say."""

    grid: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        rows, columns = rng.randint(size, size + 1), rng.randint(size, size + 1)
        everywhere = cells(rows, columns)
        blacks = rng.sample(everywhere, len(everywhere) * rng.randint(15, 35) // 100)
        white = set(everywhere).difference(blacks)
        in_order = [cell for cell in everywhere if cell in white]
        lamps = _lamps(rng.sample(in_order, len(in_order)), white)
        numbered = [black for black in blacks if not white.isdisjoint(neighbours(black)) and rng.random() < 0.7]
        counts = {black: _lamps_beside(black, lamps) for black in numbered}
        greedy = _lamps(in_order, white)
        if all(_lamps_beside(black, greedy) == count for black, count in counts.items()):
            raise Redraw
        marks = dict.fromkeys(white, WHITE) | {black: str(counts.get(black, BLACK)) for black in blacks}
        grid = ["".join(marks[row, column] for column in range(columns)) for row in range(rows)]
        marks |= dict.fromkeys(lamps, LAMP)
        return cls(grid, ["".join(marks[row, column] for column in range(columns)) for row in range(rows)])

    def statement(self) -> str:
        rules = prose(f"""
            In this grid, {WHITE} is a white cell; {BLACK} and the digits are black cells. Place lamps on some white
            cells. A lamp lights its own cell and, in each of the four directions along its row and column, all white
            cells up to the first black cell or the border. Every white cell must be lit, no lamp may be lit by another
            lamp, and each black cell with a digit must have exactly that many lamps among the cells that share a side
            with it. For black cells without a digit there is no such condition.""")
        grid = "\n".join(self.grid)
        return f"{rules}\n{grid}\nGive the rows of the grid with {LAMP} in place of {WHITE} for each lamp."

    def answer_format(self) -> Rows[str]:
        return Rows(Letters(WHITE + LAMP + BLACK + DIGITS, length=len(self.grid[0])), count=len(self.grid))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        lamps, white = marked(answer, LAMP), marked(self.grid, WHITE)
        if [row.replace(LAMP, WHITE) for row in answer] != self.grid:
            raise Infeasible("the grid without the lamps is not the given one")
        lit = set(lamps)
        for lamp in sorted(lamps):
            for cell in _rays(lamp, white):
                if cell in lamps:
                    raise Infeasible(f"the lamp in row {lamp[0] + 1}, column {lamp[1] + 1} lights another lamp")
                lit.add(cell)
        for row, column in sorted(white - lit):
            raise Infeasible(f"the cell in row {row + 1}, column {column + 1} is not lit")
        counts = [(int(digit), cell) for digit in DIGITS for cell in marked(self.grid, digit)]
        return proportion(sum(_lamps_beside(cell, lamps) == count for count, cell in counts), len(counts))


def _rays(lamp: Cell, white: Collection[Cell]) -> Iterator[Cell]:
    """The cells lit by a lamp, its own left out."""
    for down, right in MOVES.values():
        row, column = lamp[0] + down, lamp[1] + right
        while (row, column) in white:
            yield row, column
            row, column = row + down, column + right


def _lamps(order: Iterable[Cell], white: Collection[Cell]) -> set[Cell]:
    """Lamps on each cell, in this order, that is not lit yet: they light everything, and none another."""
    lamps, lit = set[Cell](), set[Cell]()
    for cell in order:
        if cell not in lit:
            lamps.add(cell)
            lit.add(cell)
            lit.update(_rays(cell, white))
    return lamps


def _lamps_beside(cell: Cell, lamps: Collection[Cell]) -> int:
    return sum(other in lamps for other in neighbours(cell))
