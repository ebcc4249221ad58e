"""Cutting a sequence so that the OR of the sums is small."""

from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import or_
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class PartitionMinOrOfSums(Problem[list[int]]):
    """Cut a sequence into at most K blocks so that the OR of the sums of the blocks is as small as possible."""

    max_difficulty = 60

    numbers: list[int]
    most_blocks: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        most_blocks = rng.randint(3, min(3 + size // 8, 7))
        problem = cls([rng.randint(0, size * size) for _ in range(size)], most_blocks)
        if problem.naive() == problem.cost(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        count = len(self.numbers)
        rules = prose(f"""
            Below are the {count} numbers A[1], A[2], ..., A[{count}]. Cut this sequence, without changing its order,
            into at least 1 and at most {self.most_blocks} blocks of one or more consecutive numbers. The cost of the
            cut is the bitwise OR of the sums of the blocks. Find a cut of least cost; if several are equally good, any
            of them will do.""")
        question = prose(f"""
            Give the index of the last number of each block, in ascending order; the last of them is {count}.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.numbers)))

    def cost(self, ends: list[int]) -> int:
        before = [0, *accumulate(self.numbers)]
        return reduce(or_, (before[end] - before[start] for start, end in zip([0, *ends], ends)))

    def naive(self) -> int:
        """The cost of blocks of about equal sums, after changes of one cut at a time that lower it."""
        ends, size = self.equal_blocks(), len(self.numbers)
        best = self.cost(ends)
        for _ in range(20):
            fewer = [[end for end in ends if end != left_out] for left_out in ends[:-1]]
            kept = [*fewer, *([ends] if len(ends) < self.most_blocks else [])]
            cuts = [sorted([*others, end]) for others in kept for end in range(1, size) if end not in others]
            cost, changed = min((self.cost(cut), cut) for cut in [*fewer, *cuts])
            if cost >= best:
                break
            best, ends = cost, changed
        return best

    def equal_blocks(self) -> list[int]:
        total, ends = sum(self.numbers), list[int]()
        for end, before in enumerate(accumulate(self.numbers), start=1):
            if before * self.most_blocks >= total * (len(ends) + 1) and len(ends) < self.most_blocks - 1:
                ends.append(end)
        return sorted({*ends, len(self.numbers)})

    def solve(self) -> list[int]:
        """From the highest bit down, a bit stays out of the cost if there is a cut for that."""
        allowed = (1 << sum(self.numbers).bit_length()) - 1
        for place in reversed(range(allowed.bit_length())):
            if self.cut(allowed ^ 1 << place):
                allowed ^= 1 << place
        return self.cut(allowed)

    def cut(self, allowed: int) -> list[int]:
        """The fewest blocks whose sums have allowed bits only, by their ends; none if they are too many."""
        before = [0, *accumulate(self.numbers)]
        fewest: list[list[int] | None] = [[]]
        for end in range(1, len(before)):
            total = before[end]
            fitting = [e for start, e in enumerate(fewest) if e is not None and not total - before[start] & ~allowed]
            fewest.append([*min(fitting, key=len), end] if fitting else None)
        ends = fewest[-1]
        return ends if ends is not None and len(ends) <= self.most_blocks else []

    def score(self, answer: list[int]) -> float:
        if len(answer) > self.most_blocks:
            raise Infeasible(f"{len(answer)} blocks, more than {self.most_blocks}")
        if any(first >= second for first, second in zip(answer, answer[1:])):
            raise Infeasible("the indices do not ascend")
        if answer[-1] != len(self.numbers):
            raise Infeasible("the last block does not end the sequence")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())
