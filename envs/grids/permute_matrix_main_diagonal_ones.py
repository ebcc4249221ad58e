"""Ones on the main diagonal of a matrix."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Lines, Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized


@dataclass(frozen=True)
class PermuteMatrixMainDiagonalOnes(Problem[list[list[int]]]):
    """Reorder the rows and columns of a binary matrix such that the main diagonal holds only ones."""

    rows: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Some rows have ones in as many columns only: no other row may take one of these, though most could."""
        order, rows = rng.sample(range(size), size), rng.sample(range(size), size)
        tight = rng.randint(size // 3, size // 2 + 1)
        tight_columns = [order[row] for row in rows[:tight]]
        ones = {*enumerate(order)}
        ones |= {(row, column) for row in rows[:tight] for column in rng.sample(tight_columns, min(2, tight))}
        ones |= {(row, rng.choice(tight_columns)) for row in rows[tight:]}
        ones |= {(rng.choice(rows[tight:]), rng.randrange(size)) for _ in range(size // 2)}
        problem = cls(["".join("01"[(r, c) in ones] for c in range(size)) for r in range(size)])
        if problem.naive() == size:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.rows) - 1
        rules = prose(f"""
            The rows and the columns of the matrix A below are numbered 0..{last}. Reorder its rows and its columns such
            that the main diagonal holds only ones: find a permutation a of the rows and a permutation b of the columns
            such that A has a 1 in row a[i] and column b[i] for every i in 0..{last}. There is at least one solution; if
            there are several, any of them will do.""")
        question = f"Give a[0], a[1], ..., a[{last}] in the first line and b[0], b[1], ..., b[{last}] in the second."
        return f"{rules}\n{table(self.rows, '')}\n{question}"

    def answer_format(self) -> Lines:
        return Lines((Permutation(len(self.rows)), Permutation(len(self.rows))))

    def ones(self, answer: list[list[int]]) -> int:
        """The number of ones on the main diagonal."""
        return sum(self.rows[row][column] == "1" for row, column in zip(*answer))

    def naive(self) -> int:
        """The ones that a greedy choice of columns brings onto the diagonal."""
        return max(self.ones([[*range(len(self.rows))], way]) for way in (self.first_free(), self.scarcest_first()))

    def first_free(self) -> list[int]:
        """For each row in turn its first one in a column that is still free."""
        chosen: list[int] = []
        for row in self.rows:
            chosen.append(next((c for c, x in enumerate(row) if x == "1" and c not in chosen), -1))
        return _filled(chosen)

    def scarcest_first(self) -> list[int]:
        """For the row with the fewest free columns its first one, again and again."""
        size = len(self.rows)
        chosen = [-1] * size
        free = {row: {c for c, x in enumerate(self.rows[row]) if x == "1"} for row in range(size)}
        while free:
            row = min(free, key=lambda r: (len(free[r]), r))
            column = min(free.pop(row), default=-1)
            chosen[row] = column
            for left in free.values():
                left.discard(column)
        return _filled(chosen)

    def solve(self) -> list[list[int]]:
        """A perfect matching of rows and columns by augmenting paths; the rows keep their order."""
        owners: dict[int, int] = {}

        def placed(row: int, tried: set[int]) -> bool:
            for column, entry in enumerate(self.rows[row]):
                if entry == "1" and column not in tried:
                    tried.add(column)
                    if column not in owners or placed(owners[column], tried):
                        owners[column] = row
                        return True
            return False

        for row in range(len(self.rows)):
            placed(row, set())
        columns = {row: column for column, row in owners.items()}
        return [[*range(len(self.rows))], [columns[row] for row in range(len(self.rows))]]

    def score(self, answer: list[list[int]]) -> float:
        return maximized(self.ones(answer), len(self.rows), naive=self.naive())


def _filled(chosen: list[int]) -> list[int]:
    """The columns that were not chosen take the places of -1."""
    left = [column for column in range(len(chosen)) if column not in chosen]
    return [column if column >= 0 else left.pop() for column in chosen]
