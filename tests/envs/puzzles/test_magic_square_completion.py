from itertools import permutations

from rlve.envs.puzzles.magic_square_completion import MagicSquareCompletion
from tests.envs.drawing import drawn, reward

EXAMPLE = MagicSquareCompletion(grid=[[2, 0, 6], [0, 5, 0], [4, 0, 0]], planted=[[2, 7, 6], [9, 5, 1], [4, 3, 8]])


def is_magic(square: list[list[int]]) -> bool:
    size = len(square)
    flat = [number for row in square for number in row]
    lines = [flat[i * size : (i + 1) * size] for i in range(size)] + [flat[i::size] for i in range(size)]
    lines += [flat[:: size + 1], flat[size - 1 : -1 : size - 1]]
    return sorted(flat) == list(range(1, size**2 + 1)) and {sum(line) for line in lines} == {sum(flat) // size}


def test_worked_example():
    assert "have the sum 15" in EXAMPLE.statement()
    assert reward(EXAMPLE, "2 7 6\n9 5 1\n4 3 8") == 1.0
    assert 0.0 < reward(EXAMPLE, "2 7 6\n9 5 1\n4 8 3") < 0.1
    assert reward(EXAMPLE, "2 7 6\n9 5 1\n4 3 9") == -0.5  # 9 twice
    assert reward(EXAMPLE, "4 3 8\n9 5 1\n2 7 6") == -0.5  # magic, but the given numbers were moved
    assert reward(EXAMPLE, "2 7 6\n9 5 1") == reward(EXAMPLE, "2 7 6\n9 5 1\n4 3 10") == -0.5


def test_accepts_exactly_the_magic_completions():
    for size, empty in ((3, 6), (4, 6)):
        for problem in drawn(MagicSquareCompletion, seeds=6, size=size, empty=empty):
            places = [(r, c) for r in range(size) for c in range(size) if problem.grid[r][c] == 0]
            missing = set(range(1, size * size + 1)).difference(*problem.grid)
            accepted = 0
            for numbers in permutations(sorted(missing)):
                square = [row[:] for row in problem.grid]
                for (r, c), number in zip(places, numbers):
                    square[r][c] = number
                assert (problem.score(square) == 1.0) == is_magic(square)
                accepted += is_magic(square)
            assert accepted >= 1


def test_hidden_squares_are_magic_and_of_many_kinds():
    for size, kinds in ((3, 8), (4, 290), (5, 295), (7, 300)):
        problems = drawn(MagicSquareCompletion, seeds=300, size=size, empty=size)
        assert all(is_magic(problem.planted) for problem in problems)
        assert len({str(problem.planted) for problem in problems}) >= min(kinds, 8 if size == 3 else 250)


def shortcut_lines_with_one_gap_then_in_order(problem):
    """Fills lines with a single gap as long as there are some, then the other gaps with what is left, in order."""
    grid, size = [row[:] for row in problem.grid], len(problem.grid)
    lines = [[(i, j) for j in range(size)] for i in range(size)] + [[(i, j) for i in range(size)] for j in range(size)]
    lines += [[(i, i) for i in range(size)], [(i, size - 1 - i) for i in range(size)]]
    for _ in range(size * size):
        for line in lines:
            gaps = [cell for cell in line if not grid[cell[0]][cell[1]]]
            if len(gaps) == 1:
                [(r, c)] = gaps
                grid[r][c] = size * (size * size + 1) // 2 - sum(grid[i][j] for i, j in line)
    left = sorted(set(range(1, size * size + 1)).difference(*grid))
    return [[number or (left.pop() if left else 1) for number in row] for row in grid]


def shortcut_what_the_lines_lack_on_average(problem):
    """Puts the largest numbers that are left where the row and the column lack most on average."""
    grid, size = [row[:] for row in problem.grid], len(problem.grid)
    total = size * (size * size + 1) // 2

    def lack(cell):
        row, column = grid[cell[0]], [row[cell[1]] for row in grid]
        return sum((total - sum(line)) / line.count(0) for line in (row, column))

    gaps = [(r, c) for r in range(size) for c in range(size) if not grid[r][c]]
    numbers = sorted(set(range(1, size * size + 1)).difference(*grid))
    filled = dict(zip(sorted(gaps, key=lack), numbers))
    return [[number or filled[r, c] for c, number in enumerate(row)] for r, row in enumerate(grid)]
