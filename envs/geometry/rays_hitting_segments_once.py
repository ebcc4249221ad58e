"""Rays that hit segments, none of them twice."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible

LARGEST = 10**6  # in an answer
SCALE = 10 * LARGEST**2  # different fractions with such denominators differ by 1 / LARGEST**2 or more
Ray = list[int]


@dataclass(frozen=True)
class RaysHittingSegmentsOnce(Problem[list[Ray]]):
    """Choose rays from the origin that hit as many segments as possible, each of them at most once."""

    max_difficulty = 24  # 39 segments

    segments: list[list[int]]
    rays: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """As many rays as are worth having, and the best ray of all does not lead to the optimum."""
        segments = [[rng.randint(1, 2 * size) for _ in range(4)] for _ in range(size)]
        most = [cls(segments, rays).hit(cls(segments, rays).solution) for rays in range(1, 5)]
        useful = [rays for rays in range(2, 5) if most[rays - 1] > most[rays - 2]]
        if not useful:
            raise Redraw
        problem = cls(segments, rng.choice(useful))
        if problem.hit(problem.in_turn()) == problem.hit(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Each line below gives a segment by the integer coordinates x1 y1 x2 y2 of its ends (x1, y1) and (x2, y2),
            which belong to it; a segment whose ends are equal is a point. A ray p q begins in the origin (0, 0) and
            goes through the point (p, q) without end; p and q are positive integers up to {LARGEST}. A ray hits a
            segment if they have a point in common, be it only an end of the segment. Choose at most {self.rays} rays of
            different directions such that no segment is hit by two of them and as many segments as possible are hit. If
            several choices are equally good, any of them will do.""")
        return f"{rules}\n{table(self.segments)}\nGive p and q of each ray, one ray a line, in any order."

    def answer_format(self) -> Rows[Ray]:
        return Rows(Items(Integer(1, LARGEST), count=2))

    def spans(self) -> list[tuple[int, int]]:
        """The least and the largest slope of each segment."""
        slopes = [(_slope(a, b), _slope(c, d)) for a, b, c, d in self.segments]
        return [(min(pair), max(pair)) for pair in slopes]

    def hit(self, rays: list[Ray]) -> int:
        """The number of segments that are hit, each counted as often as it is."""
        slopes = [_slope(p, q) for p, q in rays]
        return sum(low <= slope <= high for low, high in self.spans() for slope in slopes)

    def candidates(self) -> list[Ray]:
        """A ray through every end and one between each two neighbouring ones of these, by rising slopes."""
        ends = {(x // gcd(x, y), y // gcd(x, y)) for a, b, c, d in self.segments for x, y in ((a, b), (c, d))}
        rising = sorted(ends, key=lambda ray: _slope(*ray))
        between = [(p + r, q + s) for (p, q), (r, s) in zip(rising, rising[1:])]
        return [[p, q] for p, q in sorted([*rising, *between], key=lambda ray: _slope(*ray))]

    def in_turn(self) -> list[Ray]:
        """The ray that hits most segments, then the one that hits most others and none of these, and so on."""
        left, chosen = self.spans(), list[Ray]()
        rays = self.candidates()
        for _ in range(self.rays):
            counts = {}
            for number, (p, q) in enumerate(rays):
                counts[number] = sum(low <= _slope(p, q) <= high for low, high in left)
            best = max(counts, key=lambda number: counts[number], default=-1)
            if best < 0 or not counts[best]:
                break
            chosen.append(rays[best])
            slope = _slope(*rays[best])
            hits = [span for span in left if span[0] <= slope <= span[1]]
            left = [span for span in left if span not in hits]
            rays = [ray for ray in rays if not any(low <= _slope(*ray) <= high for low, high in hits)]
        return chosen

    def solve(self) -> list[Ray]:
        """By the ray of the largest slope and the number of rays: those before must lie below all that it hits.

        What two rays hit is hit by those between them, too, so that it is enough to look at neighbours.
        """
        rays = self.candidates()
        slopes = [_slope(p, q) for p, q in rays]
        covers = [[span for span in self.spans() if span[0] <= slope <= span[1]] for slope in slopes]
        lowest = [min((low for low, _ in spans), default=slope) for spans, slope in zip(covers, slopes)]
        below = [sum(slope < low for slope in slopes) for low in lowest]  # candidates that may come before
        best: list[tuple[int, list[Ray]]] = [(0, [])] * (len(rays) + 1)  # with the first so many candidates
        for _ in range(self.rays):
            following: list[tuple[int, list[Ray]]] = [(0, [])]
            for number, ray in enumerate(rays):
                count, before = best[below[number]]
                way = (count + len(covers[number]), [*before, ray])
                following.append(max(following[-1], way, key=lambda each: each[0]))
            best = following
        return best[-1][1]

    def score(self, answer: list[Ray]) -> float:
        if len(answer) > self.rays:
            raise Infeasible(f"{len(answer)} rays, not at most {self.rays}")
        slopes = [_slope(p, q) for p, q in answer]
        if len(set(slopes)) < len(slopes):
            raise Infeasible("two rays have the same direction")
        for number, (low, high) in enumerate(self.spans(), start=1):
            if sum(low <= slope <= high for slope in slopes) > 1:
                raise Infeasible(f"segment number {number} is hit by more than one ray")
        return maximized(self.hit(answer), self.hit(self.solution), naive=self.hit(self.in_turn()))


def _slope(p: int, q: int) -> int:
    """An integer for q / p: equal for equal ones only, and in their order, since p is at most `LARGEST`."""
    return q * SCALE // p
