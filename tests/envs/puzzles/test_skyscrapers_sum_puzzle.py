from itertools import islice, permutations, product

from rlve.envs.puzzles.skyscrapers_sum_puzzle import SkyscrapersSumPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = SkyscrapersSumPuzzle(
    left=[5, 3, 4], right=[3, 6, 5], top=[5, 6, 3], bottom=[4, 3, 5], planted=[[2, 1, 3], [3, 2, 1], [1, 3, 2]]
)


def total(line: tuple[int, ...]) -> int:
    tallest = result = 0
    for height in line:
        if height > tallest:
            tallest, result = height, result + height
    return result


def squares(size: int) -> list[tuple[tuple[int, ...], ...]]:
    rows = list(permutations(range(1, size + 1)))
    return [square for square in product(rows, repeat=size) if all(len(set(column)) == size for column in zip(*square))]


def test_worked_example():
    # columns from the top: 2 3 1 shows 2 + 3, 1 2 3 shows all, 3 1 2 shows 3
    assert reward(EXAMPLE, "2 1 3\n3 2 1\n1 3 2") == 1.0
    assert 0.0 < reward(EXAMPLE, "1 2 3\n3 1 2\n2 3 1") < 0.1
    assert reward(EXAMPLE, "2 1 3\n3 2 1\n1 2 3") == -0.5  # twice 2 in a column
    assert reward(EXAMPLE, "1 0 2\n2 1 0\n0 2 1") == reward(EXAMPLE, "2 1 3\n3 2 1") == -0.5


def test_accepts_exactly_the_squares_with_these_sums():
    everything = squares(4)
    for problem in drawn(SkyscrapersSumPuzzle, seeds=10, size=4):
        fitting = 0
        for square in everything:
            columns = tuple(zip(*square))
            fits = [total(row) for row in square] == problem.left and [
                total(row[::-1]) for row in square
            ] == problem.right
            fits = fits and [total(column) for column in columns] == problem.top
            fits = fits and [total(column[::-1]) for column in columns] == problem.bottom
            answer = "\n".join(" ".join(map(str, row)) for row in square)
            assert (reward(problem, answer) == 1.0) == fits
            fitting += fits
        assert fitting >= 1


def test_every_visible_house_counts():
    # heights begin with 1, so that no visible house adds nothing
    for problem in drawn(SkyscrapersSumPuzzle, seeds=20, size=5):
        assert min(number for row in problem.planted for number in row) == 1
        assert "heights 1..5" in problem.statement()
        assert min(problem.left + problem.right + problem.top + problem.bottom) >= 5


def shortcut_cyclic_square(problem):
    """Writes the heights in order, moved by one in each row."""
    size = len(problem.left)
    return [[(row + column) % size + 1 for column in range(size)] for row in range(size)]


def shortcut_rows_by_their_own_clues(problem):
    """Takes for each row the first order that agrees with its clues and repeats nothing in a column, without going back."""
    size, square = len(problem.left), list[tuple[int, ...]]()
    for left, right in zip(problem.left, problem.right):
        used = [set(column) for column in zip(*square)] or [set()] * size
        fitting = (
            row for row in islice(permutations(range(1, size + 1)), 2000) if not any(map(set.__contains__, used, row))
        )
        rows = list(islice(fitting, 200))
        if not rows:
            return shortcut_cyclic_square(problem)
        square.append(next((row for row in rows if total(row) == left and total(row[::-1]) == right), rows[0]))
    return [list(row) for row in square]
