"""Flows in networks."""

from collections import deque
from collections.abc import Iterable

Arc = tuple[int, int, int]  # from, to, capacity


def maximum_flow(vertices: int, arcs: Iterable[Arc], source: int, sink: int) -> tuple[int, set[int]]:
    """The value of a maximum flow between vertices 0..vertices - 1, and the source's side of a minimum cut.

    By Dinic's algorithm: while the sink can be reached, fill up all shortest ways.
    """
    heads: list[int] = []  # arc number a leads to heads[a], and a ^ 1 is its reverse
    rooms: list[int] = []
    leaving: list[list[int]] = [[] for _ in range(vertices)]
    for tail, head, capacity in arcs:
        leaving[tail].append(len(heads))
        leaving[head].append(len(heads) + 1)
        heads += [head, tail]
        rooms += [capacity, 0]

    def steps_from_source() -> dict[int, int]:
        steps = {source: 0}
        queue = deque([source])
        while queue:
            vertex = queue.popleft()
            for arc in leaving[vertex]:
                if rooms[arc] and heads[arc] not in steps:
                    steps[heads[arc]] = steps[vertex] + 1
                    queue.append(heads[arc])
        return steps

    total = 0
    while sink in (steps := steps_from_source()):
        untried = [len(numbers) for numbers in leaving]
        way: list[int] = []
        vertex = source
        while vertex != source or untried[source]:
            if vertex == sink:
                amount = min(rooms[arc] for arc in way)
                total += amount
                for arc in way:
                    rooms[arc] -= amount
                    rooms[arc ^ 1] += amount
                way, vertex = [], source
            elif untried[vertex]:
                arc = leaving[vertex][untried[vertex] - 1]
                if rooms[arc] and steps.get(heads[arc]) == steps[vertex] + 1:
                    way.append(arc)
                    vertex = heads[arc]
                else:
                    untried[vertex] -= 1
            else:
                vertex = heads[way.pop() ^ 1]
                untried[vertex] -= 1
    return total, set(steps)
