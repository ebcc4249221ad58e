import pytest

from rlve.envs.number_theory.next_palindrome_number import NextPalindromeNumber
from tests.envs.drawing import drawn, reward


def counted_up(number: int) -> int:
    number += 1
    while str(number) != str(number)[::-1]:
        number += 1
    return number


@pytest.mark.parametrize(
    ("number", "answer"),
    [(1221, 1331), (1234, 1331), (1220, 1221), (129, 131), (1999, 2002), (999, 1001), (9, 11), (89998, 90009)],
)
def test_worked_examples(number, answer):
    problem = NextPalindromeNumber(number)
    assert reward(problem, str(answer)) == 1.0
    assert reward(problem, str(number)) == reward(problem, str(answer + 1)) == 0.0
    assert reward(problem, f"0{answer}") == -1.0


def test_equals_counting_up():
    for number in range(1, 3000):
        assert NextPalindromeNumber(number).solution == counted_up(number)
    for digits in (1, 2, 3, 4, 6):
        for problem in drawn(NextPalindromeNumber, seeds=40, digits=digits):
            assert len(str(problem.number)) == digits
            assert problem.solution == counted_up(problem.number)


def mirrored(text: str) -> str:
    return text[: (len(text) + 1) // 2] + text[: len(text) // 2][::-1]


def shortcut_mirror(problem):
    """Mirrors the left half, larger or not."""
    return int(mirrored(str(problem.number)))


def shortcut_raise_the_middle_without_a_carry(problem):
    """Mirrors, and if that is too small raises the middle digit, a nine to nine."""
    text = str(problem.number)
    if int(mirrored(text)) > problem.number:
        return int(mirrored(text))
    middle = (len(text) + 1) // 2 - 1
    return int(mirrored(text[:middle] + str(min(int(text[middle]) + 1, 9)) + text[middle + 1 :]))
