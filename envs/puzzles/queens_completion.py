"""Completion of partial placements of queens."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.grids import Cell, marked, require_kept
from rlve.envs.verdict import Infeasible

QUEEN, EMPTY = "Q", "."


@dataclass(frozen=True)
class QueensCompletion(Problem[list[str]]):
    """Add queens to a chessboard until every row holds one and no two of them attack each other."""

    max_difficulty = 40  # larger boards are longer, not harder

    board: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        size = 9 + difficulty
        return {"size": size, "given": 1 + size // 5}

    @classmethod
    def generate(cls, rng: Random, size: int, given: int) -> Self:
        placed = _placement(rng, dict.fromkeys(range(size), (1 << size) - 1))
        if placed is None:  # there is none for sizes 2 and 3
            raise Redraw
        kept = sorted(rng.sample(range(size), given))
        if _first_safe_cells({row: placed[row] for row in kept}, size) is not None:
            raise Redraw
        if any(_scarcest_rows_first(placed, kept, careful) for careful in (False, True)):
            raise Redraw
        return cls(_board({row: placed[row] for row in kept}, size), _board(placed, size))

    def statement(self) -> str:
        size, given = len(self.board), len(marked(self.board, QUEEN))
        rules = prose(f"""
            Some queens ({QUEEN}) stand on this {size} x {size} board; {EMPTY} is an empty cell. Add exactly
            {size - given} queens on empty cells, without moving those that are there, so that no two of the {size}
            queens attack each other: no two of them share a row, a column, or a diagonal of either direction.""")
        return f"{rules}\n" + "\n".join(self.board) + "\nGive all rows of the completed board, from top to bottom."

    def answer_format(self) -> Rows[str]:
        return Rows(Letters(QUEEN + EMPTY, length=len(self.board)), count=len(self.board))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        require_kept(self.board, answer, EMPTY)
        queens = marked(answer, QUEEN)
        if len(queens) != len(self.board):
            raise Infeasible(f"{len(queens)} queens, not {len(self.board)}")
        lines = [{name(queen) for queen in queens} for name in (_row, _column, _falling, _rising)]
        return float(all(len(names) == len(queens) for names in lines))


def _row(cell: Cell) -> int:
    return cell[0]


def _column(cell: Cell) -> int:
    return cell[1]


def _falling(cell: Cell) -> int:
    return cell[0] - cell[1]


def _rising(cell: Cell) -> int:
    return cell[0] + cell[1]


def _placement(rng: Random, free: dict[int, int]) -> dict[int, int] | None:
    """A column for every row of `free`, which holds the columns not attacked in it as bits; fewest choices first."""
    if not free:
        return {}
    row = min(free, key=lambda row: free[row].bit_count())
    columns = [column for column in range(free[row].bit_length()) if free[row] >> column & 1]
    for column in rng.sample(columns, len(columns)):
        rest = {other: bits & ~_attacked(other - row, column) for other, bits in free.items() if other != row}
        if all(rest.values()) and (placed := _placement(rng, rest)) is not None:
            return {row: column, **placed}
    return None


def _scarcest_rows_first(placed: dict[int, int], kept: list[int], careful: bool) -> bool:
    """Whether the row with the fewest safe cells always has one.

    Of these the leftmost is taken, or, by a careful solver, the one that leaves most safe cells in other rows.
    """
    free = {row: (1 << len(placed)) - 1 for row in range(len(placed)) if row not in kept}
    for row in kept:
        free = {other: bits & ~_attacked(other - row, placed[row]) for other, bits in free.items()}
    while free:
        row = min(free, key=lambda row: free[row].bit_count())
        columns = [column for column in range(len(placed)) if free[row] >> column & 1]
        if not columns:
            return False
        rests = (
            {other: bits & ~_attacked(other - row, column) for other, bits in free.items() if other != row}
            for column in columns
        )
        free = max(rests, key=lambda rest: sum(bits.bit_count() for bits in rest.values())) if careful else next(rests)
    return True


def _attacked(rows_away: int, column: int) -> int:
    """The columns that a queen attacks in a row some rows away, as bits."""
    bit = 1 << column
    return bit | bit << abs(rows_away) | bit >> abs(rows_away)


def _first_safe_cells(placed: dict[int, int], size: int) -> dict[int, int] | None:
    """The placement got by taking the leftmost safe cell of each row in turn, if there always is one."""
    placed = dict(placed)
    for row in range(size):
        if row not in placed:
            attacked = 0
            for other, column in placed.items():
                attacked |= _attacked(row - other, column)
            safe = [column for column in range(size) if not attacked >> column & 1]
            if not safe:
                return None
            placed[row] = safe[0]
    return placed


def _board(placed: dict[int, int], size: int) -> list[str]:
    return ["".join(QUEEN if placed.get(row) == column else EMPTY for column in range(size)) for row in range(size)]
