"""Harmonious colourings with few colours."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class HarmoniousChromaticNumber(Problem[list[int]]):
    """Colour the vertices of a graph so that no two edges have the same pair of colours, with few colours."""

    max_difficulty = 50

    edges: list[list[int]]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 10 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """Pairs of colours, more than one colour less would allow; each becomes an edge between vertices of the two."""
        colors = (vertices + 3) // 2
        pairs = list(combinations(range(colors), 2))
        pairs = rng.sample(pairs, rng.randint((colors - 1) * (colors - 2) // 2 + 1, len(pairs)))
        planted = [*range(colors), *(rng.randrange(colors) for _ in range(vertices - colors))]
        rng.shuffle(planted)
        waiting = {color: [v for v in range(vertices) if planted[v] == color] for color in range(colors)}
        members = {color: list(same) for color, same in waiting.items()}
        edges = []
        for pair in pairs:  # every vertex gets an edge before one of its colour gets a second
            edge = [waiting[color].pop() if waiting[color] else rng.choice(members[color]) for color in pair]
            edges.append(edge if rng.random() < 0.5 else edge[::-1])
        problem = cls(edges, planted)
        if any(waiting.values()) or problem.naive() <= colors:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.planted) - 1
        rules = prose(f"""
            A simple undirected graph has the vertices 0..{last} and the {len(self.edges)} edges below, one in each line
            by its two ends. Give every vertex a colour, a whole number from 0 up, such that the two ends of every edge
            have different colours and no two edges have the same unordered pair of colours at their ends: for any two
            colours, at most one edge joins them. Use as few different colours as possible. If several colourings are
            equally good, any of them will do; which numbers stand for the colours does not matter.""")
        return f"{rules}\n{table(self.edges)}\nGive the colours of the vertices 0..{last} in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=len(self.planted))

    def solve(self) -> list[int]:
        """No colouring has fewer colours than the planted one: k - 1 colours have fewer pairs than there are edges."""
        return self.planted

    def first_fit(self, order: Iterable[int]) -> list[int]:
        """Every vertex in turn gets the least colour not used within two steps and making no pair a second time."""
        lists = neighbour_lists(len(self.planted), self.edges)
        colors: dict[int, int] = {}
        pairs: set[frozenset[int]] = set()
        for vertex in order:
            others = lists[vertex]
            near = [colors[other] for other in others if other in colors]
            barred = {colors[v] for other in others for v in (other, *lists[other]) if v in colors}
            color = 0
            while color in barred or any(frozenset((color, other)) in pairs for other in near):
                color += 1
            colors[vertex] = color
            pairs |= {frozenset((color, other)) for other in near}
        return [colors[vertex] for vertex in range(len(lists))]

    def naive(self) -> int:
        """The fewer colours of two: the vertices as they are numbered, and those with the most edges first."""
        degrees = [len(others) for others in neighbour_lists(len(self.planted), self.edges)]
        numbers = range(len(degrees))
        orders = numbers, sorted(numbers, key=lambda vertex: -degrees[vertex])
        return min(len(set(self.first_fit(order))) for order in orders)

    def score(self, answer: list[int]) -> float:
        seen: dict[tuple[int, int], list[int]] = {}
        for u, v in self.edges:
            pair = min(answer[u], answer[v]), max(answer[u], answer[v])
            if pair[0] == pair[1]:
                raise Infeasible(f"{u} and {v} are joined and have the same colour")
            if pair in seen:
                raise Infeasible(f"the edges {table([seen[pair]])} and {u} {v} have the same pair of colours")
            seen[pair] = [u, v]
        used = len(set(answer))
        return minimized(used, len(set(self.planted)), power=10, naive=self.naive())
