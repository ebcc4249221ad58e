import re
from itertools import product

from rlve.envs.logic.two_satisfiability import TwoSatisfiability
from tests.envs.drawing import drawn, reward

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
