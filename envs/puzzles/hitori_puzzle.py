"""Hitori."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.grids import Cell, cells, connected, lines, marked, neighbours
from rlve.envs.verdict import Infeasible

FREE, SHADED = ".", "*"
BORDER = (-1, -1)
REDRAWN = 0.85  # of the grids that shading the worst repetition again and again solves


@dataclass(frozen=True)
class HitoriPuzzle(Problem[list[str]]):
    """Shade cells so that no number repeats in a row or column."""

    max_difficulty = 45  # larger grids are longer, not harder

    grid: list[list[int]]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + 2 * difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        rows, columns = rng.randint(size - 1, size), rng.randint(size - 1, size)
        shading, values = _Shading(rows, columns), dict[Cell, int]()
        row_numbers: list[list[int]] = [[] for _ in range(rows)]
        column_numbers: list[list[int]] = [[] for _ in range(columns)]
        for cell in rng.sample(cells(rows, columns), rows * columns):
            seen = row_numbers[cell[0]] + column_numbers[cell[1]]
            if seen and rng.random() < 0.5 and shading.shade(cell):
                values[cell] = rng.choice(seen)
            else:
                values[cell] = next(value for value in range(1, len(seen) + 2) if value not in seen)
                row_numbers[cell[0]].append(values[cell])
                column_numbers[cell[1]].append(values[cell])
        grid = [[values[row, column] for column in range(columns)] for row in range(rows)]
        if 2 * sum(len(set(line)) < len(line) for line in lines(grid)) < rows + columns:
            raise Redraw
        problem = cls(grid, shading.pattern())
        if problem.right_in_a_hurry == rows + columns and rng.random() < REDRAWN:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Shade some cells of this grid of {len(self.grid)} rows and {len(self.grid[0])} columns so that (1) no
            number occurs more than once among the unshaded cells of a row or of a column, (2) no two shaded cells
            share a side, and (3) the unshaded cells form one region connected by shared sides.""")
        question = f"Give the rows from top to bottom, with {FREE} for an unshaded and {SHADED} for a shaded cell."
        return f"{rules}\n{table(self.grid)}\n{question}"

    def answer_format(self) -> Rows[str]:
        return Rows(Letters(FREE + SHADED, length=len(self.grid[0])), count=len(self.grid))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        shaded, free = marked(answer, SHADED), marked(answer, FREE)
        for row, column in sorted(shaded):
            if not shaded.isdisjoint([(row, column + 1), (row + 1, column)]):
                raise Infeasible(f"a shaded cell next to the shaded cell in row {row + 1}, column {column + 1}")
        if not connected(free):
            raise Infeasible("the unshaded cells are not connected")
        count = len(self.grid) + len(self.grid[0])
        return maximized(self._right_lines(shaded), count, power=10, naive=min(self.right_in_a_hurry, count - 1))

    def _right_lines(self, shaded: set[Cell]) -> int:
        rows, columns = range(len(self.grid)), range(len(self.grid[0]))
        numbers = [[self.grid[row][column] for column in columns if (row, column) not in shaded] for row in rows]
        numbers += [[self.grid[row][column] for row in rows if (row, column) not in shaded] for column in columns]
        return sum(len(set(line)) == len(line) for line in numbers)

    @cached_property
    def right_in_a_hurry(self) -> int:
        """The right lines after shading, again and again, the number that is repeated most and may be shaded."""
        rows, columns = len(self.grid), len(self.grid[0])
        groups: dict[tuple[str, int, int], set[Cell]] = {}  # the unshaded cells of a line that hold the same number
        for row, column in cells(rows, columns):
            for line in (("row", row, self.grid[row][column]), ("column", column, self.grid[row][column])):
                groups.setdefault(line, set()).add((row, column))
        repeated = {cell for group in groups.values() if len(group) > 1 for cell in group}
        shaded = set[Cell]()

        def repetitions(cell: Cell) -> int:
            number = self.grid[cell[0]][cell[1]]
            return len(groups["row", cell[0], number]) + len(groups["column", cell[1], number]) - 2

        while repeated:
            worst = max(sorted(repeated), key=repetitions)
            if not repetitions(worst):
                break
            number = self.grid[worst[0]][worst[1]]
            shaded.add(worst)
            repeated.difference_update([worst], neighbours(worst))
            groups["row", worst[0], number].discard(worst)
            groups["column", worst[1], number].discard(worst)
        return self._right_lines(shaded)


class _Shading:
    """Shaded cells that share no side and leave the others connected.

    They cut the others apart when steps over corners join them into a ring, or into a chain between two points of the
    border: so no two cells of one component, the border being one more cell, may be joined again.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.parent: dict[Cell, Cell] = {BORDER: BORDER}

    def shade(self, cell: Cell) -> bool:
        """Shades the cell if that keeps both rules."""
        row, column = cell
        if any(other in self.parent for other in neighbours(cell)):
            return False
        corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        joined = [self._root(corner) for corner in corners if corner in self.parent]
        if row in (0, self.rows - 1) or column in (0, self.columns - 1):
            joined.append(self._root(BORDER))
        if len(set(joined)) < len(joined):
            return False
        self.parent[cell] = cell
        self.parent.update(dict.fromkeys(joined, cell))
        return True

    def _root(self, cell: Cell) -> Cell:
        while self.parent[cell] != cell:
            cell = self.parent[cell]
        return cell

    def pattern(self) -> list[str]:
        return [
            "".join(SHADED if (row, column) in self.parent else FREE for column in range(self.columns))
            for row in range(self.rows)
        ]
