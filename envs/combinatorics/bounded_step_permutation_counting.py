"""Permutations with short steps."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self, TypeAlias

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

Window: TypeAlias = tuple[tuple[int, int], ...]  # of each of the last numbers: how many neighbours it has, its piece


@dataclass(frozen=True)
class BoundedStepPermutationCounting(Problem[int]):
    """Count the permutations of 1..N with a given first entry and neighbours that are close, and not forbidden."""

    max_difficulty = 24

    size: int
    first: int
    step: int
    apart: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 7 + difficulty, "apart": 2 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, size: int, apart: int) -> Self:
        step = rng.randint(3, 4)
        close = [[low, low + by] for low in range(1, size) for by in range(1, step + 1) if low + by <= size]
        problem = cls(size, rng.randint(1, size), step, sorted(rng.sample(close, apart)))
        if problem.solution < size:
            raise Redraw
        return problem

    def statement(self) -> str:
        pairs = ", ".join(f"{low} and {high}" for low, high in self.apart)
        return prose(f"""
            How many permutations p[1], p[2], ..., p[{self.size}] of the numbers 1..{self.size} fulfil three conditions?
            The first entry p[1] is {self.first}. Every two consecutive entries differ by at most {self.step}. The two
            numbers of none of the following pairs are consecutive entries, in either order: {pairs}. Give the exact
            number.""")

    def answer_format(self) -> Integer:
        return Integer(0)

    def solve(self) -> int:
        """Joins 1, 2, 3, ... in turn with smaller numbers to pieces of the sequence, and forgets what is too far below.

        The first and the last entry count as having a neighbour outside; so every number needs two in the end.
        """
        states: Counter[tuple[bool, Window]] = Counter({(False, ()): 1})
        for number in range(1, self.size + 1):
            after: Counter[tuple[bool, Window]] = Counter()
            for (ended, window), ways in states.items():
                begins = int(number == self.first)
                ends = [False] if ended or begins else [False, True]  # whether this number is the last entry
                for end in ends:
                    for joined in self._joined(window, number, begins + end):
                        after[ended or end, joined] += ways
            states = after
        return sum(ways for (ended, window), ways in states.items() if ended and all(n == 2 for n, _ in window))

    def _joined(self, window: Window, number: int, neighbours: int) -> Iterator[Window]:
        """The windows after this number, which has neighbours outside already, is joined with some of those before."""
        lowest = number - len(window)
        places = [
            place for place, (count, _) in enumerate(window) if count < 2 and [lowest + place, number] not in self.apart
        ]
        for chosen in (chosen for size in range(3 - neighbours) for chosen in combinations(places, size)):
            pieces = {window[place][1] for place in chosen}
            if len(pieces) < len(chosen):
                continue  # that would close a circle
            piece = min(pieces, default=number)
            joined = [
                (count + (place in chosen), piece if label in pieces else label)
                for place, (count, label) in enumerate(window)
            ]
            joined.append((neighbours + len(chosen), piece))
            if len(joined) > self.step and joined.pop(0)[0] < 2:
                continue
            labels: dict[int, int] = {}
            yield tuple((count, number - self.size + labels.setdefault(label, len(labels))) for count, label in joined)
