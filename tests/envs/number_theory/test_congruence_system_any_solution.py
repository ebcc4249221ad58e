from math import lcm

from rlve.envs.number_theory.congruence_system_any_solution import CongruenceSystemAnySolution
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = CongruenceSystemAnySolution([4, 6], [3, 1])
    assert "x mod 4 = 3\nx mod 6 = 1" in problem.statement()
    assert reward(problem, "7") == reward(problem, "19") == reward(problem, str(7 + 12 * 10**500)) == 1.0
    assert reward(problem, "13") == 0.5**10  # the second condition alone
    assert reward(problem, "0") == 0.0
    assert reward(problem, "-5") == -0.5


def test_accepts_exactly_the_common_solutions():
    shared = 0
    for count in (2, 3):
        for problem in drawn(CongruenceSystemAnySolution, seeds=30, count=count, largest=14):
            common = lcm(*problem.moduli)
            conditions = list(zip(problem.moduli, problem.remainders))
            fitting = [x for x in range(common) if all((x - r) % m == 0 for m, r in conditions)]
            assert [x for x in range(common) if problem.score(x) == 1.0] == fitting == [problem.solution]
            assert problem.solution not in problem.remainders
            shared += any(common < m * n for m in problem.moduli for n in problem.moduli if m < n and count == 2)
    assert 0 < shared < 30  # moduli with and without a common factor


def shortcut_first_two_conditions(problem):
    """Solves two conditions and hopes for the others."""
    (first, second), (left, right) = problem.moduli[:2], problem.remainders[:2]
    return next(x for x in range(left, first * second, first) if x % second == right)
