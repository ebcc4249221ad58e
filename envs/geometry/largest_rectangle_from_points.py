"""The largest rectangle with corners among given points."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LargestRectangleFromPoints(Problem[list[int]]):
    """Choose four of the given points that are the corners of a rectangle of the largest area."""

    max_difficulty = 18  # about 130 points

    points: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": geometric(16, difficulty), "rectangles": 4 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, size: int, rectangles: int) -> Self:
        """Rectangles of different slopes among points at random; the largest one is no obvious one."""
        points: set[tuple[int, int]] = set()
        for _ in range(rectangles):
            p, q = rng.choice([(1, 0), (1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3)])
            x, y = rng.randint(-size, size), rng.randint(-size, size)
            a, b = rng.sample(range(1, size // 3 + 2), 2)
            points |= {(x + i * p - j * q, y + i * q + j * p) for i in (0, a) for j in (0, b)}
        if len(points) > size + 4:
            raise Redraw
        while len(points) < size:
            points.add((rng.randint(-2 * size, 2 * size), rng.randint(-2 * size, 2 * size)))
        shuffled = rng.sample(sorted(points), len(points))
        problem = cls([[x, y] for x, y in shuffled])
        if problem.area(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.points) - 1
        rules = prose(f"""
            The lines below give the integer coordinates x y of the points 0, 1, ..., {last} of the plane, in this
            order. Choose four of them that are the corners of a rectangle of positive area; its sides need not be
            parallel to the axes. Its area is to be as large as possible. There is at least one rectangle; if several
            are equally large, any of them will do.""")
        return f"{rules}\n{table(self.points)}\nGive the numbers of the four points, in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.points) - 1), count=4)

    def rectangles(self) -> list[tuple[int, list[int]]]:
        """All rectangles with their areas: two pairs of points with the same middle and the same distance."""
        diagonals: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        for i, j in combinations(range(len(self.points)), 2):
            (x, y), (u, v) = self.points[i], self.points[j]
            diagonals.setdefault((x + u, y + v, (x - u) ** 2 + (y - v) ** 2), []).append((i, j))
        found = [[*first, *second] for pairs in diagonals.values() for first, second in combinations(pairs, 2)]
        return [(self.area(corners), corners) for corners in found]

    def area(self, corners: list[int]) -> int:
        """Of a rectangle whose first two corners lie opposite one another."""
        (ax, ay), (bx, by), (cx, cy) = (self.points[corner] for corner in corners[:3])
        return abs((ax - cx) * (by - cy) - (ay - cy) * (bx - cx))

    def naive(self) -> int:
        """The largest area with sides parallel to the axes, or that of the longest diagonal."""
        found = self.rectangles()
        straight = [area for area, corners in found if len({self.points[corner][0] for corner in corners}) == 2]
        return max([*straight, max(found, key=lambda each: self.diagonal(each[1]))[0]])

    def diagonal(self, corners: list[int]) -> int:
        """The squared length between the first two corners."""
        (x, y), (u, v) = (self.points[corner] for corner in corners[:2])
        return (x - u) ** 2 + (y - v) ** 2

    def solve(self) -> list[int]:
        return max(self.rectangles())[1]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < 4:
            raise Infeasible("a point is chosen twice")
        first, *others = answer
        (ax, ay) = self.points[first]
        for opposite in others:
            p, q = (self.points[corner] for corner in others if corner != opposite)
            u, v = self.points[opposite]
            parallelogram = (ax + u, ay + v) == (p[0] + q[0], p[1] + q[1])
            if parallelogram and (p[0] - ax) * (q[0] - ax) + (p[1] - ay) * (q[1] - ay) == 0:
                area = self.area([first, opposite, *(corner for corner in others if corner != opposite)])
                return maximized(area, self.area(self.solution), naive=self.naive())
        raise Infeasible("the four points are not the corners of a rectangle")
