from itertools import product

import sympy

from rlve.envs.algebra.linear_equations_integer_solution import LinearEquationsIntegerSolution
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LinearEquationsIntegerSolution([[1, 1, 0], [0, 2, 1], [1, 0, 3], [1, 1, 1]], [3, 7, 10, 6])
    assert "x1 + x2 = 3\n2*x2 + x3 = 7\nx1 + 3*x3 = 10" in problem.statement()
    assert problem.solution == [1, 2, 3]
    assert reward(problem, "1 2 3") == 1.0
    assert reward(problem, "2 1 3") == 0.5**10
    assert reward(problem, "1 2") == -0.5


def test_equals_search_and_the_solution_is_the_only_one():
    for unknowns in (2, 3, 4):
        for problem in drawn(LinearEquationsIntegerSolution, seeds=10, unknowns=unknowns, equations=unknowns + 1):
            right = [
                list(values)
                for values in product(range(unknowns + 4), repeat=unknowns)
                if reward(problem, " ".join(map(str, values))) == 1.0
            ]
            assert right == [problem.solution]


def test_rank_and_solution_according_to_sympy():
    for unknowns in (3, 6, 10, 18):
        for problem in drawn(LinearEquationsIntegerSolution, seeds=3, unknowns=unknowns, equations=unknowns + 1):
            matrix = sympy.Matrix(problem.coefficients)
            assert matrix.rank() == unknowns
            assert matrix * sympy.Matrix(problem.solution) == sympy.Matrix(problem.totals)


def test_no_equation_gives_a_value_away_or_repeats():
    for problem in drawn(LinearEquationsIntegerSolution, seeds=50, unknowns=4, equations=5):
        assert all(sum(factor > 0 for factor in row) >= 2 for row in problem.coefficients)
        assert len({tuple(row) for row in problem.coefficients}) == 5


def test_deficient_rank_is_noticed():
    assert LinearEquationsIntegerSolution([[1, 1, 0], [0, 1, 1], [1, 2, 1], [1, 0, -1]], [0, 0, 0, 0]).rank() == 2


def shortcut_equal_shares(problem):
    """Every unknown as large as if all were equal in the equations where it occurs."""
    values = []
    for unknown in range(len(problem.coefficients[0])):
        shares = [t / sum(row) for row, t in zip(problem.coefficients, problem.totals) if row[unknown]]
        values.append(round(sum(shares) / len(shares)))
    return values
