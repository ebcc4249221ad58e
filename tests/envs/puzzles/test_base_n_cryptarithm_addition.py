from itertools import permutations, zip_longest

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


def shortcut_smallest_digits_that_fit(problem):
    """Goes through the places from the right, takes the first digits that fit, and never goes back."""
    values, carry = dict[str, int](), 0
    letters = sorted({*"".join(problem.addends), *problem.total})
    columns = zip_longest(*(number[::-1] for number in (*problem.addends, problem.total)), fillvalue="")
    for column in columns:
        unknown = sorted({letter for letter in column if letter and letter not in values})
        for digits in permutations(sorted(set(range(problem.base)) - set(values.values())), len(unknown)):
            found = values | dict(zip(unknown, digits)) | {"": 0}
            first, second, total = (found[letter] for letter in column)
            if (first + second + carry) % problem.base == total:
                values |= dict(zip(unknown, digits))
                break
        first, second, _ = (({"": 0} | values).get(letter, 0) for letter in column)
        carry = (first + second + carry) // problem.base
    spare = [digit for digit in range(problem.base) if digit not in values.values()]
    return [values[letter] if letter in values else spare.pop() for letter in letters]
