from rlve.envs.number_theory.modular_inverse import ModularInverse
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = ModularInverse(17, 10)  # 17 * 3 = 51
    assert reward(problem, "3") == 1.0
    assert reward(problem, "7") == 0.0
    assert reward(problem, "13") == reward(problem, "-7") == reward(problem, "0") == -0.5


def test_equals_trying_all_residues():
    for largest in (20, 300):
        for problem in drawn(ModularInverse, seeds=60, largest=largest):
            inverses = [x for x in range(1, problem.modulus) if problem.a * x % problem.modulus == 1]
            assert inverses == [problem.solution]
            assert problem.solution not in (1, problem.modulus - 1)


def shortcut_quotient(problem):
    """Takes the first multiple of a beyond m."""
    return min(problem.modulus // (problem.a % problem.modulus) + 1, problem.modulus - 1)


def shortcut_negative_residue(problem):
    """Takes m - a."""
    return problem.modulus - problem.a % problem.modulus
