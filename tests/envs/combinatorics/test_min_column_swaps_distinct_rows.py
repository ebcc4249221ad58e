from itertools import combinations

from rlve.envs.combinatorics.min_column_swaps_distinct_rows import MinColumnSwapsDistinctRows
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 and 2 stand twice in a row each: columns 0 and 1 differ, 1 and 2 differ, 0 and 2 hold 3 in different rows.
    problem = MinColumnSwapsDistinctRows([3, 1, 1, 4, 5], [2, 2, 3, 5, 4])
    assert problem.solution == [1]
    assert reward(problem, "1") == 1.0
    assert reward(problem, "0 2") == 0.0
    assert 0.0 <= reward(problem, "1 3 4") < 0.2
    assert reward(problem, "0") == reward(problem, "1 0 0") == reward(problem, "1 5") == -0.5
    assert reward(problem, "") == -1.0


def test_all_choices():
    for components, size in ((2, 7), (3, 9)):
        for problem in drawn(MinColumnSwapsDistinctRows, seeds=8, components=components, size=size):
            right = {}
            for count in range(size + 1):
                for chosen in combinations(range(size), count):
                    exchanged = [
                        (b, a) if column in chosen else (a, b)
                        for column, (a, b) in enumerate(zip(problem.first, problem.second))
                    ]
                    if all(sorted(row) == list(range(1, size + 1)) for row in zip(*exchanged)):
                        right[chosen] = count
            least = min(right.values())
            assert tuple(problem.solution) in right
            assert len(problem.solution) == least < problem.naive()
            for chosen, count in right.items():
                assert (problem.score(list(chosen)) == 1.0) == (count == least)


def shortcut_from_left_to_right(problem):
    """Exchanges a column if one of its numbers already stands to the left in the same row."""
    first, second, chosen = set(), set(), []
    for column, (a, b) in enumerate(zip(problem.first, problem.second)):
        if a in first or b in second:
            a, b = b, a
            chosen.append(column)
        first.add(a)
        second.add(b)
    return chosen or None


def shortcut_first_columns_stay(problem):
    """Leaves the first column of each component as it is and exchanges what follows from that."""
    return [column for _, others in problem.components() for column in others] or None


def shortcut_last_columns_stay(problem):
    """Leaves the last column of each component as it is and exchanges what follows from that."""
    return [column for sets in problem.components() for column in min(sets, key=lambda s: max(s, default=-1))] or None
