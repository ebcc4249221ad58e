"""Symmetric matrices with many ones that do not touch."""

from dataclasses import dataclass
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SmallestSymmetricNonadjacentMatrix(Problem[list[str]]):
    """Find the smallest square matrix, symmetric both ways, with so many ones of which no two share a side."""

    max_difficulty = 30

    ones: int
    given: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty // 3, "given": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int, given: int) -> Self:
        """Given ones on squares of both colours of a chessboard, and as many ones as have room, or almost.

        Setting ones in a simple order is mostly good enough: many draws are cheaper than making it fail.
        """
        for _ in range(100):
            drawn = size + rng.randint(0, 2)
            problem = cls.full(rng, drawn, given)
            if problem is not None and not problem.hurried(drawn) and problem.naive() > len(problem.solution):
                return problem
        raise Redraw

    @classmethod
    def full(cls, rng: Random, size: int, given: int) -> Self | None:
        last = (size + 1) // 2 - (size + 1) % 2  # of the upper left quarter, without what touches its mirror image
        cells = [[row, column] for row in range(1, last + 1) for column in range(1, last + 1)]
        rng.shuffle(cells)
        places: list[list[int]] = []
        for row, column in cells:
            if len(places) < given and not any(abs(row - r) + abs(column - c) == 1 for r, c in places):
                places.append([row, column])
        quarter = cls(0, places).quarter(size)
        if quarter is None or len({sum(place) % 2 for place in places}) == 1:
            return None
        reached = 0
        for sums in reachable(*quarter, size * size)[-1].values():
            reached |= sums
        possible = [ones for ones in range(size * size) if reached >> ones & 1]
        return cls(rng.choice(possible[-2:]), sorted(places))

    def statement(self) -> str:
        given = ", ".join(f"({row}, {column})" for row, column in self.given)
        return prose(f"""
            Consider square matrices of zeros and ones, of any size n x n, with rows and columns numbered 1..n. Exactly
            {self.ones} entries are 1. No two ones stand directly above one another or directly side by side. The matrix
            does not change when its rows are put in reverse order, and not when its columns are put in reverse order.
            The entries at the following places (row, column) lie inside the matrix and are 1: {given}. Find such a
            matrix whose size n is as small as possible. If several are equally small, any of them will do. Give its
            rows from top to bottom, one a line.""")

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01"))

    def quarter(self, size: int) -> tuple[list[list[int]], set[tuple[int, int]]] | None:
        """The upper left quarter, middle lines included: how many ones an entry stands for, and which are given.

        An entry stands for none if it would touch its own mirror image. None if the given ones do not fit.
        """
        half = (size + 1) // 2
        weights = [[0] * half for _ in range(half)]
        for row in range(half):
            for column in range(half):
                if size % 2 or half - 1 not in (row, column):
                    across, down = (1 if size % 2 and place == half - 1 else 2 for place in (column, row))
                    weights[row][column] = across * down
        if max(map(max, self.given)) > size:
            return None
        given = {(min(row - 1, size - row), min(column - 1, size - column)) for row, column in self.given}
        touching = any((row + 1, column) in given or (row, column + 1) in given for row, column in given)
        if touching or not all(weights[row][column] for row, column in given):
            return None
        return weights, given

    def sizes(self) -> range:
        """From the size that has room for so many ones; beyond, there is more room than they need."""
        return range(isqrt(2 * self.ones - 1), 2 * self.ones + 20)

    def naive(self) -> int:
        return next((size for size in self.sizes() if self.hurried(size)), self.sizes().stop)

    def hurried(self, size: int) -> bool:
        """Does setting ones that still fit, in one of six simple orders, give as many as wanted?"""
        if (quarter := self.quarter(size)) is None:
            return False
        half = range(len(quarter[0]))
        rows = [(r, c) for r in half for c in half]
        columns = [(c, r) for r, c in rows]
        colours = [sorted(rows, key=lambda place: sum(place) % 2 == colour) for colour in (0, 1)]
        return any(greedy(*quarter, self.ones, o) for o in (rows, columns, rows[::-1], columns[::-1], *colours))

    def solve(self) -> list[str]:
        for size in self.sizes():
            quarter = self.quarter(size)
            if quarter is not None and (entries := filled(*quarter, self.ones)) is not None:
                return mirrored(entries, size)
        raise ValueError("there is no matrix")

    def score(self, answer: list[str]) -> float:
        size = len(answer)
        if any(len(line) != size for line in answer):
            raise Infeasible("the matrix is not square")
        if answer != answer[::-1] or any(line != line[::-1] for line in answer):
            raise Infeasible("the matrix is not symmetric")
        if any("11" in line for line in [*answer, *map("".join, zip(*answer))]):
            raise Infeasible("two ones share a side")
        if any(max(place) > size or answer[place[0] - 1][place[1] - 1] == "0" for place in self.given):
            raise Infeasible("a given one is missing")
        if sum(line.count("1") for line in answer) != self.ones:
            raise Infeasible(f"not {self.ones} ones")
        return minimized(size, len(self.solution), naive=self.naive())


def mirrored(quarter: list[list[int]], size: int) -> list[str]:
    """The matrix with this upper left quarter, middle lines included."""
    half = [line + line[::-1][size % 2 :] for line in quarter]
    return ["".join("01"[entry] for entry in line) for line in half + half[::-1][size % 2 :]]


def greedy(
    weights: list[list[int]], given: set[tuple[int, int]], wanted: int, order: list[tuple[int, int]]
) -> list[list[int]] | None:
    """The given ones, and every further one that still fits, in an order; None if that is not as many as wanted."""
    entries = [[int((row, column) in given) for column in range(len(weights))] for row in range(len(weights))]
    left = wanted - sum(weights[row][column] for row, column in given)
    for row, column in order:
        beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        near = [entries[r][c] for r, c in beside if 0 <= r < len(weights) and 0 <= c < len(weights)]
        if 0 < weights[row][column] <= left and not entries[row][column] and not any(near):
            entries[row][column] = 1
            left -= weights[row][column]
    return entries if left == 0 else None


def reachable(weights: list[list[int]], given: set[tuple[int, int]], wanted: int) -> list[dict[int, int]]:
    """Entry by entry, by the last `len(weights)` entries as bits, newest lowest: the sums of weights of ones.

    No two ones touch. Sums are bits of an integer, none beyond what is wanted.
    """
    width = len(weights)
    limit = (1 << (wanted + 1)) - 1
    steps: list[dict[int, int]] = [{0: 1}]
    for place in range(width * width):
        row, column = divmod(place, width)
        after: dict[int, int] = {}
        for last, sums in steps[-1].items():
            moved = last << 1 & ((1 << width) - 1)
            if (row, column) not in given:
                after[moved] = after.get(moved, 0) | sums
            touches = (column and last & 1) or last >> (width - 1) & 1
            reached = sums << weights[row][column] & limit
            if weights[row][column] and not touches and reached:
                after[moved | 1] = after.get(moved | 1, 0) | reached
        steps.append(after)
    return steps


def filled(weights: list[list[int]], given: set[tuple[int, int]], wanted: int) -> list[list[int]] | None:
    """Ones no two of which touch, the given ones among them, of the wanted weight; None if there are none."""
    width = len(weights)
    steps = reachable(weights, given, wanted)
    last = next((state for state, sums in steps[-1].items() if sums >> wanted & 1), None)
    if last is None:
        return None
    entries, left = [], wanted
    for place in reversed(range(width * width)):
        row, column = divmod(place, width)
        entry = last & 1
        entries.append(entry)
        left -= entry * weights[row][column]
        for oldest in (0, 1):  # the entry that left the line
            before = last >> 1 | oldest << (width - 1)
            touches = entry and (oldest or (column and before & 1))
            if not touches and steps[place].get(before, 0) >> left & 1:
                last = before
                break
    entries.reverse()
    return [entries[row * width : (row + 1) * width] for row in range(width)]
