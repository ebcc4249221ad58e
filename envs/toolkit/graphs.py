"""Graphs on the vertices 0..n-1, given by lists of edges [u, v]."""

from collections.abc import Iterable, Sequence
from random import Random


def neighbour_lists(vertices: int, edges: Iterable[Sequence[int]]) -> list[list[int]]:
    """For every vertex the other ends of its edges; what follows the two ends of an edge is not looked at."""
    lists: list[list[int]] = [[] for _ in range(vertices)]
    for u, v, *_ in edges:
        lists[u].append(v)
        lists[v].append(u)
    return lists


class DisjointSets:
    """The sets {0}, {1}, ..., {size - 1}, which can be joined."""

    def __init__(self, size: int) -> None:
        self.parents = list(range(size))

    def find(self, element: int) -> int:
        """The representative of an element's set."""
        while self.parents[element] != element:
            self.parents[element] = self.parents[self.parents[element]]
            element = self.parents[element]
        return element

    def join(self, first: int, second: int) -> bool:
        """Join the sets of two elements; False if they are one set already."""
        first, second = self.find(first), self.find(second)
        self.parents[first] = second
        return first != second


def is_connected(vertices: int, edges: Iterable[Sequence[int]]) -> bool:
    """Whether every vertex can be reached from every other along undirected edges."""
    sets = DisjointSets(vertices)
    return sum(sets.join(u, v) for u, v, *_ in edges) >= vertices - 1


def random_connected_graph(rng: Random, vertices: int, edges: int) -> list[list[int]]:
    """A simple undirected graph: a random tree and further edges; ends and edges come in random order.

    Raises `ValueError` if there is no such graph.
    """
    if not vertices - 1 <= edges <= vertices * (vertices - 1) // 2:
        raise ValueError(f"no connected simple graph has {vertices} vertices and {edges} edges")
    labels = rng.sample(range(vertices), vertices)
    tree = [(labels[rng.randrange(place)], labels[place]) for place in range(1, vertices)]
    taken = {(min(edge), max(edge)) for edge in tree}
    others = [(u, v) for u in range(vertices) for v in range(u + 1, vertices) if (u, v) not in taken]
    chosen = tree + rng.sample(others, edges - len(tree))
    rng.shuffle(chosen)
    return [[u, v] if rng.random() < 0.5 else [v, u] for u, v in chosen]
