from itertools import product

from rlve.envs.grids.neighborhood_parity_reconstruction import NeighborhoodParityReconstruction
from tests.envs.drawing import drawn, reward


def parities(rows: list[str]) -> list[str]:
    """Counted cell by cell."""
    ones = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "1"}
    near = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
    return ["".join(str(sum((r + a, c + b) in ones for a, b in near) % 2) for c in range(len(rows[0])))
            for r in range(len(rows))]  # fmt: skip


def test_worked_example():
    problem = NeighborhoodParityReconstruction(["110", "100", "000"])
    assert reward(problem, "100\n000\n000") == 1.0
    assert reward(problem, "100\n000\n001") == reward(problem, "110\n100\n000") == 0.0
    assert reward(problem, "100\n000") == reward(problem, "1000\n000\n000") == -0.5
    assert reward(problem, "2 0 0\n000\n000") == -1.0


def test_every_matrix_of_parities_is_checked_rightly():
    for cells in product("01", repeat=9):
        rows = ["".join(cells[start : start + 3]) for start in (0, 3, 6)]
        problem = NeighborhoodParityReconstruction(parities(rows))
        assert problem.score(rows) == 1.0
        assert problem.solution == rows  # of three rows and columns each matrix has parities of its own


def test_several_solutions():
    """4 x 4 is a size at which matrices differ and have the same parities."""
    problems = drawn(NeighborhoodParityReconstruction, seeds=20, shortest_side=4, longest_side=5)
    assert all(parities(problem.solution) == problem.parities for problem in problems)
    silent = ["1011", "1110", "0100", "0000"]
    all_rows = ["".join(bits) for bits in product("01", repeat=4)]
    for first in all_rows:  # chase the ones downwards; what ends in zeros changes no parity
        rows = [first]
        for _ in range(3):
            above = rows[-2] if len(rows) > 1 else "0000"
            around = parities([above, rows[-1]])[1]
            rows.append(around)
        if first != "0000" and parities(rows) == ["0000"] * 4:
            silent = rows
    assert parities(silent) == ["0000"] * 4
    square = NeighborhoodParityReconstruction(parities(["1000", "0010", "0100", "0001"]))
    other = ["".join(str(int(x) ^ int(y)) for x, y in zip(a, b)) for a, b in zip(square.solution, silent)]
    assert square.score(other) == square.score(square.solution) == 1.0
    assert other != square.solution


def test_larger_ones():
    for problem in drawn(NeighborhoodParityReconstruction, seeds=15, shortest_side=6, longest_side=12):
        assert parities(problem.solution) == problem.parities


def shortcut_chase(problem):
    """Begins with a row of zeros and lets each row mend the parities of the row above."""
    width = len(problem.parities[0])
    rows = ["0" * width]
    for wanted in problem.parities[:-1]:
        above = rows[-2] if len(rows) > 1 else "0" * width
        around = parities([above, rows[-1]])[1]
        rows.append("".join(str(int(x) ^ int(y)) for x, y in zip(around, wanted)))
    return rows


def shortcut_the_parities(problem):
    """Gives the matrix of parities back."""
    return problem.parities


def shortcut_most_neighbours(problem):
    """Puts a one where most of the cell and its neighbours are to be odd."""
    ones = {(r, c) for r, row in enumerate(problem.parities) for c, x in enumerate(row) if x == "1"}
    near = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
    return [
        "".join("01"[sum((r + a, c + b) in ones for a, b in near) >= 3] for c in range(len(row)))
        for r, row in enumerate(problem.parities)
    ]
