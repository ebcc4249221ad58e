from itertools import combinations
from math import comb

from rlve.envs.combinatorics.nonattacking_kings_count import NonattackingKingsCount, placements
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # Three of the four corners, or the middle of a side and the two corners of the opposite side.
    problem = NonattackingKingsCount(["...", ".#.", "..."], kings=3)
    assert reward(problem, "8") == 1.0
    assert reward(problem, "4") == reward(problem, "56") == 0.0
    assert reward(problem, "-8") == -0.5
    assert placements(["...", ".#.", "..."]) == [1, 8, 16, 8, 1, 0, 0]  # five kings and more do not fit


def attack(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def test_all_sets_of_cells():
    for height, width, blocked in ((3, 4, 1), (3, 5, 2), (4, 4, 3)):
        for problem in drawn(NonattackingKingsCount, seeds=6, height=height, width=width, blocked=blocked):
            free = [(r, c) for r, row in enumerate(problem.rows) for c, cell in enumerate(row) if cell == "."]
            found = sum(
                not any(attack(a, b) for a, b in combinations(chosen, 2))
                for chosen in combinations(free, problem.kings)
            )
            assert problem.solution == found


def shortcut_empty_board(problem):
    """Forgets the blocked cells."""
    return NonattackingKingsCount(["." * len(row) for row in problem.rows], problem.kings).solution


def shortcut_diagonals_allowed(problem):
    """Lets chosen cells touch diagonally."""
    ways = {0: [1]}
    for column in zip(*problem.rows):
        free = sum(1 << row for row, cell in enumerate(column) if cell == ".")
        after = {}
        for kings in (kings for kings in range(free + 1) if kings & ~free == 0 and kings & kings << 1 == 0):
            counts = [0] * (problem.kings + 1)
            for before, old in ways.items():
                if before & kings == 0:
                    for number, count in enumerate(old):
                        if number + kings.bit_count() <= problem.kings:
                            counts[number + kings.bit_count()] += count
            after[kings] = counts
        ways = after
    return sum(counts[problem.kings] for counts in ways.values())


def shortcut_blocked_cells_thin_out(problem):
    """Multiplies the ways on the empty board with the chance that no blocked cell is chosen."""
    cells = len(problem.rows) * len(problem.rows[0])
    free = sum(row.count(".") for row in problem.rows)
    return shortcut_empty_board(problem) * comb(free, problem.kings) // comb(cells, problem.kings)
