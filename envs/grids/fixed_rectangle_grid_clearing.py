"""Clearing a grid with blows of one rectangle."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class FixedRectangleGridClearing(Problem[list[int]]):
    """With a rectangle of which size can a grid of numbers be cleared in the fewest blows?"""

    max_difficulty = 24  # up to 16 rows of 16 cells

    grid: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "shortest_side": 4 + difficulty // 3,
            "longest_side": 4 + difficulty // 2,
            "most_blows": 3 + difficulty // 4,
        }

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int, most_blows: int) -> Self:
        """The sum leaves several areas open, and the largest that divides it seldom will do."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        r, c = rng.randint(1, height - 1), rng.randint(1, width - 1)
        if not 2 <= r * c <= height * width // 2:
            raise Redraw
        grid = [[0] * width for _ in range(height)]
        for top in range(height - r + 1):
            for left in range(width - c + 1):
                times = rng.randint(0, most_blows)
                for row in grid[top : top + r]:
                    row[left : left + c] = [value + times for value in row[left : left + c]]
        problem = cls(grid)
        if not sum(map(sum, grid)) or problem.solution[:2] == [*problem.sizes()[0]]:
            raise Redraw
        return problem

    def statement(self) -> str:
        height, width = len(self.grid), len(self.grid[0])
        rules = prose(f"""
            The grid below has {height} rows and {width} columns of numbers. First choose the size of a hammer: r rows
            and c columns, with 1 <= r <= {height} and 1 <= c <= {width}. Then strike with it again and again. Each blow
            hits a block of r rows and c columns that lies inside the grid and in which every number is at least 1, and
            lowers each of these r*c numbers by 1; the hammer cannot be turned. In the end all numbers of the grid must
            be 0. Choose the size such that this is possible with as few blows as possible. If sizes need equally many
            blows, choose the one with the smallest r.""")
        return f"{rules}\n{table(self.grid)}\nGive r, c and the number of blows."

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=3)

    def clears(self, r: int, c: int) -> bool:
        """The first cell that is not cleared says how often the block that begins there is hit.

        `change` holds how much the number of blows on a cell differs from that on the cells to the left and above.
        """
        height, width = len(self.grid), len(self.grid[0])
        change = [[0] * (width + c + 1) for _ in range(height + r + 1)]
        above = [0] * width
        for row in range(height):
            blows = 0
            for column in range(width):
                blows += change[row][column]
                left = self.grid[row][column] - above[column] - blows
                if left < 0 or (left and (row + r > height or column + c > width)):
                    return False
                if left:
                    change[row][column] += left
                    change[row][column + c] -= left
                    change[row + r][column] -= left
                    change[row + r][column + c] += left
                    blows += left
                above[column] += blows
        return True

    def sizes(self) -> list[tuple[int, int]]:
        """The sizes whose area divides the sum, the largest first, and of equal ones the lowest."""
        total = sum(map(sum, self.grid))
        pairs = [(r, c) for r in range(1, len(self.grid) + 1) for c in range(1, len(self.grid[0]) + 1)]
        return sorted((pair for pair in pairs if total % (pair[0] * pair[1]) == 0), key=lambda x: (-x[0] * x[1], x[0]))

    def solve(self) -> list[int]:
        r, c = next(size for size in self.sizes() if self.clears(*size))
        return [r, c, sum(map(sum, self.grid)) // (r * c)]
