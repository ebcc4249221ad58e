"""A game of removing numbers for the least of them."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class SubsetMinimumRemovalGame(Problem[int]):
    """Remove any set of numbers and score the least of them, in turn: by how much does the first player win?"""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        problem = cls([rng.randint(1, 20 * count) for _ in range(count)])
        descending = sorted(problem.numbers, reverse=True)
        one_by_one = sum(descending[::2]) - sum(descending[1::2])
        if problem.solution in (0, min(problem.numbers), one_by_one):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            Alice and Bob play a game with the numbers below; equal numbers count as different things. They move in
            turn, Alice first. A move chooses one or more of the numbers that are left, as many as one likes, adds the
            smallest of them to the score of the player who moves, and removes all the chosen numbers. The game ends
            when no number is left. Each player wants to make their own score minus the opponent's as large as possible,
            and both play perfectly.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nWhat is Alice's score minus Bob's at the end?"

    def answer_format(self) -> Integer:
        return Integer()

    def solve(self) -> int:
        """The best moves take all numbers from some one upwards; `lead` is the result of the smaller ones alone."""
        lead = 0
        for number in sorted(self.numbers):
            lead = max(lead, number - lead)
        return lead
