from itertools import islice, permutations, product

from rlve.envs.puzzles.skyscrapers_puzzle import SkyscrapersPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = SkyscrapersPuzzle(
    left=[2, 1, 2], right=[1, 3, 2], top=[2, 3, 1], bottom=[2, 1, 2], planted=[[2, 1, 3], [3, 2, 1], [1, 3, 2]]
)


def count(line: tuple[int, ...]) -> int:
    return sum(all(other < height for other in line[:place]) for place, height in enumerate(line))


def squares(size: int) -> list[tuple[tuple[int, ...], ...]]:
    rows = list(permutations(range(1, size + 1)))
    return [square for square in product(rows, repeat=size) if all(len(set(column)) == size for column in zip(*square))]


def test_worked_example():
    assert reward(EXAMPLE, "2 1 3\n3 2 1\n1 3 2") == 1.0
    assert 0.0 < reward(EXAMPLE, "1 2 3\n3 1 2\n2 3 1") < 0.1
    assert reward(EXAMPLE, "2 1 3\n3 2 1\n1 2 3") == -0.5  # twice 2 in a column
    assert reward(EXAMPLE, "2 1 3\n3 3 1\n1 2 2") == -0.5
    assert reward(EXAMPLE, "1 0 2\n2 1 0\n0 2 1") == reward(EXAMPLE, "2 1 3\n3 2 1") == -0.5


def test_accepts_exactly_the_squares_with_these_counts():
    everything = squares(4)
    for problem in drawn(SkyscrapersPuzzle, seeds=10, size=4):
        fitting = 0
        for square in everything:
            columns = tuple(zip(*square))
            fits = [count(row) for row in square] == problem.left and [
                count(row[::-1]) for row in square
            ] == problem.right
            fits = fits and [count(column) for column in columns] == problem.top
            fits = fits and [count(column[::-1]) for column in columns] == problem.bottom
            answer = "\n".join(" ".join(map(str, row)) for row in square)
            assert (reward(problem, answer) == 1.0) == fits
            fitting += fits
        assert fitting >= 1


def test_hidden_squares_are_seldom_cyclic():
    cyclic = 0
    for problem in drawn(SkyscrapersPuzzle, seeds=100, size=6):
        first, *others = problem.planted
        rotations = [first[k:] + first[:k] for k in range(6)]
        cyclic += all(row in rotations for row in others)
    assert cyclic <= 2


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
        square.append(next((row for row in rows if count(row) == left and count(row[::-1]) == right), rows[0]))
    return [list(row) for row in square]
