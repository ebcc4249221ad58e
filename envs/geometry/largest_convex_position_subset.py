"""Points in convex position."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible

Point = list[int]


@dataclass(frozen=True)
class LargestConvexPositionSubset(Problem[list[int]]):
    """Choose as many points as possible such that all of them are corners of their convex hull."""

    max_difficulty = 35  # 43 points

    points: list[Point]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """No three points on a line, and the corners of the hull of all points are not the best choice."""
        points: list[Point] = []
        for _ in range(20 * size):
            point = [rng.randint(0, 4 * size), rng.randint(0, 4 * size)]
            if point not in points and all(_turn(a, b, point) for a, b in combinations(points, 2)):
                points.append(point)
            if len(points) == size:
                break
        else:
            raise Redraw
        problem = cls(points)
        if len(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            The lines below give the integer coordinates x y of the points 1, 2, ..., {len(self.points)} of the plane,
            in this order; no three of them lie on a line. Choose at least three of them such that all chosen points are
            corners of the convex hull of the chosen points, that is, such that they are the corners of a convex
            polygon. Points that are not chosen may lie inside it. Choose as many points as possible; if several choices
            are equally good, any of them will do.""")
        return f"{rules}\n{table(self.points)}\nGive the numbers of the chosen points, in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.points)))

    def naive(self) -> int:
        """The most corners that the hull of all points has, or of those that are left when hulls are taken away."""
        left, most = self.points, 0
        while len(left) > 2:
            corners = hull(left)
            most = max(most, len(corners))
            left = [point for point in left if point not in corners]
        return most

    def solve(self) -> list[int]:
        """For each lowest point the longest chain of left turns around it; chains grow by edges in order of angle.

        With the points above the lowest sorted around it, best[i][j] is the length of the longest chain that ends with
        the edge from i to j.
        """
        best: list[Point] = []
        for lowest in self.points:
            above = [point for point in self.points if (point[1], point[0]) > (lowest[1], lowest[0])]
            if len(above) + 1 > len(best):
                best = max(best, _longest_around(lowest, above), key=len)
        return [self.points.index(point) + 1 for point in best]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("a point is chosen twice")
        if len(answer) < 3:
            raise Infeasible("fewer than three points are chosen")
        if len(hull([self.points[number - 1] for number in answer])) < len(answer):
            raise Infeasible("a chosen point is no corner of the convex hull")
        return maximized(len(answer), len(self.solution), naive=self.naive())


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive for a turn to the left on the way from a over b to c, 0 on a line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, counterclockwise, without points on its sides."""
    ascending = sorted(points)
    corners: list[Point] = []
    for way in (ascending, ascending[::-1]):
        start = len(corners)
        for point in way:
            while len(corners) > start + 1 and _turn(corners[-2], corners[-1], point) <= 0:
                corners.pop()
            corners.append(point)
        corners.pop()
    return corners


def _longest_around(lowest: Point, above: list[Point]) -> list[Point]:
    """A largest set in convex position that contains `lowest` and otherwise only points above it."""
    ring = _by_angle(lowest, above)
    best: list[list[Point]] = [[]]
    chains: list[dict[int, list[Point]]] = []  # for each end j, by the place i before it
    for j, end in enumerate(ring):
        ending = {-1: [lowest, end]}
        for i in range(j):
            longest: list[Point] = []
            for h, chain in chains[i].items():
                before = lowest if h < 0 else ring[h]
                if len(chain) > len(longest) and _turn(before, ring[i], end) > 0:
                    longest = chain
            if longest:
                ending[i] = [*longest, end]
        chains.append(ending)
        best.extend(ending.values())
    return max((chain for chain in best if len(chain) > 2), key=len, default=[])


def _by_angle(lowest: Point, above: list[Point]) -> list[Point]:
    """Counterclockwise around the lowest point; no two lie in one direction."""

    def order(a: Point, b: Point) -> int:
        return -_turn(lowest, a, b)

    return sorted(above, key=cmp_to_key(order))
