"""Paths in space whose steps add binary ones."""

from dataclasses import dataclass
from functools import cache
from math import factorial
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.polynomials import multiply


@dataclass(frozen=True)
class BitwiseSupersetLatticePaths(Problem[int]):
    """Count the paths to a point in space whose steps add ones to the binary digits of one coordinate."""

    max_difficulty = 60

    goal: list[int]
    forbidden: list[list[int]]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(6, difficulty, 1.12), "forbidden": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, largest: int, forbidden: int) -> Self:
        goal = [rng.randint((largest + 1) // 2, largest) for _ in range(3)]
        if sum(number.bit_count() for number in goal) < 4:
            raise Redraw
        inside = set[tuple[int, ...]]()
        for _ in range(4 * forbidden):
            above = rng.choice(sorted(inside)) if inside and rng.random() < 0.5 else goal  # some below others
            point = tuple(number & rng.getrandbits(32) for number in above)
            if any(point) and list(point) != goal:
                inside.add(point)
        points = rng.sample(sorted(inside), min(len(inside), forbidden))
        problem = cls(goal, [list(point) for point in points], rng.randint(100, 999))
        paths = problem.paths()
        if paths < 20 or paths == _ways(_ones([0] * 3, goal)) - sum(
            _ways(_ones([0] * 3, point)) * _ways(_ones(point, goal)) for point in problem.forbidden
        ):  # what passes two forbidden points matters
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Paths in space begin at (0, 0, 0) and end at ({", ".join(map(str, self.goal))}). A step changes exactly one
            coordinate, from a value u to a larger value v such that every binary digit that is 1 in u is 1 in v, too
            (u AND v = u). No path may visit one of the forbidden points below, a point x y z a line. Paths are
            different if their sequences of points are. How many such paths are there? Give the number modulo
            {self.modulus}.""")
        return f"{rules}\n{table(self.forbidden)}"

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def paths(self) -> int:
        """Those that reach each point as the first forbidden one, or the goal: from the points below it up."""
        points = sorted(self.forbidden, key=lambda point: sum(number.bit_count() for number in point))
        first: list[int] = []
        for point in [*points, self.goal]:
            through = [
                count * _ways(_ones(earlier, point))
                for earlier, count in zip(points, first)
                if all(a & b == a for a, b in zip(earlier, point))
            ]
            first.append(_ways(_ones([0, 0, 0], point)) - sum(through))
        return first[-1]

    def solve(self) -> int:
        return self.paths() % self.modulus


def _ones(lower: list[int], upper: list[int]) -> tuple[int, ...]:
    """How many ones have to be added in each coordinate, sorted, since their order does not matter."""
    return tuple(sorted((a ^ b).bit_count() for a, b in zip(lower, upper)))


@cache
def _ways(ones: tuple[int, ...]) -> int:
    """The paths that add so many ones in the three coordinates: S(a, i) S(b, j) S(c, k) (i + j + k)! each."""
    by_steps = [1]
    for count in ones:
        by_steps = multiply(by_steps, _parts(count))
    return sum(number * factorial(steps) for steps, number in enumerate(by_steps))


@cache
def _parts(size: int) -> list[int]:
    """S(size, k) at index k: the partitions of a set into k non-empty parts (Stirling numbers of the second kind)."""
    row = [1]
    for _ in range(size):
        row = [k * number + less for k, (number, less) in enumerate(zip([*row, 0], [0, *row]))]
    return row
