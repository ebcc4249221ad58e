"""Making an array monotone by small changes."""

from dataclasses import dataclass
from heapq import heappush, heapreplace
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MonotoneArrayMinL1Change(Problem[list[int]]):
    """Find the monotone array, rising or falling, that differs least from a given one."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """A slope with much noise, up or down."""
        slope = rng.randint(1, 4)
        numbers = [slope * i + rng.randint(0, 3 * size) for i in range(size)]
        problem = cls(numbers[::-1] if rng.random() < 0.5 else numbers)
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            Find integers B[1], ..., B[{size}] that are either non-decreasing (B[1] <= B[2] <= ... <= B[{size}]) or
            non-increasing (B[1] >= B[2] >= ... >= B[{size}]), whichever you like, such that the sum of
            |A[i] - B[i]| over all i is as small as possible. A[1], ..., A[{size}] are the numbers below. If several
            B are equally good, any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive B[1], ..., B[{size}] in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.numbers))

    def cost(self, changed: list[int]) -> int:
        return sum(abs(a - b) for a, b in zip(self.numbers, changed))

    def obvious(self) -> list[list[int]]:
        """The median, the largest so far, the least still to come, and the means of stretches, the same falling."""
        found = [[sorted(self.numbers)[len(self.numbers) // 2]] * len(self.numbers)]
        for sign in (1, -1):
            numbers = [sign * number for number in self.numbers]
            ways = [_largest_so_far(numbers), [-n for n in _largest_so_far([-n for n in numbers[::-1]])][::-1]]
            found += [[sign * number for number in way] for way in (*ways, _pooled_means(numbers))]
        return found

    def naive(self) -> int:
        return min(map(self.cost, self.obvious()))

    def solve(self) -> list[int]:
        rising = _nearest_rising(self.numbers)
        falling = [-number for number in _nearest_rising([-number for number in self.numbers])]
        return min(rising, falling, key=self.cost)

    def score(self, answer: list[int]) -> float:
        steps = list(zip(answer, answer[1:]))
        if not (all(a <= b for a, b in steps) or all(a >= b for a, b in steps)):
            raise Infeasible("the numbers rise in one place and fall in another")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())


def _largest_so_far(numbers: list[int]) -> list[int]:
    return [max(numbers[: i + 1]) for i in range(len(numbers))]


def _pooled_means(numbers: list[int]) -> list[int]:
    """Stretches replaced by their means, rounded down, as for the least sum of squares."""
    pools: list[tuple[int, int]] = []  # sum and length
    for number in numbers:
        pools.append((number, 1))
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] > pools[-1][0] * pools[-2][1]:
            total, length = pools.pop()
            pools[-1] = (pools[-1][0] + total, pools[-1][1] + length)
    return [total // length for total, length in pools for _ in range(length)]


def _nearest_rising(numbers: list[int]) -> list[int]:
    """The least sum of |a - b| over non-decreasing b, by the slopes of the cost as a function of the last b.

    The heap holds (negated) where the slope grows; its top is the best last value of the part so far.
    """
    heap: list[int] = []
    tops = []
    for number in numbers:
        heappush(heap, -number)
        if -heap[0] > number:
            heapreplace(heap, -number)
        tops.append(-heap[0])
    for i in range(len(tops) - 2, -1, -1):
        tops[i] = min(tops[i], tops[i + 1])
    return tops
