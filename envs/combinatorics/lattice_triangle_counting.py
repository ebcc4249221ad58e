"""Triangles of lattice points."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class LatticeTriangleCounting(Problem[int]):
    """Count the triangles whose corners are points of a rectangle of lattice points, without some points."""

    max_difficulty = 60

    width: int
    height: int
    missing: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 5 + difficulty, "missing": 2 + difficulty // 5}

    @classmethod
    def generate(cls, rng: Random, largest: int, missing: int) -> Self:
        width, height = (rng.randint(max(3, largest // 2), largest) for _ in range(2))
        points = [[x, y] for x in range(width + 1) for y in range(height + 1)]
        return cls(width, height, sorted(rng.sample(points, missing)))

    def statement(self) -> str:
        points = ", ".join(f"({x}, {y})" for x, y in self.missing)
        return prose(f"""
            Consider the points (x, y) with integer coordinates 0 <= x <= {self.width} and 0 <= y <= {self.height},
            except for these: {points}. How many triangles of positive area have all three corners among the points
            that are left? In other words, how many sets of three of these points do not lie on one line? Give the exact
            number.""")

    def answer_format(self) -> Integer:
        return Integer(0)

    def solve(self) -> int:
        """All triangles of the rectangle, less those with a missing corner, counted once by inclusion and exclusion."""
        total = self._everywhere()
        for corner in self.missing:
            total -= self._with_corner(corner)
        for first, second in combinations(self.missing, 2):
            total += (self.width + 1) * (self.height + 1) - self._on_line(first, second)
        return total - sum(_doubled_area(*corners) != 0 for corners in combinations(self.missing, 3))

    def _everywhere(self) -> int:
        """Of three points on a slanted line, the outer two enclose the middle one."""
        width, height = self.width, self.height
        flat = (height + 1) * comb(width + 1, 3) + (width + 1) * comb(height + 1, 3)
        slanted = sum(
            (gcd(dx, dy) - 1) * (width - dx + 1) * (height - dy + 1)
            for dx in range(1, width + 1)
            for dy in range(1, height + 1)
        )
        return comb((width + 1) * (height + 1), 3) - flat - 2 * slanted

    def _with_corner(self, corner: list[int]) -> int:
        """Those with one corner there: pairs of other points that are not seen in the same or opposite direction."""
        lines = Counter[tuple[int, int]]()
        for x in range(-corner[0], self.width - corner[0] + 1):
            for y in range(-corner[1], self.height - corner[1] + 1):
                if x or y:
                    divisor = gcd(x, y) * (1 if (x, y) > (0, 0) else -1)
                    lines[x // divisor, y // divisor] += 1
        others = (self.width + 1) * (self.height + 1) - 1
        return comb(others, 2) - sum(comb(count, 2) for count in lines.values())

    def _on_line(self, first: list[int], second: list[int]) -> int:
        """How many points of the rectangle lie on the line through two of them."""
        dx, dy = second[0] - first[0], second[1] - first[1]
        divisor = gcd(dx, dy)
        count = 1
        for sign in (1, -1):
            x, y = first
            while True:
                x, y = x + sign * dx // divisor, y + sign * dy // divisor
                if not (0 <= x <= self.width and 0 <= y <= self.height):
                    break
                count += 1
        return count


def _doubled_area(a: list[int], b: list[int], c: list[int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
