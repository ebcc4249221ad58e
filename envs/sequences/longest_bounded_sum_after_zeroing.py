"""Long intervals of small sum, after some elements have been set to 0."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Lines
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LongestBoundedSumAfterZeroing(Problem[list[list[int]]]):
    """Set a short interval of a list to 0 so that a long interval has a sum within a bound."""

    numbers: list[int]
    longest_zeroed: int
    bound: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = [rng.randint(1, size) for _ in range(size)]
        bound = rng.randint(max(numbers), max(*numbers, sum(numbers) // 2))
        problem = cls(numbers, rng.randint(1, max(1, size // 4)), bound)
        best = problem.length(problem.solution)
        if not problem.plain() + 1 < best < size or best == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            A list of {size} integers is given; positions are numbered from 1 to {size}. First choose an interval of at
            most {self.longest_zeroed} neighbouring positions l1, l1 + 1, ..., r1 (l1 = r1 is allowed) and set the
            numbers there to 0. Then choose an interval of positions l2, l2 + 1, ..., r2 on which the sum of the changed
            list is at most {self.bound}. Make the number of positions in the second interval, r2 - l2 + 1, as large as
            possible.""")
        question = "Give l1 and r1 in the first line, l2 and r2 in the second."
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Lines:
        interval = Items(Integer(1, len(self.numbers)), count=2)
        return Lines((interval, interval))

    def length(self, answer: list[list[int]]) -> int:
        return answer[1][1] - answer[1][0] + 1

    def plain(self) -> int:
        """The most positions that are possible if nothing is set to 0."""
        return self._longest(0)[0]

    def naive(self) -> int:
        """What is possible if the largest sum, or what follows the longest plain interval, is set to 0."""
        size, width = len(self.numbers), self.longest_zeroed
        largest = max(range(size - width + 1), key=lambda start: sum(self.numbers[start : start + width]))
        plain, _, (_, last) = self._longest(0)
        zeroed = (range(start, min(start + width, size)) for start in (largest, last + 1))
        changed = ([0 if i in zeros else number for i, number in enumerate(self.numbers)] for zeros in zeroed)
        return max(plain, *(type(self)(numbers, width, self.bound).plain() for numbers in changed))

    def solve(self) -> list[list[int]]:
        _, zeroed, chosen = self._longest(self.longest_zeroed)
        return [[zeroed + 1, min(zeroed + self.longest_zeroed, len(self.numbers))], [chosen[0] + 1, chosen[1] + 1]]

    def _longest(self, zeros: int) -> tuple[int, int, tuple[int, int]]:
        """Length, start of the zeros, first and last position from 0: all intervals, until the sum is too large."""
        sums = [0, *accumulate(self.numbers)]
        best = (0, 0, (0, 0))
        for left in range(len(self.numbers)):
            saved, zeroed = 0, left
            for right in range(left, len(self.numbers)):
                start = max(left, right + 1 - zeros)
                if sums[right + 1] - sums[start] > saved:
                    saved, zeroed = sums[right + 1] - sums[start], start
                if sums[right + 1] - sums[left] - saved > self.bound:
                    break
                if right + 1 - left > best[0]:
                    best = (right + 1 - left, zeroed, (left, right))
        return best

    def score(self, answer: list[list[int]]) -> float:
        (l1, r1), (l2, r2) = answer
        if l1 > r1 or l2 > r2:
            raise Infeasible("an interval ends before it begins")
        if r1 - l1 + 1 > self.longest_zeroed:
            raise Infeasible(f"more than {self.longest_zeroed} numbers are set to 0")
        if sum(self.numbers[place - 1] for place in range(l2, r2 + 1) if not l1 <= place <= r1) > self.bound:
            raise Infeasible(f"the sum is more than {self.bound}")
        return maximized(self.length(answer), self.length(self.solution), naive=self.naive())
