"""Shortest ways through mazes."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.grids import MOVES, Cell, distances, marked, neighbours
from rlve.envs.verdict import Infeasible

FREE, WALL = ".", "#"


@dataclass(frozen=True)
class GridMazeShortestPath(Problem[str]):
    """Walk through a maze with several ways in as few steps as possible."""

    max_difficulty = 60  # 73 rows of 73 cells

    rows: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"rooms": 7 + difficulty // 2, "openings": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, rooms: int, openings: int) -> Self:
        """A random tree of rooms with further openings, of which hurried walkers miss the shortest way."""
        size = 2 * rooms - 1
        free = _carved(rng, size)
        between = [(r, c) for r in range(size) for c in range(size) if (r + c) % 2 and (r, c) not in free]
        free.update(rng.sample(between, min(openings, len(between))))
        problem = cls(["".join(FREE if (r, c) in free else WALL for c in range(size)) for r in range(size)])
        least = distances((0, 0), free)[size - 1, size - 1]
        if least < 2 * (size - 1) + 4 or problem.naive() == least:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.rows) - 1
        rules = prose(f"""
            In the maze of {last + 1} rows and {last + 1} columns below, {FREE} is a free cell and {WALL} is a wall. Go
            from the top left cell to the bottom right cell. A step leads to the next cell to the left (L), to the right
            (R), above (U) or below (D); it must stay inside the maze and never lead onto a wall. Find a way with as few
            steps as possible; if there are several, any of them will do.""")
        return f"{rules}\n{table(self.rows, '')}\nGive the letters of the steps in order."

    def answer_format(self) -> Letters:
        return Letters("LRUD")

    def along_a_wall(self, hand: int = 1) -> str:
        """The way of somebody who keeps the right hand (1) or the left hand (-1) on the wall, without its loops."""
        free, goal = marked(self.rows, FREE), (len(self.rows) - 1, len(self.rows) - 1)
        turns = "RDLU"
        visited, steps, facing = [(0, 0)], "", 0
        while visited[-1] != goal:
            tries = [(facing + hand * turn) % 4 for turn in (1, 0, -1, 2)]
            facing = next(f for f in tries if _moved(visited[-1], turns[f]) in free)
            cell = _moved(visited[-1], turns[facing])
            if cell in visited:
                steps = steps[: visited.index(cell)]
                visited = visited[: len(steps) + 1]
            else:
                visited.append(cell)
                steps += turns[facing]
        return steps

    def depth_first(self, moves: str) -> str:
        """The way of somebody who tries the moves in this order, never enters a cell twice, and turns back if stuck."""
        free, goal = marked(self.rows, FREE), (len(self.rows) - 1, len(self.rows) - 1)
        trail, steps = [(0, 0)], ""
        while trail[-1] != goal:
            free.discard(trail[-1])
            move = next((move for move in moves if _moved(trail[-1], move) in free), "")
            if move:
                trail.append(_moved(trail[-1], move))
                steps += move
            else:
                trail.pop()
                steps = steps[:-1]
        return steps

    def naive(self) -> int:
        """The steps of hurried walkers."""
        back = type(self)([row[::-1] for row in self.rows[::-1]])
        ways = [self.along_a_wall(), self.depth_first("RDLU"), back.depth_first("RDLU")]
        return min(map(len, ways))

    def solve(self) -> str:
        """Downhill by the distances to the goal."""
        goal = len(self.rows) - 1, len(self.rows) - 1
        left = distances(goal, marked(self.rows, FREE))
        cell, steps = (0, 0), ""
        while cell != goal:
            steps += next(move for move in MOVES if left.get(_moved(cell, move), left[cell]) < left[cell])
            cell = _moved(cell, steps[-1])
        return steps

    def score(self, answer: str) -> float:
        free = marked(self.rows, FREE)
        cell = (0, 0)
        for number, move in enumerate(answer, start=1):
            cell = _moved(cell, move)
            if cell not in free:
                raise Infeasible(f"step {number} leads onto a wall or out of the maze")
        if cell != (len(self.rows) - 1, len(self.rows) - 1):
            raise Infeasible("the way does not end in the bottom right cell")
        return minimized(len(answer), len(self.solution), naive=self.naive())


def _moved(cell: Cell, move: str) -> Cell:
    return cell[0] + MOVES[move][0], cell[1] + MOVES[move][1]


def _carved(rng: Random, size: int) -> set[Cell]:
    """Rooms in even rows and columns, and the openings between them that a random depth-first search goes through."""
    free, path = {(0, 0)}, [(0, 0)]
    while path:
        r, c = path[-1]
        ways = [(a, b) for a, b in neighbours((r, c)) if 0 <= 2 * a - r < size and 0 <= 2 * b - c < size]
        ways = [(a, b) for a, b in ways if (2 * a - r, 2 * b - c) not in free]
        if ways:
            a, b = rng.choice(ways)
            path.append((2 * a - r, 2 * b - c))
            free |= {(a, b), path[-1]}
        else:
            path.pop()
    return free
