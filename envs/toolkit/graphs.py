"""Graphs on the vertices 0..n-1, given by lists of edges [u, v]."""

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random

from rlve.envs.verdict import Infeasible


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


def random_graph(rng: Random, vertices: int, edges: int, directed: bool = False) -> list[list[int]]:
    """A simple graph, connected or not, directed or not; ends (of undirected edges) and edges come in random order.

    Raises `ValueError` if there is no such graph.
    """
    pairs = [(u, v) for u in range(vertices) for v in range(vertices) if u < v or (directed and u > v)]
    chosen = rng.sample(pairs, edges)
    return [[u, v] if directed or rng.random() < 0.5 else [v, u] for u, v in chosen]


def successor_lists(vertices: int, edges: Iterable[Sequence[int]]) -> list[list[int]]:
    """For every vertex the heads of the directed edges that leave it."""
    lists: list[list[int]] = [[] for _ in range(vertices)]
    for u, v, *_ in edges:
        lists[u].append(v)
    return lists


def steps_from(start: int, lists: Sequence[Iterable[int]]) -> dict[int, int]:
    """The least number of edges on a way from `start` to every vertex that can be reached, itself included."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        vertex = queue.popleft()
        for other in lists[vertex]:
            if other not in steps:
                steps[other] = steps[vertex] + 1
                queue.append(other)
    return steps


def strong_components(successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of a directed graph; no edge leads to a later one. By Tarjan's algorithm."""
    found: list[list[int]] = []
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    placed: set[int] = set()
    for root in range(len(successors)):
        way = [] if root in number else [(root, iter(successors[root]))]
        while way:
            vertex, others = way[-1]
            if vertex not in number:
                number[vertex] = low[vertex] = len(number)
                stack.append(vertex)
            for other in others:
                if other not in number:
                    way.append((other, iter(successors[other])))
                    break
                if other not in placed:
                    low[vertex] = min(low[vertex], number[other])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[vertex])
                if low[vertex] == number[vertex]:
                    place = stack.index(vertex)
                    found.append(stack[place:])
                    placed.update(stack[place:])
                    del stack[place:]
    return found


def spanning_trees(vertices: int, edges: Iterable[Sequence[int]]) -> int:
    """How many spanning trees an undirected graph has, parallel edges told apart; 1 for a single vertex.

    By Kirchhoff's theorem, with Bareiss's elimination, which stays in the integers.
    """
    rows = [[0] * vertices for _ in range(vertices)]
    for u, v, *_ in edges:
        rows[u][v] -= 1
        rows[v][u] -= 1
        rows[u][u] += 1
        rows[v][v] += 1
    size, before = vertices - 1, 1
    for step in range(size):  # no pivot of a Laplacian's minor is 0 unless the determinant is
        pivot = rows[step][step]
        if pivot == 0:
            return 0
        for row in rows[step + 1 : size]:
            for column in range(step + 1, size):
                row[column] = (row[column] * pivot - row[step] * rows[step][column]) // before
        before = pivot
    return before


def require_walk(walk: Sequence[int], lists: Sequence[Iterable[int]]) -> None:
    """Raises `Infeasible` if some vertex of a walk is not in the list of the one before it."""
    for u, v in zip(walk, walk[1:]):
        if v not in lists[u]:
            raise Infeasible(f"there is no edge from {u} to {v}")


def require_distinct(vertices: Sequence[int]) -> None:
    """Raises `Infeasible` if a vertex is named twice."""
    if len(set(vertices)) < len(vertices):
        raise Infeasible("a vertex is named twice")
