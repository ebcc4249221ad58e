import re
from itertools import product

from rlve.envs.logic.boolean_formula_satisfying_assignment import BooleanFormulaSatisfyingAssignment
from tests.envs.drawing import drawn, reward


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
        assert len(lines) == 6
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
        for problem in drawn(BooleanFormulaSatisfyingAssignment, seeds=60, **parameters):
            for bit in "01":
                assert reward(problem, " ".join(bit * len(problem.planted))) == 0.0
