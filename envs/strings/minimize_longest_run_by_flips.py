"""Short runs by few changes."""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import groupby
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimizeLongestRunByFlips(Problem[str]):
    """Flip few bits so that the longest run of equal bits becomes as short as possible."""

    text: str
    flips: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"runs": 5 + difficulty, "longest": 10 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, runs: int, longest: int) -> Self:
        """Just as many flips as some longest run takes.

        Runs whose last character would be flipped, and runs that must not become longer, mislead who goes from left to
        right; halving the longest run again and again is not enough either.
        """
        bit, target = rng.randrange(2), rng.randint(2, longest // 3)
        lengths = [rng.randint(1, longest) for _ in range(runs)]
        for i in {rng.randrange(runs - 1), *(i for i in range(0, runs - 1, 2) if rng.random() < 0.4)}:
            parts = rng.randint(1, longest // (target + 1))
            lengths[i : i + 2] = [parts * (target + 1), parts * (target + 1) - 1][:: rng.choice([1, 1, 1, -1])]
        text = "".join("01"[(bit + i) % 2] * length for i, length in enumerate(lengths))
        problem = cls(text, _needed(text, target))
        if problem.flips == 0 or not 2 <= problem.longest(problem.solution) < problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A run of a string is a block of equal consecutive characters; in 0111011 the longest run has 3 characters.
            Replace at most {self.flips} characters of the string below, each 0 by 1 and each 1 by 0, so that the
            longest run of the resulting string is as short as possible. If several strings are equally good, any of
            them is right.""")
        return f"{rules}\n{self.text}\nGive the whole resulting string of {len(self.text)} characters."

    def answer_format(self) -> Letters:
        return Letters("01", length=len(self.text))

    @staticmethod
    def longest(text: str) -> int:
        return max(len(list(run)) for _, run in groupby(text))

    def solve(self) -> str:
        for first in "01":
            alternating = (first + "10"[int(first)]) * len(self.text)
            if _differences(self.text, alternating[: len(self.text)]) <= self.flips:
                return alternating[: len(self.text)]
        size = next(size for size in range(2, len(self.text) + 1) if _needed(self.text, size) <= self.flips)
        return "".join(_split(bit, len(list(run)), size) for bit, run in groupby(self.text))

    def halved(self) -> str:
        """Flips the middle of the longest run, as often as it may."""
        bits, runs, start = list(self.text), list[tuple[int, int]](), 0
        for _, run in groupby(self.text):
            size = len(list(run))
            heappush(runs, (-size, start))
            start += size
        for _ in range(self.flips):
            negative, start = heappop(runs)
            half = -negative // 2
            if -negative < 3:
                break  # a flip would only join runs
            bits[start + half] = "10"[int(bits[start + half])]
            heappush(runs, (-half, start))
            heappush(runs, (negative + half + 1, start + half + 1))
        return "".join(bits)

    def one_pass(self) -> str:
        """From left to right, flips what would make a run longer than the best length, while there are flips."""
        size, bits, left, run = self.longest(self.solution), list(self.text), self.flips, 0
        for i, bit in enumerate(bits):
            run = run + 1 if i and bits[i - 1] == bit else 1
            if run > size and left:
                bits[i], run, left = "10"[int(bit)], 1, left - 1
        return "".join(bits)

    def naive(self) -> int:
        return min(map(self.longest, (self.text, self.halved(), self.one_pass())))

    def score(self, answer: str) -> float:
        changed = _differences(self.text, answer)
        if changed > self.flips:
            raise Infeasible(f"{changed} characters are replaced, more than {self.flips}")
        best = self.longest(self.solution)
        return minimized(self.longest(answer), best, naive=max(self.naive(), best + 1))


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other))


def _needed(text: str, size: int) -> int:
    """The fewest flips that leave no run of more than `size` >= 2: each run on its own, its ends need no flip."""
    return sum(len(list(run)) // (size + 1) for _, run in groupby(text))


def _split(bit: str, length: int, size: int) -> str:
    """A run with the flips that `size` >= 2 takes, which leave parts as equal as possible, none of them empty."""
    flips = length // (size + 1)
    parts = [(length - flips + i) // (flips + 1) for i in range(flips + 1)]
    return "10"[int(bit)].join(bit * part for part in parts)
