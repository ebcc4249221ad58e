"""A pursuit on a tree whose vertices are painted ahead of the walker."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.toolkit.trees import rooted

STARTS = 3


@dataclass(frozen=True)
class TreeMarkingPursuitGame(Problem[list[int]]):
    """How many vertices of a tree must one paint each round, so that a walker never stands on an unpainted one?"""

    edges: list[list[int]]
    starts: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 10 + 3 * difficulty, "most_children": 6 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, vertices: int, most_children: int) -> Self:
        """The answers differ, and more than one of them is more than the number of neighbours of its start."""
        edges = _bushy_tree(rng, vertices, rng.randint(2, most_children))
        problem = cls(edges, rng.sample(range(vertices), STARTS))
        neighbours = neighbour_lists(vertices, edges)
        beyond = sum(answer > len(neighbours[start]) for answer, start in zip(problem.solution, problem.starts))
        if len(set(problem.solution)) == 1 or beyond < 2:
            raise Redraw
        return problem

    def statement(self) -> str:
        vertices = len(self.edges) + 1
        rules = prose(f"""
            A tree has the vertices 0..{vertices - 1}; the lines below give the two ends of its edges. Alice and Bob
            play a game on it. At first Bob stands on a vertex s, which is black, and all other vertices are white. In
            every round Alice first makes at most K white vertices of her choice black for good, and then Bob steps to a
            neighbouring vertex or stays where he is. Bob wins as soon as he stands on a white vertex, and Alice wins as
            soon as all vertices are black. For a vertex s, let K(s) be the smallest positive integer K with which Alice
            can win whatever Bob does.""")
        names = [f"K({start})" for start in self.starts]
        return f"{rules}\n{table(self.edges)}\nGive {', '.join(names[:-1])} and {names[-1]}, in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.edges)), count=STARTS)

    def solve(self) -> list[int]:
        neighbours = neighbour_lists(len(self.edges) + 1, self.edges)
        return [_smallest(neighbours, start) for start in self.starts]


def _bushy_tree(rng: Random, vertices: int, most_children: int) -> list[list[int]]:
    """Random vertices without children so far get 0..most_children of them, until there are enough vertices."""
    labels = rng.sample(range(vertices), vertices)
    edges: list[list[int]] = []
    leaves = [labels[0]]
    while len(edges) < vertices - 1:
        parent = leaves.pop(rng.randrange(len(leaves)))
        least = 0 if leaves else 1
        children = labels[len(edges) + 1 :][: rng.randint(least, most_children)]
        edges += [rng.sample([parent, child], 2) for child in children]
        leaves += children
    rng.shuffle(edges)
    return edges


def _smallest(neighbours: list[list[int]], start: int) -> int:
    order, parents = rooted(neighbours, start)
    return next(k for k in range(1, len(order)) if _suffices(k, neighbours, order, parents))


def _suffices(k: int, neighbours: list[list[int]], order: list[int], parents: list[int]) -> bool:
    """Bob never gains by going back, and so each vertex asks for its children and for what they ask beyond k."""
    beyond = [0] * len(order)
    for vertex in reversed(order[1:]):
        beyond[parents[vertex]] += max(0, beyond[vertex] + len(neighbours[vertex]) - 1 - k)
    return beyond[order[0]] + len(neighbours[order[0]]) <= k
