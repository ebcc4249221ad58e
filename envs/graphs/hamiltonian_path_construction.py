"""Hamiltonian paths in directed graphs."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class HamiltonianPathConstruction(Problem[list[int]]):
    """Visit every vertex of a directed graph exactly once along its edges."""

    edges: list[list[int]]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """A random path, and further edges up to 1.6 to 3 for every vertex."""
        planted = rng.sample(range(vertices), vertices)
        path = list(zip(planted, planted[1:]))
        taken = set(path)
        others = [(u, v) for u in range(vertices) for v in range(vertices) if u != v and (u, v) not in taken]
        more = rng.randint(16 * vertices // 10, 3 * vertices) - len(path)
        edges = path + rng.sample(others, min(more, len(others)))
        rng.shuffle(edges)
        problem = cls([list(edge) for edge in edges], planted)
        if problem.solved_by_least_labels():
            raise Redraw
        return problem

    def successors(self) -> list[set[int]]:
        found: list[set[int]] = [set() for _ in self.planted]
        for u, v in self.edges:
            found[u].add(v)
        return found

    def solved_by_least_labels(self) -> bool:
        """Whether from some start it is enough to go on to the least unvisited vertex each time."""
        successors = self.successors()
        for vertex in range(len(successors)):
            left = set(range(len(successors))) - {vertex}
            while ways := successors[vertex] & left:
                vertex = min(ways)
                left.remove(vertex)
            if not left:
                return True
        return False

    def statement(self) -> str:
        last = len(self.planted) - 1
        rules = prose(f"""
            A directed graph has the vertices 0..{last} and the {len(self.edges)} edges below. A line "u v" is an edge
            from u to v, which can be used in this direction only.""")
        question = prose(f"""
            Find an order of all {last + 1} vertices, each exactly once, in which there is an edge from every vertex to
            the next one in the order. There is at least one such order. No edge from the last vertex back to the first
            is needed.""")
        return f"{rules}\n{table(self.edges)}\n{question}"

    def answer_format(self) -> Permutation:
        return Permutation(len(self.planted))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        successors = self.successors()
        for u, v in zip(answer, answer[1:]):
            if v not in successors[u]:
                raise Infeasible(f"there is no edge from {u} to {v}")
        return 1.0
