"""Cutting signs into balanced blocks."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimaxAbsoluteBalancePartition(Problem[list[int]]):
    """Cut an array of signs into balanced blocks, and among the best cuts take the smallest by labels."""

    max_difficulty = 80

    labels: list[int]
    signs: list[int]
    blocks: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        percent = rng.randint(20, 80)
        signs = [1 if rng.randrange(100) < percent else -1 for _ in range(size)]
        labels = rng.sample(range(1, size + 1), size)
        problem = cls(labels, signs, blocks=rng.randint(3, max(3, size // 2)))
        if problem.solution == problem.smallest_labels(bound=size):
            raise Redraw  # the balance excludes nothing
        return problem

    def statement(self) -> str:
        last, blocks = len(self.labels) - 1, self.blocks
        rules = prose(f"""
            Cut the positions 0, ..., {last} into exactly {blocks} non-empty blocks of consecutive positions; every
            position belongs to one block. The imbalance of a block is the absolute value of the sum of its B[i]. Make
            the largest imbalance of a block as small as possible. Among all cuts that achieve this, take the one for
            which the sequence A[e1], ..., A[e{blocks}] is lexicographically smallest, where e1 < ... < e{blocks} =
            {last} are the last positions of the blocks. (The lexicographically smaller of two sequences is the one with
            the smaller number in the first place in which they differ.)""")
        arrays = f"A: {' '.join(map(str, self.labels))}\nB: {' '.join(map(str, self.signs))}"
        return f"{rules}\n{arrays}\nGive A[e1], ..., A[e{blocks}]: values of A, not positions."

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.labels)), count=self.blocks)

    def solve(self) -> list[int]:
        for bound in range(len(self.labels) + 1):
            if labels := self.smallest_labels(bound):
                return labels
        raise ValueError("more blocks than positions")

    def smallest_labels(self, bound: int) -> list[int]:
        """The lexicographically smallest labels of ends with imbalances of at most `bound`; empty if there are none."""
        size = len(self.labels)
        sums = list(accumulate(self.signs, initial=0))
        starts = [{size}]  # from which the rest can be cut into 0, 1, 2, ... blocks
        for _ in range(self.blocks):
            ends = starts[-1]
            starts.append({i for i in range(size) if any(i < j and abs(sums[j] - sums[i]) <= bound for j in ends)})
        if 0 not in starts[-1]:
            return []
        start, labels = 0, []
        for ends in starts[-2::-1]:
            label, start = min(
                (self.labels[j - 1], j) for j in ends if start < j and abs(sums[j] - sums[start]) <= bound
            )
            labels.append(label)
        return labels

    def score(self, answer: list[int]) -> float:
        ends = [self.labels.index(label) for label in answer]
        if any(i >= j for i, j in zip(ends, ends[1:])) or ends[-1] != len(self.labels) - 1:
            raise Infeasible("these are not the labels of the ends of blocks from left to right")
        return matching(answer, self.solution)
