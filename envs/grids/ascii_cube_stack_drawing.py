"""Stacks of cubes drawn with characters."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.scoring import matching

CUBE = ["..+---+", "./___/|", "+---+_|", "|___|_+", "|___|/.", "+---+.."]
NOTHING = "."


@dataclass(frozen=True)
class AsciiCubeStackDrawing(Problem[list[str]]):
    """Draw stacks of cubes on a floor as text, the nearer cubes in front of the others."""

    max_difficulty = 15  # pictures of up to 45 lines of 57 characters

    heights: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"longest_side": 3 + difficulty // 3, "highest": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, longest_side: int, highest: int) -> Self:
        rows, columns = (rng.randint(2, longest_side) for _ in range(2))
        return cls([[rng.randint(1, highest) for _ in range(columns)] for _ in range(rows)])

    def statement(self) -> str:
        front = len(self.heights) - 1
        lines, length = self.size()
        placing = prose(f"""
            Unit cubes are piled up on a floor of {front + 1} rows (row 0 at the back, row {front} in front) and
            {len(self.heights[0])} columns (column 0 at the left). Draw them as text of {lines} lines of {length}
            characters each. One cube is the picture of 6 lines of 7 characters below, in which a dot means that nothing
            is drawn there, and an underscore stands for a blank that hides what is behind it:""")
        rules = prose(f"""
            The cube on level k (the lowest is level 0) of the stack in row i and column j is drawn so that the bottom
            left character of its picture lies in text column 2*({front} - i) + 4*j (the leftmost is 0), and 2*({front}
            - i) + 3*k lines above the bottom line of the text. Nearer cubes cover farther ones: draw row 0 first, then
            row 1, and so on; in each row the stacks from left to right; in each stack the cubes from bottom to top.
            What is drawn later replaces what was there before, except where its picture has a dot. Characters on which
            nothing was drawn are dots.""")
        example = "Two cubes side by side, as an example, would be drawn like this:"
        question = "The numbers of cubes in the stacks, one line for each row from row 0 on, are:"
        parts = [placing, table(CUBE, ""), rules, example, table(painted([[1, 1]]), ""), question]
        return "\n".join([*parts, table(self.heights)])

    def size(self) -> tuple[int, int]:
        """The number of lines, and their length."""
        back, columns = len(self.heights) - 1, len(self.heights[0])
        lines = max(2 * (back - i) + 3 * max(row) + 3 for i, row in enumerate(self.heights))
        return lines, 2 * back + 4 * columns + 3

    def answer_format(self) -> Rows[str]:
        lines, length = self.size()
        return Rows(Letters(".+-/|_", length=length), count=lines)

    def solve(self) -> list[str]:
        return painted(self.heights)

    def score(self, answer: list[str]) -> float:
        """By whole lines: most single characters are right even where a cube is missing."""
        return matching(answer, self.solution, power=30)


def painted(heights: list[list[int]]) -> list[str]:
    """By the painter's algorithm, on a canvas whose lines are numbered from the bottom."""
    back = len(heights) - 1
    canvas: dict[tuple[int, int], str] = {}
    for i, row in enumerate(heights):
        for j, height in enumerate(row):
            for k in range(height):
                for up, line in enumerate(reversed(CUBE)):
                    for right, character in enumerate(line):
                        if character != NOTHING:
                            canvas[2 * (back - i) + 3 * k + up, 2 * (back - i) + 4 * j + right] = character
    lines, length = (max(place) + 1 for place in zip(*canvas))
    return ["".join(canvas.get((line, column), NOTHING) for column in range(length)) for line in reversed(range(lines))]
