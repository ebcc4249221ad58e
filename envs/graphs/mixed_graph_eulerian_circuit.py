"""Eulerian circuits of graphs with edges of two kinds."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import is_connected
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MixedGraphEulerianCircuit(Problem[list[int]]):
    """Walk every edge of a graph exactly once and come back, some edges in one direction only."""

    undirected: list[list[int]]
    directed: list[list[int]]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """A graph with even degrees; a random part of its edges is directed as one of its circuits walks them."""
        labels = rng.sample(range(vertices), vertices)
        pairs = [
            (u, v) for v in range(1, vertices - 1) for u in rng.sample(range(v), rng.randint(min(v, 1), min(v, 3)))
        ]
        degrees = [sum(v in pair for pair in pairs) for v in range(vertices)]
        pairs += [(v, vertices - 1) for v in range(vertices) if degrees[v] % 2]
        if not is_connected(vertices, pairs):
            raise Redraw
        circuit = eulerian_circuit(
            [[labels[u], labels[v]] for u, v in rng.sample(pairs, len(pairs))], rng.choice(labels)
        )
        steps = [list(step) for step in zip(circuit, circuit[1:])]
        rng.shuffle(steps)
        fixed = rng.randint(len(steps) // 3, 2 * len(steps) // 3)
        undirected = [step if rng.random() < 0.5 else step[::-1] for step in steps[fixed:]]
        problem = cls(undirected, steps[:fixed], circuit)
        if len(problem.first_edges()) == len(circuit):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A graph has the vertices 0..{self.largest()}, {len(self.undirected)} undirected edges and
            {len(self.directed)} directed edges. There is at most one edge, of either kind, between two vertices. The
            undirected edges "u v" can be walked from u to v or from v to u:""")
        more = 'The directed edges "u v" can only be walked from u to v:'
        question = prose(f"""
            Find a walk that starts and ends at the same vertex and uses every edge of both kinds exactly once. There is
            at least one. Give its vertices in order; these are {len(self.planted)} numbers, and the last one equals the
            first.""")
        return f"{rules}\n{table(self.undirected)}\n{more}\n{table(self.directed)}\n{question}"

    def largest(self) -> int:
        return max(self.planted)

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.largest()), count=len(self.planted))

    def solve(self) -> list[int]:
        return self.planted

    def first_edges(self) -> list[int]:
        """From vertex 0 always along the first unused edge, directed ones first, until there is none."""
        left = [*self.directed, *self.undirected]
        walk = [0]
        while edge := next((e for e in left if e[0] == walk[-1] or (e[1] == walk[-1] and e in self.undirected)), None):
            left.remove(edge)
            walk.append(edge[0] + edge[1] - walk[-1])
        return walk

    def score(self, answer: list[int]) -> float:
        if answer[0] != answer[-1]:
            raise Infeasible("the walk does not end where it starts")
        ways = {(u, v) for u, v in self.directed} | {way for u, v in self.undirected for way in ((u, v), (v, u))}
        used: set[frozenset[int]] = set()
        for u, v in zip(answer, answer[1:]):
            if (u, v) not in ways:
                raise Infeasible(f"no edge leads from {u} to {v}")
            if frozenset((u, v)) in used:
                raise Infeasible(f"the edge between {u} and {v} is used twice")
            used.add(frozenset((u, v)))
        return 1.0  # as many different edges as there are


def eulerian_circuit(edges: list[list[int]], start: int) -> list[int]:
    """Of a connected undirected graph with even degrees, by Hierholzer's algorithm."""
    leaving: dict[int, list[int]] = {}
    for number, edge in enumerate(edges):
        for vertex in edge:
            leaving.setdefault(vertex, []).append(number)
    used: set[int] = set()
    way, circuit = [start], list[int]()
    while way:
        ways = leaving[way[-1]]
        while ways and ways[-1] in used:
            ways.pop()
        if ways:
            used.add(ways[-1])
            way.append(sum(edges[ways[-1]]) - way[-1])
        else:
            circuit.append(way.pop())
    return circuit
