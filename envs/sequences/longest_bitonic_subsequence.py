"""Subsequences that rise and then fall."""

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
class LongestBitonicSubsequence(Problem[list[int]]):
    """Choose as many elements as possible that first strictly rise and then strictly fall."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 10 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = [rng.randint(0, size) for _ in range(size)]
        problem = cls(numbers)
        if len(problem.solution) == problem.one_way():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            From the array A[0], ..., A[{last}] below, choose elements at positions i1 < i2 < ... < ik, with k >= 1, so
            that the chosen values first strictly increase and then strictly decrease: for some m with 1 <= m <= k,
            A[i1] < ... < A[im] and A[im] > ... > A[ik]. They may also only increase or only decrease. Two chosen
            values that follow each other must not be equal. Make k as large as possible.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the positions i1, ..., ik, which count from 0."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def solve(self) -> list[int]:
        """The longest way up to each element and the longest way down from it."""
        numbers = self.numbers
        up, down = increasing_lengths(numbers), increasing_lengths(numbers[::-1])[::-1]
        peak = max(range(len(numbers)), key=lambda i: up[i] + down[i])
        rising = _descent(numbers, up, peak, range(peak - 1, -1, -1))
        return [*rising[::-1], peak, *_descent(numbers, down, peak, range(peak + 1, len(numbers)))]

    def one_way(self) -> int:
        """The most elements that only rise or only fall."""
        return max(*increasing_lengths(self.numbers), *increasing_lengths(self.numbers[::-1]))

    def score(self, answer: list[int]) -> float:
        if any(i >= j for i, j in zip(answer, answer[1:])):
            raise Infeasible("the positions do not increase")
        steps = [self.numbers[j] - self.numbers[i] for i, j in zip(answer, answer[1:])]
        if 0 in steps or any(a < 0 < b for a, b in zip(steps, steps[1:])):
            raise Infeasible("the values do not strictly increase and then strictly decrease")
        return maximized(len(answer), len(self.solution), naive=self.one_way())


def _descent(numbers: list[int], lengths: list[int], peak: int, positions: range) -> list[int]:
    """A longest way down from the peak, where `lengths` has those from each of the positions."""
    way, current = [], peak
    for i in positions:
        if numbers[i] < numbers[current] and lengths[i] == lengths[current] - 1:
            way.append(i)
            current = i
    return way
