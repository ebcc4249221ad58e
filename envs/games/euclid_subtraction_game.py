"""Euclid's game: subtract multiples of the smaller number."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Items, Word
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

FIRST, SECOND = "Stan", "Ollie"


@dataclass(frozen=True)
class EuclidSubtractionGame(Problem[list[str]]):
    """Subtract a multiple of the smaller number from the larger in turn, whoever reaches zero wins: who does?"""

    max_difficulty = 65

    pairs: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"forced": 5 + difficulty, "pairs": 5 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, forced: int, pairs: int) -> Self:
        """After a few forced moves somebody has a choice: the ratios lie on both sides of the golden one, near it."""
        drawn = []
        for _ in range(pairs):
            smaller = rng.randint(1, 4)
            larger = smaller * rng.randint(2, 3) + rng.randrange(smaller)
            for _ in range(rng.randint((forced + 1) // 2, forced)):
                smaller, larger = larger, larger + smaller
            drawn.append(rng.sample([smaller, larger], 2))
        problem = cls(drawn)
        if len(set(problem.solution)) == 1:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            {FIRST} and {SECOND} play a game with two positive integers. They move in turn, {FIRST} first. A move
            subtracts a positive multiple of the smaller number from the larger one, so that the result is at least 0
            (if the numbers are equal, it does not matter which one is taken from the other). The player whose move
            makes a number 0 wins. Both play perfectly. Each line below holds the two numbers at the beginning of one of
            {len(self.pairs)} separate games.""")
        return f"{rules}\n{table(self.pairs)}\nGive the winners of the games, in this order."

    def answer_format(self) -> Items[str]:
        return Items(Word((FIRST, SECOND)), count=len(self.pairs))

    def solve(self) -> list[str]:
        return [FIRST if _mover_wins(max(pair), min(pair)) else SECOND for pair in self.pairs]


def _mover_wins(larger: int, smaller: int) -> bool:
    """With a choice of multiples the player to move wins: take all, or leave the other the forced last one."""
    wins = True
    while larger % smaller and larger < 2 * smaller:
        larger, smaller = smaller, larger - smaller
        wins = not wins
    return wins
