from itertools import permutations

from rlve.envs.puzzles.base_n_cryptarithm_addition import BaseNCryptarithmAddition
from tests.envs.drawing import drawn, reward

SEND_MORE_MONEY = BaseNCryptarithmAddition(10, ["SEND", "MORE"], "MONEY", [7, 5, 1, 6, 0, 8, 9, 2])


def test_worked_example():
    # in the order D E M N O R S Y: 9567 + 1085 = 10652
    assert "D, E, M, N, O, R, S, Y" in SEND_MORE_MONEY.statement()
    assert reward(SEND_MORE_MONEY, "7 5 1 6 0 8 9 2") == 1.0
    assert reward(SEND_MORE_MONEY, "7 5 1 6 0 8 9 3") == 0.0
    assert reward(SEND_MORE_MONEY, "7 5 1 6 0 8 9 7") == -0.5
    assert reward(SEND_MORE_MONEY, "7 5 0 6 1 8 9 2") == -0.5  # MORE begins with 0
    assert reward(SEND_MORE_MONEY, "7 5 1 6 0 8 9 10") == reward(SEND_MORE_MONEY, "7 5 1 6") == -0.5


def test_a_lost_carry_is_wrong():
    problem = BaseNCryptarithmAddition(5, ["BA", "BA"], "CA", [0, 1, 2])  # 10 + 10 = 20
    assert reward(problem, "0 1 2") == reward(problem, "0 2 4") == 1.0
    assert reward(problem, "0 3 1") == 0.0  # 30 + 30 = 110, of which 10 is what is left without the carry


def test_accepts_exactly_the_assignments_that_make_it_true():
    for base in (3, 4, 5, 6):
        for problem in drawn(BaseNCryptarithmAddition, seeds=10, base=base, length=3):
            letters = sorted(set("".join(problem.addends) + problem.total))
            accepted = 0
            for values in permutations(range(base), len(letters)):
                code = str.maketrans(dict(zip(letters, map(str, values))))
                first, second, total = (text.translate(code) for text in (*problem.addends, problem.total))
                true = int(first, base) + int(second, base) == int(total, base)
                leading_zero = "0" in (first[0], second[0], total[0])
                expected = -0.5 if leading_zero else float(true)
                assert reward(problem, " ".join(map(str, values))) == expected
                accepted += expected == 1.0
            assert accepted >= 1
