"""Clearing the marked cells of a cuboid by boxes."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible

Layer = tuple[int, int]  # axis, coordinate


@dataclass(frozen=True)
class MinCostBoxErasure3d(Problem[list[list[int]]]):
    """Clear the marked cells of a cuboid by boxes, each of which costs its shortest side, for the least total."""

    max_difficulty = 60

    sides: list[int]
    cells: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest": min(8, 5 + difficulty // 5), "longest": 7 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest: int, longest: int) -> Self:
        """Marked cells in a few hidden layers, fewer than the shortest side; other layers hold some of each of them."""
        sides = [shortest, rng.randint(shortest, longest), rng.randint(shortest, longest)]
        rng.shuffle(sides)
        count = rng.randint(max(2, shortest - 2), shortest - 1)
        layers: list[Layer] = []
        while len(layers) < count:
            axis = rng.randrange(3)
            layer = (axis, rng.randrange(sides[axis]))
            if layer not in layers:
                layers.append(layer)
        shared = [rng.randrange(side) for side in sides]
        cells: list[list[int]] = []
        for axis, coordinate in layers:
            for _ in range(rng.randint(4, 4 + longest // 3)):
                cell = [rng.randrange(side) if rng.random() < 0.75 else other for side, other in zip(sides, shared)]
                cell[axis] = coordinate
                if cell not in cells:
                    cells.append(cell)
        rng.shuffle(cells)
        problem = cls(sides, cells)
        if not 1 < len(problem.solution) < problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        a, b, c = self.sides
        rules = prose(f"""
            A cuboid consists of the cells (x, y, z) with 0 <= x < {a}, 0 <= y < {b} and 0 <= z < {c}. An operation
            chooses integers x1 < x2, y1 < y2 and z1 < z2 with 0 <= x1, x2 <= {a}, 0 <= y1, y2 <= {b}, 0 <= z1 and
            z2 <= {c}, and clears all cells with x1 <= x < x2, y1 <= y < y2 and z1 <= z < z2. It costs the smallest of
            x2 - x1, y2 - y1 and z2 - z1. Boxes may overlap, and may contain cells that are not marked. Clear all marked
            cells by operations whose costs add up to as little as possible. If several lists of operations are equally
            good, any of them will do. The lines below give the marked cells, x y z each.""")
        return f"{rules}\n{table(self.cells)}\nGive the operations, one a line: x1 x2 y1 y2 z1 z2."

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(0, max(self.sides)), count=6))

    def boxes(self, layers: list[Layer]) -> list[list[int]]:
        """Each layer as a box of thickness 1."""
        found = []
        for axis, coordinate in layers:
            box = [end for side in self.sides for end in (0, side)]
            box[2 * axis : 2 * axis + 2] = [coordinate, coordinate + 1]
            found.append(box)
        return found

    def greedy(self) -> list[Layer]:
        """The layer with most cells that are left, again and again."""
        left, chosen = self.cells, []
        while left:
            layers = [(axis, coordinate) for axis in range(3) for coordinate in range(self.sides[axis])]
            axis, coordinate = max(layers, key=lambda layer: sum(cell[layer[0]] == layer[1] for cell in left))
            chosen.append((axis, coordinate))
            left = [cell for cell in left if cell[axis] != coordinate]
        return chosen

    def one_axis(self) -> list[Layer]:
        """All layers with marked cells along the axis that has the fewest of them."""
        used = [sorted({(axis, cell[axis]) for cell in self.cells}) for axis in range(3)]
        return min(used, key=len)

    def naive(self) -> int:
        """The cheapest of one box for all, layers of one axis, and the fullest layers one after the other."""
        return min(*self.sides, len(self.one_axis()), len(self.greedy()))

    def solve(self) -> list[list[int]]:
        """A box of cost k is no better than k full layers of thickness 1.

        For each set of layers along the shortest axis the other cells ask for a least vertex cover: every cell joins
        a layer of the second axis to one of the third.
        """
        short, second, third = sorted(range(3), key=self.sides.__getitem__)
        best = self.greedy()
        for chosen in range(1 << self.sides[short]):
            if chosen.bit_count() >= len(best):
                continue
            joined = {(c[second], c[third]) for c in self.cells if not chosen >> c[short] & 1}
            cover = _least_cover(joined, len(best) - chosen.bit_count())
            if cover is not None:
                rows, columns = cover
                best = [(short, i) for i in range(self.sides[short]) if chosen >> i & 1]
                best += [(second, i) for i in sorted(rows)] + [(third, i) for i in sorted(columns)]
        return self.boxes(best)

    def score(self, answer: list[list[int]]) -> float:
        cost = 0
        for x1, x2, y1, y2, z1, z2 in answer:
            lengths = (x2 - x1, y2 - y1, z2 - z1)
            if min(lengths) < 1 or any(end > side for end, side in zip((x2, y2, z2), self.sides)):
                raise Infeasible("a box is empty or leaves the cuboid")
            cost += min(lengths)
        if len(answer) > len(self.cells):  # dearer than any sensible list, and long to check
            return 0.0
        for x, y, z in self.cells:
            if not any(x1 <= x < x2 and y1 <= y < y2 and z1 <= z < z2 for x1, x2, y1, y2, z1, z2 in answer):
                raise Infeasible(f"the cell ({x}, {y}, {z}) is not cleared")
        return minimized(cost, len(self.solution), naive=self.naive())


def _least_cover(edges: set[tuple[int, int]], below: int) -> tuple[set[int], set[int]] | None:
    """Fewest rows and columns with all edges of a bipartite graph, by Koenig's theorem; None if not below the limit."""
    columns_of: dict[int, list[int]] = {}
    for row, column in sorted(edges):
        columns_of.setdefault(row, []).append(column)
    row_of: dict[int, int] = {}  # the matching, by column

    def augment(row: int, seen: set[int]) -> bool:
        for column in columns_of[row]:
            if column not in seen:
                seen.add(column)
                if column not in row_of or augment(row_of[column], seen):
                    row_of[column] = row
                    return True
        return False

    for row in columns_of:
        augment(row, set())
        if len(row_of) >= below:
            return None
    unmatched = set(columns_of) - set(row_of.values())
    reached, columns = set(unmatched), set()
    stack = sorted(unmatched)
    while stack:
        for column in columns_of[stack.pop()]:
            if column not in columns:
                columns.add(column)
                if row_of[column] not in reached:
                    reached.add(row_of[column])
                    stack.append(row_of[column])
    return set(columns_of) - reached, columns
