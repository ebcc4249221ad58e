from itertools import permutations

from rlve.envs.puzzles.addition_table_digit_decoding import AdditionTableDigitDecoding
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = AdditionTableDigitDecoding(3, ["a + b = a", "c + a = cb", "a + a = ca"], [2, 0, 1])
    assert reward(problem, "2 0 1") < 0.1  # 2 + 2 = 11 in base 3
    problem = AdditionTableDigitDecoding(3, ["a + b = a", "c + a = cb", "a + a = cc"], [2, 0, 1])
    assert reward(problem, "2 0 1") == 1.0
    assert reward(problem, "1 0 2") < 0.01
    assert reward(problem, "2 0 2") == reward(problem, "2 0") == -0.5


def test_a_leading_letter_for_0_is_wrong():
    # with a = 0 the line reads 1 + 1 = 02, which is true as a sum, but no way to write 2
    assert reward(AdditionTableDigitDecoding(3, ["b + b = ac"], [1, 2, 0]), "0 1 2") == 0.0


def test_the_whole_table_fits_the_planted_digits_alone():
    for base in (3, 4, 5, 6):
        for problem in drawn(AdditionTableDigitDecoding, seeds=4, base=base, percent=100):
            assert len(problem.equations) == base * (base + 1) // 2
            for digits in permutations(range(base)):
                expected = list(digits) == problem.planted
                assert (problem.score(list(digits)) == 1.0) == expected
                assert expected or problem.score(list(digits)) < 0.1


def test_every_table_that_is_shown_is_true_of_the_planted_digits():
    for problem in drawn(AdditionTableDigitDecoding, seeds=20, base=20, percent=50):
        digits = "0123456789abcdefghij"
        code = str.maketrans({chr(97 + place): digits[value] for place, value in enumerate(problem.planted)})
        for equation in problem.equations:
            a, b, total = equation.translate(code).replace("+", "=").split("=")
            assert int(a, 20) + int(b, 20) == int(total, 20)


def test_the_lines_do_not_come_in_the_order_of_the_digits():
    firsts = {problem.equations[0] for problem in drawn(AdditionTableDigitDecoding, seeds=50, base=10, percent=100)}
    assert len(firsts) > 40


def shortcut_letters_by_how_often_they_carry(problem):
    """Takes letters for larger digits the more of their sums have two digits, without any addition."""
    letters = sorted({*"".join(problem.equations)} & set("abcdefghijklmnopqrstuvwxyz"))
    letters = [chr(97 + place) for place in range(problem.base)]
    carries, sums = dict.fromkeys(letters, 0), dict.fromkeys(letters, 1)
    for equation in problem.equations:
        a, _, b, _, total = equation.split()
        for letter in {a, b}:
            carries[letter] += len(total) - 1
            sums[letter] += 1
    order = sorted(letters, key=lambda letter: carries[letter] / sums[letter])
    return [order.index(letter) for letter in letters]
