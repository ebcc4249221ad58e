"""Arrows on a torus that lead everybody around."""

from collections import Counter
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.grids import MOVES, cells
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class ToroidalArrowGridRepair(Problem[list[str]]):
    """Turn as few arrows of a toroidal grid as possible so that from every cell they lead back to it."""

    max_difficulty = 20  # up to 13 rows of 13 cells

    grid: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 3 + difficulty // 3, "longest_side": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        rows, columns = (rng.randint(shortest_side, longest_side) for _ in range(2))
        weights = [rng.randint(1, 3) for _ in MOVES]
        problem = cls(["".join(rng.choices([*MOVES], weights, k=columns)) for _ in range(rows)])
        if not 0 < problem.changes(problem.solution) < problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Each cell of the grid below ({len(self.grid)} rows of {len(self.grid[0])} cells) holds a letter that says to
            which neighbouring cell one moves from there: L to the left, R to the right, U up, D down. The grid wraps
            around: left of the first column is the last one, above the first row is the last one, and the other way
            round. Change as few letters as possible so that, from whatever cell one starts, following the letters
            brings one back to this cell after some moves; this is so exactly if no two cells lead to the same cell. If
            several ways are equally good, any of them will do.""")
        return f"{rules}\n{table(self.grid, '')}\nGive the whole grid after the changes, one row a line."

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("LRUD", length=len(self.grid[0])), count=len(self.grid))

    def target(self, row: int, column: int, letter: str) -> tuple[int, int]:
        down, right = MOVES[letter]
        return (row + down) % len(self.grid), (column + right) % len(self.grid[0])

    def changes(self, answer: list[str]) -> int:
        return sum(old != new for before, after in zip(self.grid, answer) for old, new in zip(before, after))

    def naive(self) -> int:
        """What it costs to turn each row into one direction, or each column."""
        row_cost = sum(len(row) - max(row.count("L"), row.count("R")) for row in self.grid)
        column_cost = sum(len(each) - max(each.count("U"), each.count("D")) for each in zip(*self.grid))
        return min(row_cost, column_cost)

    def solve(self) -> list[str]:
        """A perfect matching of cells and targets with the most letters kept, by cheapest augmenting paths."""
        rows, columns = len(self.grid), len(self.grid[0])
        places = cells(rows, columns)
        costs: list[dict[int, int]] = []
        for row, column in places:
            reached = {self.target(row, column, letter): int(letter != self.grid[row][column]) for letter in MOVES}
            costs.append({r * columns + c: cost for (r, c), cost in reached.items()})
        chosen = cheapest_assignment(costs)
        letters = []
        for (row, column), goal in zip(places, chosen):
            letters.append(next(x for x in MOVES if self.target(row, column, x) == divmod(goal, columns)))
        return ["".join(letters[row * columns : (row + 1) * columns]) for row in range(rows)]

    def score(self, answer: list[str]) -> float:
        places = cells(len(self.grid), len(self.grid[0]))
        goals = Counter(self.target(row, column, answer[row][column]) for row, column in places)
        for (row, column), times in goals.items():
            if times > 1:
                raise Infeasible(f"{times} cells lead to the cell in row {row + 1}, column {column + 1}")
        return minimized(self.changes(answer), self.changes(self.solution), naive=self.naive())


def cheapest_assignment(costs: list[dict[int, int]]) -> list[int]:
    """For every row a column of its own, at the least total cost; costs are >= 0, and such a choice must exist.

    Row after row joins along a cheapest augmenting path; potentials keep the costs on the way from being negative.
    """
    owner: dict[int, int] = {}
    chosen = [-1] * len(costs)
    row_potential, column_potential = [0] * len(costs), [0] * len(costs)
    for start in range(len(costs)):
        best: dict[int, int] = {}
        before: dict[int, int] = {}
        settled: dict[int, int] = {}
        queue: list[tuple[int, int]] = []
        row, so_far, end = start, 0, -1
        while end < 0:
            for column, cost in costs[row].items():
                length = so_far + cost - row_potential[row] - column_potential[column]
                if column not in settled and length < best.get(column, length + 1):
                    best[column], before[column] = length, row
                    heappush(queue, (length, column))
            so_far, column = heappop(queue)
            while column in settled:  # an entry that is out of date
                so_far, column = heappop(queue)
            settled[column] = so_far
            row = owner.get(column, -1)
            if row < 0:
                end = column
        for column, length in settled.items():
            if column in owner:
                row_potential[owner[column]] += so_far - length
            column_potential[column] -= so_far - length
        row_potential[start] += so_far
        column = end
        while column >= 0:
            row = before[column]
            owner[column], chosen[row], column = row, column, chosen[row]
    return chosen
