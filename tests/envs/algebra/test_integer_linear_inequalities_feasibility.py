import re
from itertools import product

import pytest

from rlve.envs.algebra.integer_linear_inequalities_feasibility import IntegerLinearInequalitiesFeasibility
from tests.envs.drawing import drawn, reward

EXAMPLE = IntegerLinearInequalitiesFeasibility([[2, -1], [-1, 3], [-1, -1]], bounds=[1, -2, -5], planted=[1, 1])


def satisfied(problem: IntegerLinearInequalitiesFeasibility, values: tuple[int, ...]) -> int:
    """Of the inequalities as the statement writes them."""
    count = 0
    for line in problem.statement().split("\n"):
        if " >= " in line:
            left, bound = line.split(" >= ")
            total = 0
            for sign, factor, number in re.findall(r"(-?) ?(?:(\d+)\*)?x(\d+)", left):
                total += int(sign + (factor or "1")) * values[int(number) - 1]
            count += total >= int(bound)
    return count


def test_worked_example():
    assert "2*x1 - x2 >= 1\n-x1 + 3*x2 >= -2\n-x1 - x2 >= -5" in EXAMPLE.statement()
    assert reward(EXAMPLE, "1 1") == reward(EXAMPLE, "2 3") == reward(EXAMPLE, "1 0") == 1.0
    assert reward(EXAMPLE, "0 0") == pytest.approx((2 / 3) ** 10)
    assert reward(EXAMPLE, "1") == -0.5
    assert reward(EXAMPLE, "1/2 0") == -1.0


def test_huge_answers_are_compared_exactly():
    problem = IntegerLinearInequalitiesFeasibility([[1, -1], [-1, 1]], bounds=[1, -1], planted=[1, 0])
    assert reward(problem, f"{10**60 + 1} {10**60}") == 1.0
    assert reward(problem, f"{10**60} {10**60}") == 0.5**10


def test_agrees_with_every_vector_of_a_box():
    for problem in drawn(IntegerLinearInequalitiesFeasibility, seeds=20, unknowns=3, inequalities=8):
        right = 0
        for values in product(range(-3, 4), repeat=3):
            correct = reward(problem, " ".join(map(str, values))) == 1.0
            assert correct == (satisfied(problem, values) == 8)
            right += correct
        assert right >= 1


def test_large_multiples_of_random_vectors_are_rarely_right():
    problems = drawn(IntegerLinearInequalitiesFeasibility, seeds=100, unknowns=4, inequalities=11)
    for direction in ("1000 1000 1000 1000", "-1000 1000 -1000 1000", "1000000 1000 -1000 1"):
        assert sum(reward(problem, direction) == 1.0 for problem in problems) < 10


def climbed(problem, steps):
    """From zeros, the change of one unknown by one that satisfies most inequalities, again and again."""
    values = [0] * len(problem.planted)
    for _ in range(steps):
        moves = [[v + d * (i == k) for k, v in enumerate(values)] for i in range(len(values)) for d in (-1, 1)]
        values = max([values, *moves], key=problem.satisfied)
    return values


def shortcut_zeros(problem):
    """All unknowns 0."""
    return [0] * len(problem.planted)


def shortcut_few_steps(problem):
    """Change one unknown by one, the one that helps most, three times."""
    return climbed(problem, 3)
