from itertools import permutations
from math import factorial

from rlve.envs.combinatorics.tree_order_constraint_permutation_counting import TreeOrderConstraintPermutationCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # p[0] and p[2] below p[1], p[1] above p[3]: p[1] is the largest, the others stand in any order
    problem = TreeOrderConstraintPermutationCounting([[0, 1], [2, 1], [3, 1]], modulus=1000)
    assert reward(problem, "6") == 1.0
    assert reward(problem, "24") == reward(problem, "3") == 0.0
    assert reward(problem, "1000") == -0.5
    zigzag = TreeOrderConstraintPermutationCounting([[0, 1], [2, 1], [2, 3]], modulus=1000)
    assert zigzag.solution == 5  # 0 < 1 > 2 < 3: an Euler number
    assert TreeOrderConstraintPermutationCounting([[0, 1], [1, 2], [2, 3]], modulus=1000).solution == 1


def test_equals_all_permutations():
    for size in (5, 7):
        for problem in drawn(TreeOrderConstraintPermutationCounting, seeds=4, size=size + 2):
            part = TreeOrderConstraintPermutationCounting(first_edges(problem.smaller, size), problem.modulus)
            assert len(part.smaller) == size - 1
            orders = permutations(range(size))
            assert part.permutations() == sum(all(p[low] < p[high] for low, high in part.smaller) for p in orders)


def first_edges(edges, size):
    """A tree of so many vertices within one, its vertices numbered anew."""
    number = {edges[0][0]: 0}
    found = []
    for _ in edges:
        for low, high in edges:
            if (low in number) != (high in number) and len(number) < size:
                number.setdefault(low, len(number))
                number.setdefault(high, len(number))
                found.append([number[low], number[high]])
    return found


def test_a_rooted_tree_has_the_hook_length_count():
    """Where all inequalities point away from one vertex: n! over the product of the sizes of all subtrees."""
    for problem in drawn(TreeOrderConstraintPermutationCounting, seeds=10, size=25):
        neighbours = {}
        for low, high in problem.smaller:
            neighbours.setdefault(low, []).append(high)
            neighbours.setdefault(high, []).append(low)
        order, parent = [0], {0: None}
        for vertex in order:
            for other in neighbours[vertex]:
                if other not in parent:
                    parent[other] = vertex
                    order.append(other)
        size = dict.fromkeys(order, 1)
        for vertex in reversed(order[1:]):
            size[parent[vertex]] += size[vertex]
        rooted = TreeOrderConstraintPermutationCounting([[parent[v], v] for v in order[1:]], problem.modulus)
        hooks = factorial(25)
        for vertex in order:
            hooks //= size[vertex]
        assert rooted.permutations() == hooks


def shortcut_each_inequality_halves(problem):
    """Halves the number of all permutations for each inequality."""
    return factorial(len(problem.smaller) + 1) // 2 ** len(problem.smaller) % problem.modulus


def shortcut_as_if_it_were_rooted(problem):
    """Divides by the sizes of the subtrees below entry 0, whichever way the inequalities point."""
    neighbours = {}
    for low, high in problem.smaller:
        neighbours.setdefault(low, []).append(high)
        neighbours.setdefault(high, []).append(low)

    def size(vertex, parent):
        sizes = [size(other, vertex) for other in neighbours[vertex] if other != parent]
        hooks.append(1 + sum(sizes))
        return hooks[-1]

    hooks = []
    size(0, None)
    ways = factorial(len(hooks))
    for hook in hooks:
        ways //= hook
    return ways % problem.modulus
