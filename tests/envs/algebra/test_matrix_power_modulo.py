from rlve.envs.algebra.matrix_power_modulo import MatrixPowerModulo
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # A^2 = [[1, 4], [0, 9]], A^3 = [[1, 13], [0, 27]]
    problem = MatrixPowerModulo([[1, 1], [0, 3]], exponent=3, modulus=10)
    assert reward(problem, "1 3\n0 7") == reward(problem, "[[1, 3], [0, 7]]") == 1.0
    assert reward(problem, "1 4\n0 9") == 0.5**10
    assert reward(problem, "1 3\n0 8") == 0.75**10
    assert reward(problem, "1 3\n0 17") == reward(problem, "1 3\n0 -3") == -0.5  # not reduced
    assert reward(problem, "1 3 0 7") == reward(problem, "1 3") == -0.5


def test_equals_repeated_multiplication():
    for size, modulus, exponent in ((1, 7, 5), (2, 10, 2), (2, 100, 9), (3, 100, 20), (4, 1000, 40)):
        for problem in drawn(MatrixPowerModulo, seeds=20, size=size, modulus=modulus, exponent=exponent):
            power = [[int(i == j) for j in range(size)] for i in range(size)]
            for _ in range(problem.exponent):
                power = [
                    [sum(power[i][k] * problem.matrix[k][j] for k in range(size)) % modulus for j in range(size)]
                    for i in range(size)
                ]
            assert problem.solution == power
            assert exponent <= problem.exponent < 2 * exponent


def test_the_power_is_not_the_matrix_itself_nor_nearly_zero():
    for problem in drawn(MatrixPowerModulo, seeds=200, size=2, modulus=10, exponent=2):
        assert problem.solution != problem.matrix
        assert sum(entry == 0 for row in problem.solution for entry in row) <= 2


def shortcut_entries(problem):
    """Raise every entry to the power by itself."""
    return [[pow(entry, problem.exponent, problem.modulus) for entry in row] for row in problem.matrix]


def shortcut_square(problem):
    """Multiply once only."""
    return problem.product(problem.matrix, problem.matrix)
