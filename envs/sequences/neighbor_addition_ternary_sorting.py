"""Sorting by adding elements to their right neighbours."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NeighborAdditionTernarySorting(Problem[int]):
    """Add elements of an array of -1, 0 and 1 to their right neighbours: how few additions make it non-decreasing?"""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 22 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = rng.choices((-1, 0, 1), (3, 2, 2), k=size)
        costs = _costs(numbers)
        if not costs or min(costs.values()) in (_cost_without_foresight(numbers), _cost_of_minus_ones(numbers)):
            raise Redraw
        return cls(numbers)

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            An array X[1], ..., X[{size}] is given below. One operation chooses an index i with 1 <= i < {size} and adds
            the current value of X[i] to X[i+1]; X[i] itself stays as it is. Values may become larger than 1 or smaller
            than -1 on the way. It is possible to make the array non-decreasing, that is
            X[1] <= X[2] <= ... <= X[{size}]. What is the smallest number of operations that does so?""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return min(_costs(self.numbers).values())


def _costs(numbers: list[int]) -> dict[int, int]:
    """Fewest operations by the last element's final value; empty if the array cannot become non-decreasing.

    Some optimal way works from left to right and leaves every element in -1..1.
    """
    costs = {numbers[0]: 0}
    for number in numbers[1:]:
        following: dict[int, int] = {}
        for previous, cost in costs.items():
            for times in range(3):
                final = number + times * previous
                if previous <= final <= 1:
                    following[final] = min(cost + times, following.get(final, cost + times))
        costs = following
    return costs


def _cost_without_foresight(numbers: list[int]) -> int | None:
    """The operations of one who raises each element just to its left neighbour; None if that fails."""
    operations, previous = 0, numbers[0]
    for number in numbers[1:]:
        if number < previous <= 0:
            return None
        times = -((number - previous) // previous) if number < previous else 0
        operations += times
        previous = number + times * previous
    return operations


def _cost_of_minus_ones(numbers: list[int]) -> int:
    """The operations that make every element from the first -1 on a -1."""
    return sum(number + 1 for number in numbers[numbers.index(-1) :]) if -1 in numbers else 0
