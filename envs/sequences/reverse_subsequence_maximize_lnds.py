"""Reversing part of a list so that a long part of it goes up."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.subsequences import increasing_lengths
from rlve.envs.verdict import Infeasible

State = tuple[int, int, int, int]


@dataclass(frozen=True)
class ReverseSubsequenceMaximizeLnds(Problem[list[int]]):
    """Reverse the numbers at chosen positions so that the longest non-decreasing subsequence gets long."""

    max_difficulty = 30

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 2 * difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls([rng.randint(1, size) for _ in range(size)])
        before = max(increasing_lengths(problem.numbers, strict=False))
        best = problem.length(problem.solution)
        if best < before + 2 or (best == problem.naive and rng.random() < 0.9):
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            A list of {size} numbers is given; its positions are counted from 1. Choose positions i1 < i2 < ... < ik, at
            least one and not necessarily next to each other, and reverse the numbers on them: position i1 receives the
            number of ik, i2 that of the position before ik in the choice, and so on up to ik, which receives the number
            of i1. All other numbers stay where they are. Then consider the longest non-decreasing subsequence of the
            new list: as many of its numbers as possible, in their order but not necessarily next to each other, of
            which each is at least as large as the one before. Choose the positions so that it becomes as long as
            possible.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the chosen positions in increasing order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.numbers)))

    def length(self, positions: list[int]) -> int:
        """Of the longest non-decreasing subsequence after the reversal."""
        changed = self.numbers[:]
        for position, source in zip(positions, reversed(positions)):
            changed[position - 1] = self.numbers[source - 1]
        return max(increasing_lengths(changed, strict=False))

    @cached_property
    def naive(self) -> int:
        """The best length after exchanging no more than two numbers."""
        places = range(1, len(self.numbers) + 1)
        return max(self.length([1]), *(self.length([i, j]) for i in places for j in places if i < j))

    def solve(self) -> list[int]:
        """Dynamic programming from both ends: a reversal exchanges pairs of positions, each inside the one before."""
        longest: dict[State, int] = {}

        def fill(state: State) -> int:
            if state[0] > state[1]:
                return 0
            if state not in longest:
                longest[state] = max(gain + fill(following) for gain, _, following in _steps(self.numbers, state))
            return longest[state]

        state = (0, len(self.numbers) - 1, min(self.numbers), max(self.numbers))
        pairs: list[int] = []
        while state[0] <= state[1]:
            wanted = fill(state)
            for gain, exchanged, following in _steps(self.numbers, state):
                if gain + fill(following) == wanted:
                    pairs += [state[0] + 1, state[1] + 1] if exchanged else []
                    state = following
                    break
        return sorted(pairs) or [1]

    def score(self, answer: list[int]) -> float:
        if any(earlier >= later for earlier, later in zip(answer, answer[1:])):
            raise Infeasible("the positions are not in increasing order")
        return maximized(self.length(answer), self.length(self.solution), naive=self.naive)


def _steps(numbers: list[int], state: State) -> Iterator[tuple[int, bool, State]]:
    """How many ends of the interval to take, whether to exchange them first, and what is left.

    A state is the first and last position of an interval and the least and largest value that may still be taken.
    """
    left, right, low, high = state
    first, last = numbers[left], numbers[right]
    if low <= first <= high:
        yield 1, False, (left + 1, right, first, high)
    if low <= last <= high:
        yield 1, False, (left, right - 1, low, last)
    if low <= last < first <= high:
        yield 2, True, (left + 1, right - 1, last, first)
    if left < right and low <= last <= high:
        yield 1, True, (left + 1, right - 1, last, high)
    if left < right and low <= first <= high:
        yield 1, True, (left + 1, right - 1, low, first)
    yield 0, False, (left + 1, right, low, high)
    yield 0, False, (left, right - 1, low, high)
