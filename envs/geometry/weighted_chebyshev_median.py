"""A lattice point near to weighted points."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized

RANGE = 10**9


@dataclass(frozen=True)
class WeightedChebyshevMedian(Problem[list[int]]):
    """Find a lattice point with the least weighted sum of Chebyshev distances to given points."""

    max_difficulty = 50  # about 1,400 points

    points: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": geometric(5, difficulty)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Weights of very different sizes; neither their mean nor the two medians of the coordinates are best."""
        span = 3 * size + 10
        weights = [rng.randint(1, size + 3) ** 2 for _ in range(size)]
        problem = cls([[rng.randint(0, span), rng.randint(0, span), weight] for weight in weights])
        if problem.naive() == problem.cost(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Each of the {len(self.points)} lines below gives a point with the integer coordinates x and y, and its
            weight. The Chebyshev distance of two points is the larger one of the absolute differences of their x
            coordinates and of their y coordinates. Find a point with integer coordinates for which the sum of its
            Chebyshev distances to all given points, each times the weight of the given point, is as small as possible.
            It may be a given point or any other. If several points are equally good, any of them will do.""")
        return f"{rules}\n{table(self.points)}\nGive x and y of the point."

    def answer_format(self) -> Items[int]:
        return Items(Integer(-RANGE, RANGE), count=2)

    def cost(self, place: list[int]) -> int:
        return sum(weight * max(abs(x - place[0]), abs(y - place[1])) for x, y, weight in self.points)

    def naive(self) -> int:
        """The least cost of the weighted mean, of the weighted medians of x and y, and of each given point."""
        total = sum(weight for _, _, weight in self.points)
        mean = [(2 * sum(p[i] * p[2] for p in self.points) + total) // (2 * total) for i in (0, 1)]
        medians = [_weighted_median([(p[i], p[2]) for p in self.points]) for i in (0, 1)]
        heaviest = max(self.points, key=lambda p: p[2])
        return min(map(self.cost, (mean, medians, heaviest)))

    def solve(self) -> list[int]:
        """With p = x + y and q = x - y the doubled cost is a sum over |p - p_i| and one over |q - q_i|.

        Their medians are a lattice point if p + q is even; otherwise one of the four points around it is best, since
        the cost is convex and one step in p or in q goes up least.
        """
        p = _weighted_median([(x + y, weight) for x, y, weight in self.points])
        q = _weighted_median([(x - y, weight) for x, y, weight in self.points])
        places = [(p, q)] if (p + q) % 2 == 0 else [(p + 1, q), (p - 1, q), (p, q + 1), (p, q - 1)]
        return min(([(a + b) // 2, (a - b) // 2] for a, b in places), key=self.cost)

    def score(self, answer: list[int]) -> float:
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())


def _weighted_median(values: list[tuple[int, int]]) -> int:
    """The least value such that the weights of those up to it are at least half of all."""
    ascending = sorted(values)
    total = sum(weight for _, weight in ascending)
    return next(
        value for (value, _), so_far in zip(ascending, accumulate(w for _, w in ascending)) if 2 * so_far >= total
    )
