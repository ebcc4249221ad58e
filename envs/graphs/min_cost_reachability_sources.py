"""Cheapest vertices from which all others can be reached."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import require_distinct, steps_from, strong_components, successor_lists
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinCostReachabilitySources(Problem[list[int]]):
    """Choose cheap vertices of a directed graph from which every vertex can be reached."""

    costs: list[int]
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """Cycles with further edges within them, of which none is entered, and other vertices behind them."""
        labels = rng.sample(range(vertices), vertices)
        groups = rng.randint(2, 2 + vertices // 8)
        inner = max(2 * groups, rng.randint(vertices // 2, 3 * vertices // 4))
        cuts = sorted(rng.sample(range(1, inner // 2), groups - 1)) if groups > 1 else []
        bounds = [0, *(2 * cut for cut in cuts), inner]
        edges = set()
        for low, high in zip(bounds, bounds[1:]):
            edges |= {(place, place + 1 if place + 1 < high else low) for place in range(low, high)}
        for place in range(inner, vertices):
            edges |= {(rng.randrange(place), place) for _ in range(rng.randint(1, 2))}
        for _ in range(vertices // 3):
            first, second = rng.sample(range(vertices), 2)
            same = any(low <= first < high and low <= second < high for low, high in zip(bounds, bounds[1:]))
            if same or second >= inner:
                edges.add((first, second))
        pairs = rng.sample(sorted(edges), len(edges))
        costs = [0] * vertices
        for place, label in enumerate(labels):  # those that need not be chosen are cheap
            costs[label] = rng.randint(1, 3 * vertices if place < inner else vertices)
        problem = cls(costs, [[labels[u], labels[v]] for u, v in pairs])
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.costs) - 1
        rules = prose(f"""
            A directed graph has the vertices 0..{last} and the {len(self.edges)} edges below. A line "u v" is an edge
            from u to v, which can be used in this direction only. Choose vertices such that every vertex is chosen
            itself or can be reached from some chosen vertex along edges, and the sum of the costs of the chosen
            vertices is as small as possible. If several choices are equally good, any of them will do.""")
        return f"{rules}\n{table(self.edges)}\nThe costs of the vertices 0..{last} in order: {table([self.costs])}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.costs) - 1))

    def lists(self) -> list[list[int]]:
        return successor_lists(len(self.costs), self.edges)

    def solve(self) -> list[int]:
        """A cheapest vertex of each strongly connected component that no edge enters."""
        components = strong_components(self.lists())
        number = {vertex: place for place, component in enumerate(components) for vertex in component}
        entered = {number[v] for u, v in self.edges if number[u] != number[v]}
        sources = [component for place, component in enumerate(components) if place not in entered]
        return sorted(min(component, key=lambda vertex: (self.costs[vertex], vertex)) for component in sources)

    def cost(self, chosen: list[int]) -> int:
        return sum(self.costs[vertex] for vertex in chosen)

    def in_order(self, order: list[int]) -> list[int]:
        """Every vertex in this order that cannot be reached yet is chosen; then what can be spared is left out."""
        lists, chosen, reached = self.lists(), list[int](), set[int]()
        for vertex in order:
            if vertex not in reached:
                chosen.append(vertex)
                reached |= set(steps_from(vertex, lists))
        for vertex in list(chosen):
            rest = [other for other in chosen if other != vertex]
            if {end for other in rest for end in steps_from(other, lists)} == reached:
                chosen = rest
        return chosen

    def cheapest_first(self) -> list[int]:
        """The cheapest vertex that is not reached yet, and so on; nothing is left out afterwards."""
        lists, chosen, reached = self.lists(), list[int](), set[int]()
        for vertex in sorted(range(len(lists)), key=lambda vertex: self.costs[vertex]):
            if vertex not in reached:
                chosen.append(vertex)
                reached |= set(steps_from(vertex, lists))
        return chosen

    def naive(self) -> int:
        """The cheapest of three: in order of number, those that reach the most first, and the cheapest first."""
        lists = self.lists()
        reach = [len(steps_from(vertex, lists)) for vertex in range(len(lists))]
        numbers = list(range(len(lists)))
        orders = numbers, sorted(numbers, key=lambda vertex: -reach[vertex])
        return min(map(self.cost, [*map(self.in_order, orders), self.cheapest_first()]))

    def score(self, answer: list[int]) -> float:
        require_distinct(answer)
        lists = self.lists()
        reached = {end for vertex in answer for end in steps_from(vertex, lists)}
        for vertex in range(len(self.costs)):
            if vertex not in reached:
                raise Infeasible(f"vertex {vertex} is neither chosen nor reached")
        return minimized(self.cost(answer), self.cost(self.solution), power=10, naive=self.naive())
