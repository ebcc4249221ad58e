import re
from itertools import product

from rlve.envs.logic.two_satisfiability import TwoSatisfiability
from tests.envs.drawing import drawn, earned, reward

PATTERN = re.compile(r"if x(\d+) is (\d), then x(\d+) is (\d)")


def satisfying(problem: TwoSatisfiability) -> list[list[int]]:
    """All values for which the implications of the statement hold, in lexicographic order."""
    implications = [tuple(map(int, match)) for match in PATTERN.findall(problem.statement())]
    return [
        list(values)
        for values in product((0, 1), repeat=problem.variables)
        if not any(values[i - 1] == a and values[j - 1] != b for i, a, j, b in implications)
    ]


def test_worked_example():
    # x1 = 0 would force x2 = 1 and x3 = 0, and x2 = 1 would force x3 = 1
    problem = TwoSatisfiability(3, [[1, 0, 2, 1], [1, 0, 3, 0], [2, 1, 3, 1]])
    assert reward(problem, "1 0 0") == 1.0
    assert reward(problem, "1 1 1") == reward(problem, "1 0 1") == reward(problem, "0 1 0") == 0.0
    assert reward(problem, "1 0") == reward(problem, "1 0 2") == -0.5


def test_is_the_first_of_all_assignments():
    for variables, implications in ((3, 3), (5, 9), (8, 14), (9, 18)):
        for problem in drawn(TwoSatisfiability, seeds=20, variables=variables, implications=implications):
            assert problem.solution == satisfying(problem)[0]


def test_constant_answers_are_rarely_right():
    problems = drawn(TwoSatisfiability, seeds=200, **TwoSatisfiability.parameters(4))
    for text in (" ".join("0" * 9), " ".join("1" * 9), "0 1 0 1 0 1 0 1 0"):
        assert sum(reward(problem, text) == 1.0 for problem in problems) <= 20


def _propagated(problem, values):
    """All consequences of values, the first of two that contradict each other."""
    changed = True
    while changed:
        changed = False
        for i, a, j, b in problem.implications:
            for (p, x), (q, y) in (((i, a), (j, b)), ((j, 1 - b), (i, 1 - a))):
                if values.get(p) == x and q not in values:
                    values[q] = y
                    changed = True
    return values


def shortcut_zero_and_propagate(problem):
    """Sets each variable in turn to 0, draws the consequences, and never goes back."""
    values = dict[int, int]()
    for variable in range(1, problem.variables + 1):
        if variable not in values:
            values = _propagated(problem, values | {variable: 0})
    return [values[k] for k in range(1, problem.variables + 1)]


def shortcut_only_forward(problem):
    """Sets each variable to 0, or 1 if an implication of earlier values says so."""
    values = list[int]()
    for variable in range(1, problem.variables + 1):
        forced = [b for i, a, j, b in problem.implications if j == variable and i < j and values[i - 1] == a]
        forced += [1 - a for i, a, j, b in problem.implications if i == variable and j < i and values[j - 1] != b]
        values.append(max(forced, default=0))
    return values


def shortcut_direct_contradictions(problem):
    """Sets a variable to 0 unless one step of consequences contradicts what is known, and then to 1."""
    values = dict[int, int]()
    both = [((i, a), (j, b)) for i, a, j, b in problem.implications]
    both += [((j, 1 - b), (i, 1 - a)) for i, a, j, b in problem.implications]
    for variable in range(1, problem.variables + 1):
        follow = [end for start, end in both if start == (variable, 0)]
        bad = any(values.get(q, y) != y for q, y in follow)
        values[variable] = int(bad)
    return [values[k] for k in range(1, problem.variables + 1)]


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("two_satisfiability", shortcut_zero_and_propagate, 3, problems=150) < 0.35
