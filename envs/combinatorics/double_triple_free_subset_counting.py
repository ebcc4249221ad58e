"""Sets without a number and its double or triple."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

UNITS = (1, 5, 7, 11, 13, 17, 19, 23, 25, 29)  # coprime to 6


@dataclass(frozen=True)
class DoubleTripleFreeSubsetCounting(Problem[int]):
    """Count the subsets of given numbers in which no number is the double or the triple of another."""

    max_difficulty = 30

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 11 + 2 * difficulty, "largest_exponent": 3 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, count: int, largest_exponent: int) -> Self:
        """Most of the numbers u * 2^a * 3^b, for one u after the other."""
        numbers: list[int] = []
        for unit in rng.sample(UNITS, len(UNITS)):
            for a in range(largest_exponent + 1):
                for b in range(largest_exponent - a // 2 + 1):
                    if rng.random() < 0.7:
                        numbers.append(unit * 2**a * 3**b)
            if len(numbers) >= count:
                break
        if len(numbers) < count:
            raise Redraw
        chosen = rng.sample(numbers, count)
        if 3 * sum(_joined(chosen, number) for number in chosen) < 2 * count:
            raise Redraw
        return cls(sorted(chosen))

    def statement(self) -> str:
        rules = prose("""
            How many subsets of the numbers below contain no two numbers of which one is exactly the double or exactly
            the triple of the other? The empty set counts. Give the exact number.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """Class by class of numbers with the same part coprime to 6, ascending: only the last ones can still matter."""
        classes: dict[int, list[int]] = {}
        for number in sorted(self.numbers):
            classes.setdefault(unit_of(number), []).append(number)
        total = 1
        for members in classes.values():
            ways: dict[frozenset[int], int] = {frozenset(): 1}  # chosen numbers of which a multiple may come -> ways
            for number in members:
                after: dict[frozenset[int], int] = {}
                for chosen, count in ways.items():
                    recent = frozenset(other for other in chosen if 3 * other >= number)
                    after[recent] = after.get(recent, 0) + count
                    if all(other * factor != number for other in recent for factor in (2, 3)):
                        recent |= {number}
                        after[recent] = after.get(recent, 0) + count
                ways = after
            total *= sum(ways.values())
        return total


def unit_of(number: int) -> int:
    for prime in (2, 3):
        while number % prime == 0:
            number //= prime
    return number


def _joined(numbers: list[int], number: int) -> int:
    """How many of the numbers are the double or the triple of this one."""
    return (2 * number in numbers) + (3 * number in numbers)
