from rlve.envs.combinatorics.spaced_quadruple_role_counts import SpacedQuadrupleRoleCounts, role_counts
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 3 10 11 with either item of value 3; 1 3 9 10 has no middle gap above 6
    problem = SpacedQuadrupleRoleCounts([11, 3, 1, 10, 3, 9])
    assert problem.solution == [[0, 0, 0, 2], [0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 2, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert reward(problem, "0 0 0 2\n0 1 0 0\n2 0 0 0\n0 0 2 0\n0 1 0 0\n0 0 0 0") == 1.0
    assert reward(problem, "0 0 0 2\n0 1 0 0\n2 0 0 0\n0 0 2 0\n0 1 0 0\n0 0 1 0") < 0.2
    assert reward(problem, "\n".join(["0 0 0 0"] * 6)) < 0.001
    assert reward(problem, "\n".join(["0 0 0 0"] * 5)) == reward(problem, "\n".join(["0 0 0"] * 6)) == -0.5


def test_all_quadruples():
    for items, largest in ((10, 13), (12, 22)):
        for problem in drawn(SpacedQuadrupleRoleCounts, seeds=6, items=items, largest=largest):
            x, everyone = problem.values, range(items)
            counts = [[0] * 4 for _ in everyone]
            for a in everyone:
                for b in everyone:
                    for c in everyone:
                        if x[a] < x[b] and 3 * (x[b] - x[a]) < x[c] - x[b]:
                            for d in everyone:
                                if x[c] < x[d] and x[b] - x[a] == 2 * (x[d] - x[c]):
                                    for role, item in enumerate((a, b, c, d)):
                                        counts[item][role] += 1
            assert problem.solution == counts


def shortcut_equal_values_once(problem):
    """Counts formations of values, as if equal items were one."""
    counts = dict(zip(sorted(set(problem.values)), SpacedQuadrupleRoleCounts(sorted(set(problem.values))).solution))
    return [counts[value] for value in problem.values]


def shortcut_middle_gap_by_the_last(problem):
    """Compares the middle gap with three times the last gap instead of three times the first."""
    return role_counts(problem.values, 3)


def shortcut_middle_gap_too_small(problem):
    """Lets the middle gap be above five times the last gap instead of six."""
    return role_counts(problem.values, 5)


def shortcut_no_formations(problem):
    """Says that nobody has any role."""
    return [[0] * 4 for _ in problem.values]
