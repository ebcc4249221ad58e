"""Rearrangements that every set of places can tell from the original."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SubsetSumDistinguishingPermutation(Problem[list[int]]):
    """Rearrange numbers so that no set of places, but all of them, keeps its sum."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls(rng.sample(range(2 * size), size))
        numbers = problem.numbers
        obvious = (numbers[1:] + numbers[:1], numbers[-1:] + numbers[:-1], numbers[::-1], problem.larger(by=2))
        if any(problem.keeps_a_sum(order) is False for order in obvious):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Rearrange the numbers A[1], A[2], ..., A[{len(self.numbers)}] below to a sequence B[1], B[2], ...,
            B[{len(self.numbers)}] of the same numbers, each used once, such that no set of places keeps its sum: for
            every non-empty set S of places, except for the set of all places, the sum of the A[i] with i in S is not
            equal to the sum of the B[i] with i in S. There is always such a B, and any one will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the numbers B[1], B[2], ... in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0), count=len(self.numbers))

    def solve(self) -> list[int]:
        """Each number gives way to the next larger one, the largest to the smallest.

        Only one place gets less, and as much less as all others together get more.
        """
        return self.larger(by=1)

    def larger(self, by: int) -> list[int]:
        """Each number gives way to the one that is so many places larger, counted in a circle."""
        order = sorted(self.numbers)
        following = dict(zip(order, [*order[by:], *order[:by]]))
        return [following[number] for number in self.numbers]

    def score(self, answer: list[int]) -> float:
        if sorted(answer) != sorted(self.numbers):
            raise Infeasible("not a rearrangement of the numbers")
        return float(not self.keeps_a_sum(answer))

    def keeps_a_sum(self, order: list[int]) -> bool:
        """Whether some differences add up to 0: without the last one, as those of the other places do so, too."""
        differences = [b - a for a, b in zip(self.numbers, order)][:-1]
        up = sum(difference for difference in differences if difference > 0)
        down = sum(-difference for difference in differences if difference < 0)
        gains, losses = 1, 1  # bit s: some places get s more, or less
        for difference in differences:
            if difference == 0:
                return True
            if difference > 0:
                gains |= gains << difference
            else:
                losses |= losses << -difference
        return gains & losses & ((1 << min(up, down) + 1) - 1) != 1
