"""Assignments with the largest ratio of two sums."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized


@dataclass(frozen=True)
class AssignmentRatioMaximum(Problem[list[int]]):
    """Choose one column for each row so that the sum in one matrix divided by that in another is largest."""

    max_difficulty = 60

    above: list[list[int]]
    below: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 4 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Ratios of a narrow range, so that large entries matter as much as large ratios."""
        below = [[rng.randint(2, 10 + size) for _ in range(size)] for _ in range(size)]
        above = [[rng.randint(1, 2 * number) for number in row] for row in below]
        problem = cls(above, below)
        if problem.ratio(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.above) - 1
        rules = prose(f"""
            Below are two matrices A and B of positive integers, rows and columns numbered 0..{last}. Choose a
            permutation P of 0..{last}, that is, one column P[i] for each row i, no column twice, so that
            (A[0][P[0]] + ... + A[{last}][P[{last}]]) divided by (B[0][P[0]] + ... + B[{last}][P[{last}]]) is as
            large as possible. If several permutations are equally good, any of them will do.""")
        return f"{rules}\nA:\n{table(self.above)}\nB:\n{table(self.below)}\nGive P[0], ..., P[{last}] in this order."

    def answer_format(self) -> Permutation:
        return Permutation(len(self.above))

    def ratio(self, columns: list[int]) -> Fraction:
        above = sum(row[column] for row, column in zip(self.above, columns))
        return Fraction(above, sum(row[column] for row, column in zip(self.below, columns)))

    def ratios_first(self) -> list[int]:
        """The largest ratio of an entry whose row and column are free, again and again."""
        size = len(self.above)
        scale = max(map(max, self.below)) ** 2  # makes the quotients of different ratios differ
        cells = [(-(scale * self.above[i][j] // self.below[i][j]), i, j) for i in range(size) for j in range(size)]
        chosen: dict[int, int] = {}
        for _, i, j in sorted(cells):
            if i not in chosen and j not in chosen.values():
                chosen[i] = j
        return [chosen[i] for i in range(size)]

    def best_for(self, ratio: Fraction) -> list[int]:
        """The assignment with the largest sum of A - ratio * B."""
        p, q = ratio.numerator, ratio.denominator
        return _cheapest([[p * b - q * a for a, b in zip(*rows)] for rows in zip(self.above, self.below)])

    def naive(self) -> Fraction:
        """The better of the largest ratios first and of the largest sum of differences."""
        return max(self.ratio(self.ratios_first()), self.ratio(self.best_for(Fraction(1))))

    def solve(self) -> list[int]:
        """Dinkelbach's iteration: the assignment for the ratio reached so far, until the ratio no longer grows."""
        ratio = Fraction(0)
        chosen = self.ratios_first()
        while self.ratio(chosen) > ratio:
            ratio = self.ratio(chosen)
            chosen = self.best_for(ratio)
        return chosen

    def score(self, answer: list[int]) -> float:
        value, best, naive = self.ratio(answer), self.ratio(self.solution), self.naive()
        unit = value.denominator * best.denominator * naive.denominator
        return maximized(int(value * unit), int(best * unit), naive=int(naive * unit))


def _cheapest(costs: list[list[int]]) -> list[int]:
    """The column of each row in the cheapest assignment, by the Hungarian method with potentials, row by row."""
    size = len(costs)
    of_row, of_column = [0] * (size + 1), [0] * (size + 1)
    row_at = [0] * (size + 1)  # by column; rows and columns count from 1, 0 is none
    for row in range(1, size + 1):
        row_at[0] = row
        column = 0
        least = [1 << 62] * (size + 1)
        came = [0] * (size + 1)
        free = list(range(1, size + 1))
        done = [0]
        while row_at[column]:
            at = row_at[column]
            prices, base = costs[at - 1], of_row[at]
            for other in free:
                slack = prices[other - 1] - base - of_column[other]
                if slack < least[other]:
                    least[other], came[other] = slack, column
            column = min(free, key=least.__getitem__)
            step = least[column]
            for other in done:
                of_row[row_at[other]] += step
                of_column[other] -= step
            for other in free:
                least[other] -= step
            free.remove(column)
            done.append(column)
        while column:
            row_at[column] = row_at[came[column]]
            column = came[column]
    columns = [0] * size
    for column in range(1, size + 1):
        columns[row_at[column] - 1] = column - 1
    return columns
