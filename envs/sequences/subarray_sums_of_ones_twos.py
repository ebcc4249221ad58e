"""Sums in an array of ones and twos."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.verdict import Infeasible

NONE = [-1, -1]


@dataclass(frozen=True)
class SubarraySumsOfOnesTwos(Problem[list[list[int]]]):
    """For each of some sums, find a contiguous subarray of ones and twos that has it, or tell that there is none."""

    numbers: list[int]
    sums: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 10 + 2 * difficulty, "sums": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int, sums: int) -> Self:
        # only large sums of one parity can be impossible, and only between twos at both ends
        percent = rng.randint(60, 95)
        inner = [2 if rng.randrange(100) < percent else 1 for _ in range(size - 4)]
        numbers = [2, 2, *inner, 2, 2]
        found = _subarrays(numbers)
        impossible = [total for total in range(1, sum(numbers)) if total not in found]
        if 1 not in inner or len(impossible) < 2:
            raise Redraw
        none = rng.randint(1, min(sums // 2, len(impossible)))
        possible = [total for total in sorted(found) if total < sum(numbers)]
        problem = cls(numbers, sorted(rng.sample(impossible, none) + rng.sample(possible, sums - none)))
        if problem.score(problem.at_the_ends()) == 1.0 and rng.random() < 0.8:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            For each of the numbers x = {", ".join(map(str, self.sums))}, find a contiguous subarray A[l], A[l+1], ...,
            A[r] (both ends included, l <= r) of the array A[0], ..., A[{last}] below whose sum is exactly x.""")
        task = prose("""
            Give one line for each x, in the order above: the two positions l and r of such a subarray, or -1 -1 if
            there is none. Positions count from 0. If there are several such subarrays, any of them is right.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{task}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(-1, len(self.numbers) - 1), count=2), count=len(self.sums))

    def at_the_ends(self) -> list[list[int]]:
        """What one finds who only looks at subarrays that begin or end with the array."""
        last = len(self.numbers) - 1
        found = {sum(self.numbers[start:]): [start, last] for start in range(last + 1)}
        found |= {sum(self.numbers[: end + 1]): [0, end] for end in range(last + 1)}
        return [found.get(total, NONE) for total in self.sums]

    def solve(self) -> list[list[int]]:
        found = _subarrays(self.numbers)
        return [found.get(total, NONE) for total in self.sums]

    def score(self, answer: list[list[int]]) -> float:
        right = 0
        for wanted, pair, solution in zip(self.sums, answer, self.solution):
            first, last = pair
            if pair == NONE:
                right += solution == NONE
            elif first == -1 or first > last:
                raise Infeasible(f"{first} {last} is neither a subarray nor -1 -1")
            else:
                right += sum(self.numbers[first : last + 1]) == wanted
        return proportion(right, len(self.sums))


def _subarrays(numbers: list[int]) -> dict[int, list[int]]:
    """First and last position of a subarray for each sum that there is."""
    found: dict[int, list[int]] = {}
    for first in range(len(numbers)):
        total = 0
        for last in range(first, len(numbers)):
            total += numbers[last]
            found.setdefault(total, [first, last])
    return found
