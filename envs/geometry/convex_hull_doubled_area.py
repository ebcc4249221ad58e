"""Areas of convex hulls."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class ConvexHullDoubledArea(Problem[int]):
    """Give twice the area of the convex hull of points with integer coordinates."""

    points: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """In a rectangle or half of one, so that the hull's share of the bounding box varies; not all are corners."""
        width, height = rng.randint(size, 4 * size), rng.randint(size, 4 * size)
        points = [[rng.randint(0, width), rng.randint(0, height)] for _ in range(size)]
        if rng.random() < 0.5:  # fold one half onto the other
            points = [[x, y] if x * height <= y * width else [width - x, height - y] for x, y in points]
        if rng.random() < 0.5:
            points = [[width - x, y] for x, y in points]
        if len({(x, y) for x, y in points}) < size:
            raise Redraw
        if not 3 <= len(_hull(points)) < size:
            raise Redraw
        return cls(points)

    def statement(self) -> str:
        rules = prose(f"""
            Below are the coordinates x y of {len(self.points)} different points of the plane. The convex hull is the
            smallest convex region that contains all of them. Twice its area is an integer: which one?""")
        return f"{rules}\n{table(self.points)}"

    def answer_format(self) -> Integer:
        return Integer(1)

    def solve(self) -> int:
        corners = _hull(self.points)
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))


def _hull(points: list[list[int]]) -> list[list[int]]:
    """The corners, counterclockwise, by Andrew's monotone chain."""
    ascending = sorted(points)
    return _lower_hull(ascending)[:-1] + _lower_hull(ascending[::-1])[:-1]


def _lower_hull(points: list[list[int]]) -> list[list[int]]:
    """From the first to the last of sorted points, turning left at every corner."""
    hull: list[list[int]] = []
    for x, y in points:
        while len(hull) > 1:
            (ax, ay), (bx, by) = hull[-2:]
            if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                break
            hull.pop()
        hull.append([x, y])
    return hull
