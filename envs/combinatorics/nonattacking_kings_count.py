"""Kings that do not attack one another."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

FREE, BLOCKED = ".#"


@dataclass(frozen=True)
class NonattackingKingsCount(Problem[int]):
    """In how many ways can kings stand on a board with blocked cells so that no two are neighbours?"""

    max_difficulty = 40

    rows: list[str]
    kings: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"height": 3 + min(difficulty // 5, 4), "width": 6 + difficulty // 2, "blocked": 4 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, height: int, width: int, blocked: int) -> Self:
        cells = [BLOCKED] * blocked + [FREE] * (height * width - blocked)
        rng.shuffle(cells)
        rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
        counts = placements(rows)
        possible = [kings for kings, count in enumerate(counts) if kings >= 3 and count >= 12]
        if not possible:
            raise Redraw
        return cls(rows, rng.choice(possible))

    def statement(self) -> str:
        height, width = len(self.rows), len(self.rows[0])
        rules = prose(f"""
            Below is a board of {height} rows and {width} columns; {BLOCKED} marks a blocked cell and {FREE} a free one.
            In how many ways can {self.kings} of the free cells be chosen so that no two chosen cells touch each other
            horizontally, vertically or diagonally? (Blocked cells do not keep other cells from touching.) Only the set
            of chosen cells matters, not their order; ways that differ by a rotation or a reflection are different.""")
        return "\n".join([rules, *self.rows, "Give the exact number."])

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        counts = placements(self.rows)
        return counts[self.kings] if self.kings < len(counts) else 0


def placements(rows: list[str]) -> list[int]:
    """How many sets of so many kings there are: column by column, by the rows of the kings in the last one."""
    ways = {0: [1]}  # rows of kings in a column -> number of kings so far -> ways
    for column in zip(*rows):
        free = sum(1 << row for row, cell in enumerate(column) if cell == FREE)
        after: dict[int, list[int]] = {}
        for kings in (kings for kings in range(free + 1) if kings & ~free == 0 and kings & kings << 1 == 0):
            attacked = kings | kings << 1 | kings >> 1
            added = kings.bit_count()
            counts = [0] * (max(map(len, ways.values())) + added)
            for before, old in ways.items():
                if before & attacked == 0:
                    for number, count in enumerate(old):
                        counts[number + added] += count
            after[kings] = counts
        ways = after
    longest = max(map(len, ways.values()))
    return [sum(counts[number] for counts in ways.values() if number < len(counts)) for number in range(longest)]
