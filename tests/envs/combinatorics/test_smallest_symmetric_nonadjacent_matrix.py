from itertools import product

from rlve.envs.combinatorics.smallest_symmetric_nonadjacent_matrix import (
    SmallestSymmetricNonadjacentMatrix,
    filled,
    greedy,
    mirrored,
)
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # the middle of the upper side is given; with the middles of the other sides, a fifth one would touch or break symmetry
    problem = SmallestSymmetricNonadjacentMatrix(ones=4, given=[[1, 2]])
    assert reward(problem, "010\n101\n010") == 1.0
    assert reward(problem, "01010\n00000\n00000\n00000\n01010") < 0.1
    assert reward(problem, "101\n000\n101") == reward(problem, "010\n000\n010") == -0.5  # not given; two ones
    assert reward(problem, "010\n110\n010") == reward(problem, "010\n101") == reward(problem, "010\n100\n010") == -0.5
    assert len(SmallestSymmetricNonadjacentMatrix(3, [[1, 3]]).solution) == 5  # 3 x 3 has no room for three


def matrices(size):
    """All symmetric ones without ones that touch, by brute force over the quarter."""
    half = (size + 1) // 2
    for bits in product((0, 1), repeat=half * half):
        rows = [bits[row * half : (row + 1) * half] for row in range(half)]
        rows = [row + row[::-1][size % 2 :] for row in rows]
        rows = rows + rows[::-1][size % 2 :]
        if not any(line[k] and line[k + 1] for line in [*rows, *zip(*rows)] for k in range(size - 1)):
            yield rows


def test_equals_all_matrices():
    found = {size: list(matrices(size)) for size in range(1, 7)}
    for ones in range(1, 19):
        for given in ([[1, 1]], [[1, 2], [2, 3]], [[1, 3], [3, 1]], [[2, 2], [1, 4]]):
            problem = SmallestSymmetricNonadjacentMatrix(ones, given)
            right = [
                size
                for size, some in found.items()
                if size >= max(map(max, given))
                and any(sum(map(sum, rows)) == ones and all(rows[r - 1][c - 1] for r, c in given) for rows in some)
            ]
            try:
                size = len(problem.solve())
            except ValueError:
                size = 100
            assert size == right[0] if right else size > 6


def test_fills_grids():
    weights = [[4, 0, 2], [4, 4, 2], [2, 2, 1]]
    for wanted, given in product(range(14), (set(), {(0, 0)}, {(1, 1), (0, 2)})):
        possible = False
        for bits in product((0, 1), repeat=9):
            rows = [bits[0:3], bits[3:6], bits[6:9]]
            total = sum(w for line, row in zip(weights, rows) for w, bit in zip(line, row) if bit)
            allowed = not rows[0][1] and all(rows[r][c] for r, c in given)
            touching = any(line[k] and line[k + 1] for line in [*rows, *zip(*rows)] for k in (0, 1))
            possible |= total == wanted and allowed and not touching
        assert (filled(weights, given, wanted) is not None) == possible


def test_drawn_problems():
    for problem in drawn(SmallestSymmetricNonadjacentMatrix, seeds=4, size=9, given=4):
        assert problem.score(problem.solution) == 1.0
        assert len({sum(place) % 2 for place in problem.given}) == 2


def by_order(problem, key):
    for size in problem.sizes():
        if (quarter := problem.quarter(size)) is not None:
            half = range(len(quarter[0]))
            order = sorted(((r, c) for r in half for c in half), key=lambda place: key(place, quarter[0]))
            if (entries := greedy(*quarter, problem.ones, order)) is not None:
                return mirrored(entries, size)
    return ["0"]


def shortcut_row_by_row(problem):
    """Sets every one that still fits, row by row of the quarter."""
    return by_order(problem, lambda place, weights: place)


def shortcut_from_the_middle(problem):
    """Sets every one that still fits, from the middle of the matrix outwards."""
    return by_order(problem, lambda place, weights: (-place[0], -place[1]))


def shortcut_fours_before_pairs(problem):
    """Sets every one that still fits, those off the middle lines first."""
    return by_order(problem, lambda place, weights: -weights[place[0]][place[1]])


def shortcut_one_colour_first(problem):
    """Sets every one that still fits on the chessboard's colour of the first given one, then on the other."""
    colour = sum(problem.given[0]) % 2
    return by_order(problem, lambda place, weights: (sum(place) % 2 != colour, place))
