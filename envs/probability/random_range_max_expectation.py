"""Random parts of a list that rise to their largest number."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class RandomRangeMaxExpectation(Problem[Fraction]):
    """Find the expected number at one place of a list after rounds in which random blocks take their maximum."""

    max_difficulty = 40

    numbers: list[int]
    rounds: int
    place: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + difficulty // 2, "rounds": 2 + difficulty // 4, "largest": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, rounds: int, largest: int) -> Self:
        numbers = [rng.randint(0, largest) for _ in range(size)]
        place = rng.randint(1, size)
        if len({number for number in numbers if number > numbers[place - 1]}) < 2:
            raise Redraw
        problem = cls(numbers, rounds, place)
        if problem.solution == problem.without_memory():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        blocks = size * (size + 1) // 2
        rules = prose(f"""
            Below is a list of {size} numbers at the places 1..{size}. It goes through {self.rounds} rounds. In each
            round one of the {blocks} blocks of one or more neighbouring places is chosen at random, all being equally
            likely and independently of other rounds, and all numbers in the block are replaced by the largest number
            that the block holds at that time.""")
        question = f"What is the expected number at place {self.place} after all {self.rounds} rounds?"
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """The largest number, less the probability of a number below t for each t up to it."""
        blocks = len(self.numbers) * (len(self.numbers) + 1) // 2
        levels = self.levels()
        lost = sum((level - before) * self.ways_below(level, self.rounds) for before, level in zip(levels, levels[1:]))
        return levels[-1] - Fraction(lost, blocks**self.rounds)

    def without_memory(self) -> Fraction:
        """The same if each round began with the first list, and the place kept the largest number it ever had."""
        blocks, levels = len(self.numbers) * (len(self.numbers) + 1) // 2, self.levels()
        lost = sum((level - before) * self.ways_below(level, 1) ** self.rounds
                   for before, level in zip(levels, levels[1:]))  # fmt: skip
        return levels[-1] - Fraction(lost, blocks**self.rounds)

    def levels(self) -> list[int]:
        """What can stand at the place, ascending."""
        return sorted({number for number in self.numbers if number >= self.numbers[self.place - 1]})

    def ways_below(self, level: int, rounds: int) -> int:
        """In how many choices of all blocks the number at the place stays below the level.

        The stretch of lower numbers around the place shrinks by the blocks that reach into it from outside.
        """
        size, place = len(self.numbers), self.place
        first = max((p for p in range(1, place) if self.numbers[p - 1] >= level), default=0) + 1
        last = min((p for p in range(place + 1, size + 1) if self.numbers[p - 1] >= level), default=size + 1) - 1
        ways = {(first, last): 1}
        for _ in range(rounds):
            after: dict[tuple[int, int], int] = {}
            for (low, high), count in ways.items():
                sizes = (low - 1, high - low + 1, size - high)
                after[low, high] = after.get((low, high), 0) + count * sum(n * (n + 1) // 2 for n in sizes)
                for shorter in range(low + 1, place + 1):
                    after[shorter, high] = after.get((shorter, high), 0) + count * (low - 1)
                for shorter in range(place, high):
                    after[low, shorter] = after.get((low, shorter), 0) + count * (size - high)
            ways = after
        return sum(ways.values())
