"""Trees on the vertices 0..n-1, given by lists of edges [u, v] or by the parent of every vertex."""

from random import Random


def random_tree(rng: Random, vertices: int) -> list[list[int]]:
    """Every vertex is joined to a random earlier one; labels, ends and edges come in random order."""
    labels = rng.sample(range(vertices), vertices)
    edges = [[labels[rng.randrange(place)], labels[place]] for place in range(1, vertices)]
    rng.shuffle(edges)
    return [edge if rng.random() < 0.5 else edge[::-1] for edge in edges]


def rooted(neighbours: list[list[int]], root: int = 0) -> tuple[list[int], list[int]]:
    """All vertices in an order in which parents come before children, and every vertex's parent (-1 for the root)."""
    order, parents = [root], [-1] * len(neighbours)
    for vertex in order:
        for other in neighbours[vertex]:
            if other != parents[vertex]:
                parents[other] = vertex
                order.append(other)
    return order, parents
