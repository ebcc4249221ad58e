from rlve.envs.number_theory.numbers_containing_palindrome_counting import NumbersContainingPalindromeCounting
from tests.envs.drawing import drawn, reward


def contains_palindrome(number: int) -> bool:
    text = str(number)
    blocks = [text[i:j] for i in range(len(text)) for j in range(i + 2, len(text) + 1)]
    return any(block == block[::-1] for block in blocks)


def test_worked_example():
    assert contains_palindrome(72443000)
    assert contains_palindrome(50581234)
    assert not contains_palindrome(71203456)
    problem = NumbersContainingPalindromeCounting(98, 111)  # 99, 100, 101, 110 and 111
    assert reward(problem, "5") == 1.0
    assert reward(problem, "4") == reward(problem, "14") == 0.0
    assert reward(problem, "-1") == -0.5


def test_both_ends_count_and_single_digits_do_not():
    assert NumbersContainingPalindromeCounting(1, 9).solution == 0
    assert NumbersContainingPalindromeCounting(11, 22).solution == 2
    assert NumbersContainingPalindromeCounting(12, 21).solution == 0


def test_every_single_number_up_to_five_digits():
    for number in [*range(1, 2000), *range(9000, 13000, 3), *range(98000, 101000, 7)]:
        assert NumbersContainingPalindromeCounting(number, number).solution == contains_palindrome(number)


def test_equals_looking_at_every_number():
    for largest in (200, 3000):
        for problem in drawn(NumbersContainingPalindromeCounting, seeds=15, largest=largest):
            assert problem.solution == sum(map(contains_palindrome, range(problem.low, problem.high + 1)))


def shortcut_equal_neighbours(problem):
    """Looks for two equal neighbouring digits only, in at most a thousand numbers."""
    numbers = range(problem.low, min(problem.high, problem.low + 1000) + 1)
    found = sum(any(a == b for a, b in zip(str(n), str(n)[1:])) for n in numbers)
    return found * (problem.high - problem.low + 1) // len(numbers)
