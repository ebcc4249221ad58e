"""A game of taking piles next to gaps."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class AdjacentZeroPileTaking(Problem[int]):
    """Take whole piles that lie next to an empty place, in turn: how many stones does the first player get?"""

    piles: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 8 + difficulty, "most_empty": 2 if difficulty < 4 else 3}

    @classmethod
    def generate(cls, rng: Random, count: int, most_empty: int) -> Self:
        piles = [rng.randint(1, 5 * count) for _ in range(count)]
        for place in rng.sample(range(count), rng.randint(1, most_empty)):
            piles[place] = 0
        problem = cls(piles)
        if problem.solution == _played(piles, looking_ahead=False):
            raise Redraw
        if problem.solution == _played(piles, looking_ahead=True) and rng.random() < 0.8:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            The numbers of stones in a row of piles, from left to right, are below; a pile of 0 stones is empty. Alice
            and Bob move in turn, Alice first. A move takes all the stones of one pile that is not empty and that has an
            empty pile directly to its left or directly to its right at that moment; then this pile is empty too. (The
            first and the last pile have one neighbour only.) The game ends when all piles are empty. Both players want
            to get as many stones as possible and play perfectly.""")
        return f"{rules}\n{' '.join(map(str, self.piles))}\nHow many stones does Alice get?"

    def answer_format(self) -> Integer:
        return Integer(0, sum(self.piles))

    def solve(self) -> int:
        """A pile y at least as large as its neighbours x and z is taken right after one of them, and then the other is.

        So these three piles are worth one of x - y + z. At an end of the row, a last pile not smaller than its
        neighbour is left alone as long as possible: whoever must take the neighbour loses the difference. What remains
        can be taken from the largest to the smallest.
        """
        ordinary, kept_back = [], 0
        last = len(self.piles) - 1
        for start, end in _segments(self.piles):
            piles: list[int] = []
            for pile in reversed(self.piles[start:end]) if end - 1 == last else self.piles[start:end]:
                piles.append(pile)
                while len(piles) > 2 and piles[-3] <= piles[-2] >= piles[-1]:
                    piles[-3:] = [piles[-3] - piles[-2] + piles[-1]]
            if start == 0 or end - 1 == last:
                while len(piles) > 1 and piles[0] >= piles[1]:
                    kept_back += piles[1] - piles[0]
                    del piles[:2]
            ordinary += piles
        ordinary.sort(reverse=True)
        lead = sum(ordinary[::2]) - sum(ordinary[1::2]) + (-kept_back if len(ordinary) % 2 else kept_back)
        return (sum(self.piles) + lead) // 2


def _segments(piles: list[int]) -> list[tuple[int, int]]:
    """Where the runs of piles that are not empty begin and end."""
    empty = [-1, *(place for place, pile in enumerate(piles) if pile == 0), len(piles)]
    return [(left + 1, right) for left, right in zip(empty, empty[1:]) if right - left > 1]


def _played(piles: list[int], looking_ahead: bool) -> int:
    """What Alice gets if both take the largest pile that they may take, or what leads after the best answer to it."""
    left, total, alice = piles.copy(), 0, True

    def lead(place: int) -> int:
        after = [*left[:place], 0, *left[place + 1 :]]
        return left[place] - max((after[answer] for answer in _open(after)), default=0)

    while any(left):
        place = max(_open(left), key=lambda place: (lead(place) if looking_ahead else left[place], place))
        total += left[place] if alice else 0
        left[place], alice = 0, not alice
    return total


def _open(piles: list[int]) -> list[int]:
    """The places of the piles that may be taken."""
    return [place for place, pile in enumerate(piles) if pile and 0 in piles[max(0, place - 1) : place + 2]]
