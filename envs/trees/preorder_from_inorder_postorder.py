"""Binary trees from two of their traversals."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class PreorderFromInorderPostorder(Problem[list[int]]):
    """Write the pre-order of a binary tree whose in-order and post-order are given."""

    inorder: list[int]
    postorder: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Each segment of the in-order has its root at a random place; roots are met from the last to the first."""
        inorder = rng.sample(range(size), size)
        postorder: list[int] = []
        segments = [(0, size)]
        while segments:
            start, end = segments.pop()
            if start < end:
                root = rng.randrange(start, end)
                postorder.append(inorder[root])
                segments += [(start, root), (root + 1, end)]
        postorder.reverse()
        problem = cls(inorder, postorder)
        if problem.solution in (inorder, postorder[::-1]):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A binary tree has {len(self.inorder)} nodes, labelled 0..{len(self.inorder) - 1}; left and right children
            are told apart. Its in-order (of every node first the left subtree, then the node, then the right subtree)
            and its post-order (first the left subtree, then the right subtree, then the node) are given below. Write
            its pre-order: first the node, then the left subtree, then the right subtree.""")
        orders = [f"in-order: {' '.join(map(str, self.inorder))}", f"post-order: {' '.join(map(str, self.postorder))}"]
        return "\n".join([rules, *orders])

    def answer_format(self) -> Permutation:
        return Permutation(len(self.inorder))

    def solve(self) -> list[int]:
        """The last node of a subtree's post-order is its root, which divides its in-order."""
        place = {label: i for i, label in enumerate(self.inorder)}
        preorder = []
        subtrees = [(0, len(self.inorder), 0)]  # where it begins and ends in-order, and begins post-order
        while subtrees:
            start, end, first = subtrees.pop()
            if start < end:
                label = self.postorder[first + end - start - 1]
                root = place[label]
                preorder.append(label)
                subtrees += [(root + 1, end, first + root - start), (start, root, first)]
        return preorder

    def score(self, answer: list[int]) -> float:
        return matching(answer, self.solution)
