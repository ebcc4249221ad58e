import re
from itertools import product

from rlve.envs.logic.boolean_formula_satisfying_assignment import BooleanFormulaSatisfyingAssignment
from tests.envs.drawing import drawn, earned, reward


def test_worked_example():
    problem = BooleanFormulaSatisfyingAssignment(["x1 ^ x2", "(x2 | x3) & x1", "x3 ^ (x2 & x1)"], planted=[1, 0, 1])
    assert reward(problem, "1 0 1") == 1.0
    assert reward(problem, "1 1 1") == reward(problem, "0 1 1") == reward(problem, "1 0 0") == 0.0
    assert reward(problem, "1 0") == reward(problem, "1 0 2") == -0.5


def test_variables_that_do_not_occur_are_free():
    problem = BooleanFormulaSatisfyingAssignment(["x1 ^ x3"], planted=[1, 0, 0])
    assert reward(problem, "1 1 0") == reward(problem, "1 0 0") == reward(problem, "0 0 1") == 1.0


def test_agrees_with_every_assignment_and_few_are_right():
    for problem in drawn(BooleanFormulaSatisfyingAssignment, seeds=25, variables=6, largest_share=8):
        lines = [re.sub(r"x(\d+)", r"values[\1]", line) for line in problem.statement().split("\n")[1:-1]]
        assert len(lines) == 8
        count = 0
        for bits in product((0, 1), repeat=6):
            values = [None, *bits]
            right = all(eval(line, {"values": values}) for line in lines)
            assert reward(problem, " ".join(map(str, bits))) == float(right)
            count += right
        assert 1 <= count <= 0.15 * 64


def test_constant_answers_are_never_right():
    for difficulty in (0, 1, 4):
        parameters = BooleanFormulaSatisfyingAssignment.parameters(difficulty)
        for problem in drawn(BooleanFormulaSatisfyingAssignment, seeds=20, **parameters):
            for bit in "01":
                assert reward(problem, " ".join(bit * len(problem.planted))) == 0.0


def _true_formulas(problem, values):
    lines = [re.sub(r"x(\d+)", r"values[\1]", line) for line in problem.formulas]
    return sum(eval(line, {"values": [None, *values]}) for line in lines)


def shortcut_formula_by_formula(problem):
    """Makes one formula true after the other by the first values of variables that have none yet, without going back."""
    values = dict[str, int]()
    for formula in problem.formulas:
        names = sorted({name for name in re.findall(r"x\d+", formula) if name not in values})
        for bits in product((0, 1), repeat=len(names)):
            tried = values | dict(zip(names, bits))
            if eval(formula, dict(tried)):
                break
        values = tried
    return [values.get(f"x{k}", 0) for k in range(1, len(problem.planted) + 1)]


def shortcut_one_flip_at_a_time(problem):
    """Starts from ones and changes single values as long as more formulas are true."""
    values = [1] * len(problem.planted)
    for _ in range(len(values)):
        others = [[*values[:k], 1 - values[k], *values[k + 1 :]] for k in range(len(values))]
        best = max(others, key=lambda other: _true_formulas(problem, other))
        if _true_formulas(problem, best) <= _true_formulas(problem, values):
            break
        values = best
    return values


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("boolean_formula_satisfying_assignment", shortcut_one_flip_at_a_time, 3, problems=40) < 0.4
