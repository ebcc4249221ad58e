"""Non-decreasing subsequences of large weight."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.subsequences import increasing_lengths
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MaximumWeightNondecreasingSubsequence(Problem[list[int]]):
    """Choose indices along which one list never goes down, and another adds up to as much as possible."""

    numbers: list[int]
    weights: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 10 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls([rng.randint(0, size) for _ in range(size)], [rng.randint(1, size) for _ in range(size)])
        if problem.naive() >= problem.total(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            Two lists A and B of {last + 1} integers each are given, with indices 0, 1, ..., {last}. Choose indices
            i1 < i2 < ... < ik, at least one, such that A[i1] <= A[i2] <= ... <= A[ik] (equal values are allowed) and
            the sum B[i1] + B[i2] + ... + B[ik] is as large as possible.""")
        data = f"A: {' '.join(map(str, self.numbers))}\nB: {' '.join(map(str, self.weights))}"
        return f"{rules}\n{data}\nGive the chosen indices in increasing order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def total(self, indices: list[int]) -> int:
        return sum(self.weights[index] for index in indices)

    def naive(self) -> int:
        """What greedy choices, by place and by weight, and the longest subsequence reach."""
        return max(self.greedy(), self.total(self.longest()), self.total(self.heaviest_first()))

    def heaviest_first(self) -> list[int]:
        """Indices by weight, whenever one fits those taken."""
        taken: list[int] = []
        for index in sorted(range(len(self.weights)), key=lambda index: -self.weights[index]):
            chosen = sorted([*taken, index])
            if all(self.numbers[i] <= self.numbers[j] for i, j in zip(chosen, chosen[1:])):
                taken = chosen
        return taken

    def longest(self) -> list[int]:
        """Of the longest subsequences one, whatever it weighs."""
        lengths = increasing_lengths(self.numbers, strict=False)
        chosen, index = list[int](), lengths.index(max(lengths))
        while index >= 0:
            chosen.append(index)
            before = (i for i in range(index) if self.numbers[i] <= self.numbers[index])
            index = next((i for i in before if lengths[i] == lengths[index] - 1), -1)
        return chosen[::-1]

    def greedy(self) -> int:
        """The weight that is reached by taking, from some index on, every number that is not below the last one."""
        return max(self._taken_from(start) for start in range(len(self.numbers)))

    def _taken_from(self, start: int) -> int:
        last, total = self.numbers[start], 0
        for number, weight in zip(self.numbers[start:], self.weights[start:]):
            if number >= last:
                last, total = number, total + weight
        return total

    def solve(self) -> list[int]:
        """Dynamic programming over the last index, with the index before it."""
        best: list[int] = []
        previous: list[int] = []
        for index, number in enumerate(self.numbers):
            before = max((i for i in range(index) if self.numbers[i] <= number), key=best.__getitem__, default=-1)
            previous.append(before)
            best.append(self.weights[index] + (best[before] if before >= 0 else 0))
        chosen, index = list[int](), best.index(max(best))
        while index >= 0:
            chosen.append(index)
            index = previous[index]
        return chosen[::-1]

    def score(self, answer: list[int]) -> float:
        for earlier, later in zip(answer, answer[1:]):
            if earlier >= later:
                raise Infeasible(f"the indices {earlier} and {later} are not in increasing order")
            if self.numbers[earlier] > self.numbers[later]:
                raise Infeasible(f"A goes down from index {earlier} to index {later}")
        return maximized(self.total(answer), self.total(self.solution), naive=self.naive())
