import re
from collections import Counter
from itertools import product

from rlve.envs.logic.boolean_satisfiability import BooleanSatisfiability
from tests.envs.drawing import drawn, earned, reward


def satisfying(statement: str, count: int) -> list[str]:
    """All answers, read off the text of the clauses."""
    clauses = [line.split(" or ") for line in statement.split("\n")[1:-1]]
    return [
        " ".join(values)
        for values in product("01", repeat=count)
        if all(
            any(values[int(re.sub(r"\D", "", part)) - 1] == "01"[not part.startswith("not")] for part in clause)
            for clause in clauses
        )
    ]


def test_worked_example():
    problem = BooleanSatisfiability(clauses=[[1, -2, 3], [-1, 2, 3], [-1, -2, -3]], planted=[0, 0, 1])
    assert "x1 or not x2 or x3" in problem.statement()
    assert reward(problem, "0 0 1") == reward(problem, "1 0 1") == reward(problem, "1, 1, 0") == 1.0
    assert reward(problem, "1 1 1") == reward(problem, "0 1 0") == 0.0
    assert reward(problem, "0 0") == reward(problem, "0 0 2") == -0.5
    assert reward(problem, "true false true") == -1.0


def test_agrees_with_every_assignment():
    for problem in drawn(BooleanSatisfiability, seeds=30, variables=6, clauses=22):
        right = satisfying(problem.statement(), 6)
        assert " ".join(map(str, problem.solution)) in right
        for values in product("01", repeat=6):
            text = " ".join(values)
            assert reward(problem, text) == float(text in right)


def test_clauses_are_distinct_and_of_three_variables():
    for problem in drawn(BooleanSatisfiability, seeds=30, variables=8, clauses=33):
        assert len({tuple(clause) for clause in problem.clauses}) == 33
        assert all(len({abs(literal) for literal in clause}) == 3 for clause in problem.clauses)


def test_the_more_frequent_sign_does_not_give_the_values_away():
    solved = 0
    for problem in drawn(BooleanSatisfiability, seeds=300, variables=11, clauses=46):
        literals = Counter(literal for clause in problem.clauses for literal in clause)
        solved += reward(problem, " ".join(str(int(literals[k] > literals[-k])) for k in range(1, 12)))
    assert solved < 0.15 * 300


def shortcut_frequent_signs(problem):
    """Takes for each variable the value with which it occurs more often."""
    literals = Counter(literal for clause in problem.clauses for literal in clause)
    return [int(literals[k] > literals[-k]) for k in range(1, len(problem.planted) + 1)]


def shortcut_propagate_and_never_backtrack(problem):
    """Takes the value that satisfies more of the open clauses, draws consequences, and never goes back."""
    values = dict[int, int]()

    def open_clauses():
        return [
            [literal for literal in clause if abs(literal) not in values]
            for clause in problem.clauses
            if not any(values.get(abs(literal)) == (literal > 0) for literal in clause)
        ]

    while len(values) < len(problem.planted):
        forced = next((clause[0] for clause in open_clauses() if len(clause) == 1), None)
        if forced is None:
            literals = Counter(literal for clause in open_clauses() for literal in clause)
            unset = [k for k in range(1, len(problem.planted) + 1) if k not in values]
            forced = max((literal for k in unset for literal in (k, -k)), key=lambda literal: literals[literal])
        values[abs(forced)] = int(forced > 0)
    return [values[k] for k in sorted(values)]


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("boolean_satisfiability", shortcut_propagate_and_never_backtrack, 3, problems=60) < 0.4
