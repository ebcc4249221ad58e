"""Walks that visit every vertex an odd number of times."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import neighbour_lists, random_connected_graph, require_walk
from rlve.envs.toolkit.trees import rooted
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class OddVisitWalk(Problem[list[int]]):
    """Walk along the edges of a graph so that every vertex is visited an odd number of times."""

    vertices: int
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """At least three vertices have a single neighbour: no walk visits every vertex just once."""
        edges = random_connected_graph(rng, vertices, rng.randint(vertices - 1, 13 * vertices // 10))
        problem = cls(vertices, edges)
        if [len(others) for others in neighbour_lists(vertices, edges)].count(1) < 3:
            raise Redraw
        if not problem.even(problem.there_and_back(0)) or not problem.even(problem.there_and_back(0)[:-1]):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = self.vertices - 1
        rules = prose(f"""
            A connected simple undirected graph has the vertices 0..{last} and the {len(self.edges)} edges below, one in
            each line by its two ends. A walk is a sequence of vertices of which every two consecutive ones are joined
            by an edge; it may start and end anywhere, and vertices and edges may be used again.""")
        question = prose(f"""
            Find a walk of at most {self.longest()} vertices, counted with repetition, in which each of the vertices
            0..{last} occurs an odd number of times. There is one. Give its vertices in order.""")
        return f"{rules}\n{table(self.edges)}\n{question}"

    def longest(self) -> int:
        return 5 * self.vertices

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.vertices - 1))

    def there_and_back(self, root: int) -> list[int]:
        """Around a spanning tree, every edge once there and once back."""
        order, _, children = self.tree(root)
        walks: dict[int, list[int]] = {}
        for vertex in reversed(order):
            walks[vertex] = [vertex, *(step for child in children[vertex] for step in [*walks[child], vertex])]
        return walks[root]

    def tree(self, root: int) -> tuple[list[int], list[int], list[list[int]]]:
        """A spanning tree: all vertices, parents before children, and the parent and the children of every vertex."""
        seen, chosen = {root}, [list[int]() for _ in range(self.vertices)]
        lists = neighbour_lists(self.vertices, self.edges)
        queue = [root]
        for vertex in queue:
            for other in lists[vertex]:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
                    chosen[vertex].append(other)
                    chosen[other].append(vertex)
        order, parents = rooted(chosen, root)
        children = [[other for other in others if other != parents[v]] for v, others in enumerate(chosen)]
        return order, parents, children

    def even(self, walk: list[int]) -> list[int]:
        counts = Counter(walk)
        return [vertex for vertex in range(self.vertices) if counts[vertex] % 2 == 0]

    def solve(self) -> list[int]:
        """Around a spanning tree; a child left after an even number of visits gets one more from its parent."""
        order, _, children = self.tree(0)
        walks: dict[int, list[int]] = {}
        for vertex in reversed(order):
            walk = [vertex]
            for child in children[vertex]:
                walk += [*walks[child], vertex]
                if walks[child].count(child) % 2 == 0:
                    walk += [child, vertex]
            walks[vertex] = walk
        return walks[0] if walks[0].count(0) % 2 else walks[0][:-1]

    def score(self, answer: list[int]) -> float:
        if len(answer) > self.longest():
            raise Infeasible(f"the walk has more than {self.longest()} vertices")
        require_walk(answer, neighbour_lists(self.vertices, self.edges))
        return float(not self.even(answer))
