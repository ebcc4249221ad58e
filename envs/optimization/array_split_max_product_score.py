"""Cutting an array so that the products of the parts' sums are large."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class ArraySplitMaxProductScore(Problem[list[int]]):
    """Cut an array again and again, each cut scoring the product of the sums on both sides, for the largest total."""

    numbers: list[int]
    cuts: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Some numbers are large, so that equal sums are out of reach."""
        numbers = [rng.randint(0, size if rng.random() < 0.7 else 4 * size) for _ in range(size)]
        problem = cls(numbers, rng.randint(3, max(3, size // 3)))
        if problem.value(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            The array A[0], ..., A[{last}] below is one block at first. A cut at position i (0 <= i <= {last - 1})
            separates A[i] from A[i+1], which must be in the same block then: this block becomes two, one that ends with
            A[i] and one that begins with A[i+1]. It scores the sum of the one times the sum of the other. Make exactly
            {self.cuts} cuts, one after another, with the largest total score. If several ways are equally good, any of
            them will do.""")
        question = "Give the positions of the cuts in the order in which they are made."
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 2), count=self.cuts)

    def value(self, cuts: list[int]) -> int:
        """Every two of the blocks were separated once: in any order of the cuts, their product counts once."""
        total = before = 0
        bounds = [0, *(cut + 1 for cut in sorted(cuts)), len(self.numbers)]
        for start, end in zip(bounds, bounds[1:]):
            block = sum(self.numbers[start:end])
            total += before * block
            before += block
        return total

    def reaching(self) -> list[int]:
        """Cuts where the next multiple of the mean sum of a block is reached."""
        return self._at_multiples(lambda gap: gap < 0)

    def nearest(self) -> list[int]:
        """Cuts where the sum so far is nearest to the multiples of the mean sum of a block."""
        return self._at_multiples(abs)

    def _at_multiples(self, distance: Callable[[int], int]) -> list[int]:
        sums, blocks = list(accumulate(self.numbers)), self.cuts + 1
        cuts: list[int] = []
        for block in range(1, blocks):
            free = range(cuts[-1] + 1 if cuts else 0, len(sums) - blocks + block)
            cuts.append(min(free, key=lambda i: distance(sums[i] * blocks - sums[-1] * block)))
        return cuts

    def best_at_the_moment(self) -> list[int]:
        """One cut after the other, each with the largest score."""
        cuts: list[int] = []
        for _ in range(self.cuts):
            free = [i for i in range(len(self.numbers) - 1) if i not in cuts]
            cuts.append(max(free, key=lambda i: self.value([*cuts, i])))
        return cuts

    def naive(self) -> int:
        return max(map(self.value, (self.reaching(), self.nearest(), self.best_at_the_moment())))

    def solve(self) -> list[int]:
        """Half of the whole sum squared less the blocks' squares; least[i]: those of the first i numbers."""
        size, sums = len(self.numbers), [0, *accumulate(self.numbers)]
        least = [total * total for total in sums]
        starts: list[list[int]] = []
        for cuts in range(1, self.cuts + 1):
            row, fewer = [0] * (size + 1), least
            least = fewer.copy()
            for end in range(cuts + 1, size + 1):
                total = sums[end]
                ways = [fewer[start] + (total - sums[start]) ** 2 for start in range(cuts, end)]
                least[end] = min(ways)
                row[end] = cuts + ways.index(least[end])
            starts.append(row)
        cuts_found = []
        end = size
        for row in reversed(starts):
            end = row[end]
            cuts_found.append(end - 1)
        return cuts_found[::-1]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("two cuts at the same position")
        return maximized(self.value(answer), self.value(self.solution), naive=self.naive())
