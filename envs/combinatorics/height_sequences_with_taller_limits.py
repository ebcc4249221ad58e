"""Rows of people who accept few taller people in front of them."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

MODULUS = 10_007


@dataclass(frozen=True)
class HeightSequencesWithTallerLimits(Problem[int]):
    """Count the sequences of heights of people who limit the number of taller people in front of them."""

    people: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        """Limits that some order keeps: the order in which the people are drawn."""
        heights = [rng.randint(1, max(3, count // 2)) for _ in range(count)]
        people = []
        for place, height in enumerate(heights):
            in_front, all_taller = (sum(other > height for other in some) for some in (heights[:place], heights))
            people.append([height, 1 + rng.randint(in_front, (in_front + all_taller + 1) // 2)])
        rng.shuffle(people)
        problem = cls(people)
        if problem.sequences() < 3 * count:
            raise Redraw
        return problem

    def statement(self) -> str:
        count = len(self.people)
        rules = prose(f"""
            {count} people stand in a queue. Each person has a height and a limit: strictly fewer people than this limit
            may be strictly taller than the person and stand anywhere in front of (earlier in the queue than) the
            person. People of the same height do not count against each other. An order of all {count} people is valid
            if it keeps the limits of all of them. Reading the heights from the front to the back gives a sequence of
            {count} numbers. How many different sequences of heights do the valid orders give? Orders that give the same
            sequence count once. Each line below holds the height and the limit of one person.""")
        return f"{rules}\n{table(self.people)}\nGive the number of sequences modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def sequences(self) -> int:
        """Heights from the tallest down: equal people choose how many of the taller ones stand in front of them.

        The choices, in ascending order, can be handed out exactly if each keeps the limit of the same rank.
        """
        total, taller = 1, 0
        for height in sorted({height for height, _ in self.people}, reverse=True):
            limits = sorted(limit for other, limit in self.people if other == height)
            ways = [1] + [0] * taller  # by the largest choice so far
            for limit in limits:
                ways = list(accumulate(ways))
                ways[limit:] = [0] * len(ways[limit:])
            total *= sum(ways)
            taller += len(limits)
        return total

    def solve(self) -> int:
        return self.sequences() % MODULUS
