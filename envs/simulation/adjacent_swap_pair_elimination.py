"""Pairs that vanish when they meet."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class AdjacentSwapPairElimination(Problem[list[int]]):
    """Make all pairs of equal numbers meet and vanish by few swaps of neighbours."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"pairs": 5 + 2 * difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, pairs: int) -> Self:
        numbers = rng.sample([*range(pairs)] * 2, 2 * pairs)
        problem = cls(numbers)
        if len(_settled(numbers)) < 2 * pairs or not pairs - 1 <= len(problem.solution) < problem.in_order():
            raise Redraw
        return problem

    def statement(self) -> str:
        pairs = len(self.numbers) // 2
        rules = prose(f"""
            The sequence below contains each of the numbers 0..{pairs - 1} exactly twice. A move swaps the two numbers
            at the positions i and i + 1, counted from 0 at the left end. Whenever two equal numbers are neighbours,
            both vanish and the sequence closes up; this happens at once after a move, and again as long as there are
            equal neighbours. Empty the sequence by as few moves as possible.""")
        question = prose("""
            Give the positions i of the moves in order. Each counts in the sequence as it is just before that move, and
            i + 1 must be a position of that sequence as well.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0))

    def solve(self) -> list[int]:
        """The first number that is the second of its pair goes left: every move undoes one crossing a b a b.

        No move can undo two crossings, so that as many moves are needed.
        """
        numbers, moves = self.numbers, list[int]()
        while numbers:
            place = next(place for place, number in enumerate(numbers) if number in numbers[:place])
            moves.append(place - 1)
            numbers = _settled(_swapped(numbers, place - 1))
        return moves

    def in_order(self) -> int:
        """The moves that are needed if the pair of the first number is always made to meet first."""
        numbers, count = self.numbers, 0
        while numbers:
            numbers = _settled(_swapped(numbers, numbers.index(numbers[0], 1) - 1))
            count += 1
        return count

    def score(self, answer: list[int]) -> float:
        numbers = self.numbers
        for number, place in enumerate(answer, start=1):
            if place >= len(numbers) - 1:
                raise Infeasible(f"move {number} is outside the sequence, which has {len(numbers)} numbers by then")
            numbers = _settled(_swapped(numbers, place))
        if numbers:
            raise Infeasible(f"the moves leave {len(numbers)} numbers")
        return minimized(len(answer), len(self.solution), naive=self.in_order())


def _swapped(numbers: list[int], place: int) -> list[int]:
    return [*numbers[:place], numbers[place + 1], numbers[place], *numbers[place + 2 :]]


def _settled(numbers: list[int]) -> list[int]:
    """The sequence after all equal neighbours have vanished."""
    kept: list[int] = []
    for number in numbers:
        if kept and kept[-1] == number:
            kept.pop()
        else:
            kept.append(number)
    return kept
