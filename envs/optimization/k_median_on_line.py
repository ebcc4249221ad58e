"""Facilities on a line from which all points are near."""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class KMedianOnLine(Problem[list[int]]):
    """Choose points on a line as facilities so that the sum of the distances to the nearest facility is least."""

    positions: list[int]  # ascending
    facilities: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 16 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls(sorted(rng.sample(range(5 * size), size)), facilities=rng.randint(3, 3 + size // 6))
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.positions) - 1
        rules = prose(f"""
            The points 0..{last} lie on a line, at the positions below, in this order. Choose exactly {self.facilities}
            of the points as facilities, so that the sum over all points of the distance to the nearest facility is as
            small as possible. A facility's own distance is 0. If several choices are equally good, any of them will
            do.""")
        question = "Give the numbers of the chosen points (0 is the first point), not their positions, in any order."
        return f"{rules}\n{' '.join(map(str, self.positions))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.positions) - 1), count=self.facilities)

    def cost(self, chosen: list[int]) -> int:
        places = sorted(self.positions[i] for i in chosen)
        total = 0
        for position in self.positions:
            at = bisect_left(places, position)
            total += min(abs(position - place) for place in places[max(0, at - 1) : at + 1])
        return total

    def added(self) -> list[int]:
        """One facility after the other, each where it helps most."""
        nearest = [max(self.positions)] * len(self.positions)
        chosen: list[int] = []
        for _ in range(self.facilities):
            costs = [sum(min(near, abs(p - x)) for near, p in zip(nearest, self.positions)) for x in self.positions]
            best = min((i for i in range(len(costs)) if i not in chosen), key=costs.__getitem__)
            chosen.append(best)
            nearest = [min(near, abs(p - self.positions[best])) for near, p in zip(nearest, self.positions)]
        return chosen

    def medians(self, ends: list[int]) -> list[int]:
        """The middle point of each block of neighbours; a block ends before the point at its end."""
        return [(start + end - 1) // 2 for start, end in zip([0, *ends], ends)]

    def equal_blocks(self) -> list[int]:
        size, count = len(self.positions), self.facilities
        return self.medians([size * block // count for block in range(1, count + 1)])

    def widest_gaps(self) -> list[int]:
        """The middle points of the blocks between the widest gaps."""
        size = len(self.positions)
        gaps = sorted(range(1, size), key=lambda i: self.positions[i - 1] - self.positions[i])
        return self.medians([*sorted(gaps[: self.facilities - 1]), size])

    def naive(self) -> int:
        return min(map(self.cost, (self.added(), self.equal_blocks(), self.widest_gaps())))

    def solve(self) -> list[int]:
        """best[i]: the least cost of the first i points with so many facilities; a facility serves a block."""
        size, sums = len(self.positions), [0, *accumulate(self.positions)]

        def served(start: int, end: int) -> int:
            """The cost of points start..end-1 from their middle point."""
            middle = (start + end) // 2
            above, below = sums[end] - sums[middle], sums[middle] - sums[start]
            return above - below - self.positions[middle] * (end - 2 * middle + start)

        best = [served(0, end) if end else 0 for end in range(size + 1)]
        starts: list[list[int]] = []
        for count in range(2, self.facilities + 1):
            starts.append([0] * (size + 1))
            better = best.copy()
            for end in range(count, size + 1):
                better[end], starts[-1][end] = min(
                    (best[start] + served(start, end), start) for start in range(count - 1, end)
                )
            best = better
        ends = [size]
        for row in reversed(starts):
            ends.append(row[ends[-1]])
        return self.medians(ends[::-1])

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("a point is chosen twice")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())
