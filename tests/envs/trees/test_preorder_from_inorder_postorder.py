from collections.abc import Iterator

from rlve.envs.trees.preorder_from_inorder_postorder import PreorderFromInorderPostorder
from tests.envs.drawing import drawn, reward

EXAMPLE = PreorderFromInorderPostorder(inorder=[3, 1, 0, 4, 2], postorder=[3, 0, 1, 2, 4])  # 4 has the children 1 and 2


def orders(labels: tuple[int, ...]) -> Iterator[tuple[list[int], list[int]]]:
    """Pre-order and post-order of every binary tree whose in-order is `labels`."""
    if not labels:
        yield [], []
    for i, root in enumerate(labels):
        for left_first, left_last in orders(labels[:i]):
            for right_first, right_last in orders(labels[i + 1 :]):
                yield [root, *left_first, *right_first], [*left_last, *right_last, root]


def test_worked_example():
    assert reward(EXAMPLE, "4 1 3 0 2") == 1.0
    assert 0.0 < reward(EXAMPLE, "4 1 3 2 0") < 0.1
    assert reward(EXAMPLE, "4 2 1 0 3") < 0.1  # the post-order backwards
    assert reward(EXAMPLE, "4 1 3 0") == reward(EXAMPLE, "4 1 3 0 3") == -0.5


def test_only_one_tree_has_both_orders():
    for problem in drawn(PreorderFromInorderPostorder, seeds=40, size=6):
        trees = orders(tuple(problem.inorder))
        assert [first for first, last in trees if last == problem.postorder] == [problem.solution]


def test_a_chain_of_many_nodes():
    labels = list(range(5000))
    assert PreorderFromInorderPostorder(labels, labels).solution == labels[::-1]
    assert PreorderFromInorderPostorder(labels, labels[::-1]).solution == labels


def shortcut_reversed_postorder(problem):
    """The post-order from its end: the root first, but right before left."""
    return problem.postorder[::-1]


def shortcut_root_first(problem):
    """The root, then the left and the right part of the in-order as they are."""
    root = problem.postorder[-1]
    place = problem.inorder.index(root)
    return [root, *problem.inorder[:place], *problem.inorder[place + 1 :]]
