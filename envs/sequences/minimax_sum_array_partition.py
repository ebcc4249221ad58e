"""Cutting an array into blocks of small sums."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimaxSumArrayPartition(Problem[list[int]]):
    """Cut an array into a given number of blocks so that the largest sum of a block is as small as possible."""

    numbers: list[int]
    blocks: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 10 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = [rng.randint(size, 4 * size) if rng.randrange(4) == 0 else rng.randint(1, size) for _ in range(size)]
        problem = cls(numbers, blocks=rng.randint(max(3, size // 4), max(3, size // 2)))
        best = problem.load(problem.solution)
        if 5 * problem.load(problem.equal_lengths()) < 6 * best or best == problem.naive():
            raise Redraw
        if best == max(numbers) and rng.random() < 0.9:  # no better than the largest element
            raise Redraw
        return problem

    def statement(self) -> str:
        last, blocks = len(self.numbers) - 1, self.blocks
        rules = prose(f"""
            Cut the array A[0], ..., A[{last}] below into exactly {blocks} non-empty blocks of consecutive elements;
            every element belongs to one block. Make the largest sum of a block as small as possible.""")
        task = prose(f"""
            Give the last positions of the {blocks} blocks from left to right; positions count from 0, so the last
            number is {last}. If several cuts are best, any of them is right.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{task}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1), count=self.blocks)

    def load(self, ends: list[int]) -> int:
        """The largest sum of a block."""
        starts = [0, *(end + 1 for end in ends)]
        return max(sum(self.numbers[start : end + 1]) for start, end in zip(starts, ends))

    def equal_lengths(self) -> list[int]:
        return [len(self.numbers) * block // self.blocks - 1 for block in range(1, self.blocks + 1)]

    def filled_to_the_mean(self) -> list[int]:
        """Blocks that are ended as soon as they hold their share of what is left."""
        ends: list[int] = []
        total, left = 0, sum(self.numbers)
        for i, number in enumerate(self.numbers[:-1]):
            total += number
            blocks = self.blocks - len(ends)
            if blocks > 1 and (total * blocks >= left or len(self.numbers) - 1 - i == blocks - 1):
                ends.append(i)
                total, left = 0, left - total
        return [*ends, len(self.numbers) - 1]

    def naive(self) -> int:
        return min(self.load(self.equal_lengths()), self.load(self.filled_to_the_mean()))

    def solve(self) -> list[int]:
        """The least limit for which filling the blocks from the left needs no more blocks than there are."""
        low, high = max(self.numbers), sum(self.numbers)
        while low < high:
            middle = (low + high) // 2
            if len(self.filled(middle)) <= self.blocks:
                high = middle
            else:
                low = middle + 1
        ends = self.filled(low)
        unused = [i for i in range(len(self.numbers)) if i not in ends]
        return sorted(ends + unused[: self.blocks - len(ends)])

    def filled(self, limit: int) -> list[int]:
        """The ends of blocks that take each element which still fits."""
        ends, total = [], 0
        for i, number in enumerate(self.numbers):
            if total + number > limit:
                ends.append(i - 1)
                total = 0
            total += number
        return [*ends, len(self.numbers) - 1]

    def score(self, answer: list[int]) -> float:
        if any(i >= j for i, j in zip(answer, answer[1:])) or answer[-1] != len(self.numbers) - 1:
            raise Infeasible("these are not the last positions of blocks from left to right")
        load, best = self.load(answer), self.load(self.solution)
        return minimized(load, best, naive=self.naive())
