from fractions import Fraction

from rlve.envs.probability.random_binary_tree_expected_nodes import RandomBinaryTreeExpectedNodes
from tests.envs.drawing import drawn, reward


def trees(nodes: int):
    """All shapes, as pairs of subtrees."""
    if nodes == 0:
        return [None]
    return [(left, right) for k in range(nodes) for left in trees(k) for right in trees(nodes - 1 - k)]


def size(tree) -> int:
    return 0 if tree is None else 1 + size(tree[0]) + size(tree[1])


def weight(tree, weights: list[int]) -> int:
    if tree is None:
        return 0
    children = sum(child is not None for child in tree)
    return weights[children] + weight(tree[0], weights) + weight(tree[1], weights)


def test_worked_example():
    # 3 nodes with a left subtree of at least 1: one with two leaves below the root, two chains on the left
    problem = RandomBinaryTreeExpectedNodes(3, weights=[1, 10, 100], left_range=[1, 2])
    assert reward(problem, "48") == reward(problem, "144/3") == 1.0  # 102, 21 and 21
    assert reward(problem, "123/2") == reward(problem, "36") == 0.0
    assert reward(problem, "x") == -1.0


def test_all_shapes():
    shapes = {nodes: trees(nodes) for nodes in range(3, 8)}
    for most_nodes in (5, 7):
        for problem in drawn(RandomBinaryTreeExpectedNodes, seeds=25, most_nodes=most_nodes):
            low, high = problem.left_range
            chosen = [tree for tree in shapes[problem.nodes] if low <= size(tree[0]) <= high]
            assert problem.solution == Fraction(sum(weight(tree, problem.weights) for tree in chosen), len(chosen))


def shortcut_without_the_condition(problem):
    """Takes all shapes with that many nodes."""
    return RandomBinaryTreeExpectedNodes(problem.nodes, problem.weights, [0, problem.nodes - 1]).solution


def shortcut_sizes_equally_likely(problem):
    """Lets all allowed sizes of the left subtree be equally likely."""
    low, high = problem.left_range
    sizes = range(low, high + 1)
    values = (RandomBinaryTreeExpectedNodes(problem.nodes, problem.weights, [left, left]).solution for left in sizes)
    return sum(values) / len(sizes)


def shortcut_a_quarter_of_the_nodes(problem):
    """Lets a quarter of the nodes be leaves, a quarter have two children and half have one."""
    leaf, single, double = problem.weights
    return Fraction(problem.nodes * (leaf + 2 * single + double), 4)
