import re
from collections import Counter
from itertools import product

from rlve.envs.logic.boolean_satisfiability import BooleanSatisfiability
from tests.envs.drawing import drawn, reward


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
