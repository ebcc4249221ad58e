"""Latin squares: every row and every column holds each of 1..size once."""

from collections.abc import Sequence
from random import Random

from rlve.envs.verdict import Infeasible


def latin_square(rng: Random, size: int) -> list[list[int]]:
    """A random square, row by row; by Hall's theorem each partial square has a next row. Not uniform, but general."""
    missing = [rng.sample(range(1, size + 1), size) for _ in range(size)]  # for each column, in order of preference
    square = []
    for _ in range(size):
        row = _matching(missing)
        for column, number in enumerate(row):
            missing[column].remove(number)
        square.append(row)
    rng.shuffle(square)  # late rows have less choice than early ones
    return square


def _matching(choices: list[list[int]]) -> list[int]:
    """A different number for each column out of its choices, by augmenting paths (Kuhn)."""
    holder: dict[int, int] = {}

    def seat(column: int, tried: set[int]) -> bool:
        for number in choices[column]:
            if number not in tried:
                tried.add(number)
                if number not in holder or seat(holder[number], tried):
                    holder[number] = column
                    return True
        return False

    for column in range(len(choices)):
        seat(column, set())
    return sorted(holder, key=holder.__getitem__)


def require_latin(square: Sequence[Sequence[int]]) -> None:
    """Raises `Infeasible` if a number stands twice in a row or column."""
    for name, lines in (("row", square), ("column", list(zip(*square)))):
        for number, line in enumerate(lines, start=1):
            if len(set(line)) != len(line):
                raise Infeasible(f"a number occurs twice in {name} {number}")


def visible(heights: Sequence[int]) -> list[int]:
    """The heights that are seen from the front of the line: those above all before them."""
    seen: list[int] = []
    for height in heights:
        if not seen or height > seen[-1]:
            seen.append(height)
    return seen


def seen_from_all_sides(square: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """What is visible from the left and right of each row, and from the top and bottom of each column."""
    columns = list(zip(*square))
    return [[visible(line[::step]) for line in lines] for lines in (square, columns) for step in (1, -1)]
