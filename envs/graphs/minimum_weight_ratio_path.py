"""Paths on which the edges weigh almost the same."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import DisjointSets, neighbour_lists, require_walk, steps_from
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimumWeightRatioPath(Problem[list[int]]):
    """Walk from vertex 0 to the last one so that the heaviest edge is few times as heavy as the lightest."""

    vertices: int
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """A path through all vertices in random order, and further edges, but none from the first to the last."""
        path = [0, *rng.sample(range(1, vertices - 1), vertices - 2), vertices - 1]
        taken = {(min(pair), max(pair)) for pair in zip(path, path[1:])}
        others = [(u, v) for u in range(vertices) for v in range(u + 1, vertices) if (u, v) not in taken]
        others.remove((0, vertices - 1))
        count = rng.randint(9 * vertices // 5, 13 * vertices // 5)
        pairs = [*taken, *rng.sample(others, min(len(others), count - len(taken)))]
        pairs = rng.sample(sorted(pairs), len(pairs))
        weights = [round(10 * (count / 2) ** rng.random()) for _ in pairs]  # quotients, not differences, are alike
        edges = [[u, v, weight] if rng.random() < 0.5 else [v, u, weight] for (u, v), weight in zip(pairs, weights)]
        problem = cls(vertices, edges)
        if problem.naive() == problem.ratio(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = self.vertices - 1
        rules = prose(f"""
            A simple undirected graph has the vertices 0..{last} and the {len(self.edges)} edges below. A line "u v w"
            is an edge between u and v of weight w. Find a walk from vertex 0 to vertex {last} along edges for which the
            quotient (largest weight of an edge it uses) / (smallest weight of an edge it uses) is as small as
            possible. Vertices may be visited again. If several walks are equally good, any of them will do.""")
        return f"{rules}\n{table(self.edges)}\nGive the vertices of the walk in order, with 0 first and {last} last."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.vertices - 1))

    def solve(self) -> list[int]:
        return self.narrowest_window(lambda most, least: most / least)

    def narrowest_window(self, width: Callable[[int, int], float]) -> list[int]:
        """For every lightest edge, heavier ones are added in order until the two ends are joined."""
        edges = sorted(self.edges, key=lambda edge: edge[2])
        best, window = inf, edges
        for first, (_, _, least) in enumerate(edges):
            sets = DisjointSets(self.vertices)
            for place in range(first, len(edges)):
                u, v, most = edges[place]
                if width(most, least) >= best:
                    break
                sets.join(u, v)
                if sets.find(0) == sets.find(self.vertices - 1):
                    best, window = width(most, least), edges[first : place + 1]
                    break
        return self.shortest(window)

    def least_difference(self) -> list[int]:
        """A path with the least difference, not quotient, of the largest and the smallest weight."""
        return self.narrowest_window(lambda most, least: most - least)

    def shortest(self, edges: list[list[int]]) -> list[int]:
        """A path with the fewest edges among those given."""
        lists = neighbour_lists(self.vertices, edges)
        steps = steps_from(0, lists)
        path = [self.vertices - 1]
        while path[-1] != 0:
            path.append(next(v for v in lists[path[-1]] if steps.get(v) == steps[path[-1]] - 1))
        return path[::-1]

    def ratio(self, walk: list[int]) -> float:
        """Equal quotients give equal floats, and different ones of such small numbers different floats."""
        weights = {frozenset(edge[:2]): edge[2] for edge in self.edges}
        used = [weights[frozenset(pair)] for pair in zip(walk, walk[1:])]
        return max(used) / min(used)

    def narrowest(self, sign: int) -> list[int]:
        """A path over the lightest edges (sign 1) or heaviest (-1) that are enough to join the two ends."""
        sets = DisjointSets(self.vertices)
        order = sorted(self.edges, key=lambda edge: sign * edge[2])
        for place, (u, v, _) in enumerate(order):
            sets.join(u, v)
            if sets.find(0) == sets.find(self.vertices - 1):
                return self.shortest(order[: place + 1])
        return self.shortest(order)

    def naive(self) -> float:
        """The best of paths with the fewest edges, over the lightest, over the heaviest, with the least difference."""
        paths = self.shortest(self.edges), self.narrowest(1), self.narrowest(-1), self.least_difference()
        return min(map(self.ratio, paths))

    def score(self, answer: list[int]) -> float:
        if answer[0] != 0 or answer[-1] != self.vertices - 1:
            raise Infeasible(f"the walk does not lead from 0 to {self.vertices - 1}")
        require_walk(answer, neighbour_lists(self.vertices, self.edges))
        return minimized(self.ratio(answer), self.ratio(self.solution), power=10, naive=self.naive())
