"""Flipping blocks of one length until only zeros are left."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class FixedLengthFlipMinimum(Problem[list[list[int]]]):
    """Choose a length such that few flips of blocks of this length turn a 0/1 array into zeros, and make them."""

    array: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 16 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        length = rng.randint(3, size // 2)
        places = size - length + 1
        array = [0] * size
        for start in rng.sample(range(places), rng.randint(min(3, places), max(3, places // 2))):
            for i in range(start, start + length):
                array[i] ^= 1
        problem = cls(array)
        if len(problem.solution) >= problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.array)
        rules = prose(f"""
            The array A[1], ..., A[{size}] below consists of zeros and ones. Choose a length K with 1 <= K <= {size}. A
            flip takes one block of exactly K consecutive elements inside the array and turns each 0 in it into 1 and
            each 1 into 0. All flips have the same K. Make all elements 0 with as few flips as possible; among all K
            with which this least number of flips is reached, use the smallest.""")
        question = (
            "Give the flips, one a line, in any order: the positions of the first and of the last flipped element."
        )
        return f"{rules}\n{' '.join(map(str, self.array))}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(1, len(self.array)), count=2))

    def flips(self, length: int) -> list[list[int]] | None:
        """What must be flipped: from the left, a block at each element that is 1 then; None if one has no room."""
        chosen: list[list[int]] = []
        parity = 0
        begins = [0] * len(self.array)
        for i, element in enumerate(self.array):
            if i >= length:
                parity ^= begins[i - length]
            if element ^ parity:
                if i + length > len(self.array):
                    return None
                begins[i] = 1
                parity ^= 1
                chosen.append([i + 1, i + length])
        return chosen

    def runs(self) -> list[int]:
        """The lengths of the runs of ones."""
        return [len(run) for run in "".join(map(str, self.array)).split("0") if run]

    def naive(self) -> int:
        """The fewest flips with K = 1, and with the lengths of the longest, the first and the shortest run of ones."""
        runs = self.runs()
        tried = [self.flips(length) for length in (1, max(runs), runs[0], min(runs))]
        return min(len(flips) for flips in tried if flips is not None)

    def solve(self) -> list[list[int]]:
        tried = [self.flips(length) for length in range(1, len(self.array) + 1)]
        return min((flips for flips in tried if flips is not None), key=len)  # of equals the first, the smallest K

    def score(self, answer: list[list[int]]) -> float:
        """Half for the fewest flips with a K that is not the smallest; with more flips, less than that."""
        if not answer:
            raise Infeasible("no flips")
        length = answer[0][1] - answer[0][0] + 1
        array = self.array.copy()
        if any(right - left + 1 != length for left, right in answer) or length < 1:
            raise Infeasible("the blocks are not all of one length, or empty")
        begins = [0] * len(array)
        for left, _ in answer:
            begins[left - 1] ^= 1
        parity = 0
        for i, element in enumerate(array):
            parity ^= begins[i] ^ (begins[i - length] if i >= length else 0)
            if element ^ parity:
                raise Infeasible(f"element {i + 1} is not 0 at the end")
        best = self.solution
        if len(answer) == len(best):
            return 1.0 if length == best[0][1] - best[0][0] + 1 else 0.5
        return 0.5 * minimized(len(answer), len(best), naive=self.naive())
