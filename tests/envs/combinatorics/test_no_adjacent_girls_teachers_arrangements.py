from itertools import product
from math import comb

from rlve.envs.combinatorics.no_adjacent_girls_teachers_arrangements import KINDS, NoAdjacentGirlsTeachersArrangements
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # b ? ? ? g with a boy, a girl and a teacher between: bgt, btg (no, two girls), gbt, gtb, tbg (no), tgb.
    problem = NoAdjacentGirlsTeachersArrangements(boys=2, girls=2, teachers=1, first="boy", last="girl")
    assert reward(problem, "4") == 1.0
    assert reward(problem, "6") == reward(problem, "16") == 0.0  # girls side by side; people told apart
    assert reward(problem, "-4") == -0.5


def test_all_rows():
    for people in (6, 7):
        for problem in drawn(NoAdjacentGirlsTeachersArrangements, seeds=6, people=people):
            counts = (problem.boys, problem.girls, problem.teachers)
            found = 0
            for row in product("bgt", repeat=sum(counts)):
                text = "".join(row)
                found += (
                    tuple(map(row.count, "bgt")) == counts and "gg" not in text and "tt" not in text
                    and text[0] == problem.first[0] and text[-1] == problem.last[0]
                )  # fmt: skip
            assert problem.solution == found


def inside(problem):
    return [count - (kind == problem.first) - (kind == problem.last)
            for kind, count in zip(KINDS, (problem.boys, problem.girls, problem.teachers))]  # fmt: skip


def shortcut_girls_into_gaps(problem):
    """Puts girls into the gaps between all others, and forgets that teachers stay apart."""
    boys, girls, teachers = inside(problem)
    others = boys + teachers
    gaps = others + 1 - (problem.first == "girl") - (problem.last == "girl")
    return comb(others, boys) * comb(max(gaps, 0), girls)


def shortcut_both_into_gaps(problem):
    """Puts girls and teachers into gaps of their own, one kind after the other, between the boys."""
    boys, girls, teachers = inside(problem)
    return comb(boys + girls + 1, girls) * comb(boys + girls + 1, teachers)


def shortcut_any_ends(problem):
    """Forgets who stands at the ends."""
    total = 0
    for first in KINDS:
        for last in KINDS:
            total += NoAdjacentGirlsTeachersArrangements(
                problem.boys, problem.girls, problem.teachers, first, last
            ).solution
    return total
