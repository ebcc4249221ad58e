from rlve.envs import registry
from rlve.envs.arithmetic.integer_multiplication import IntegerMultiplication
from tests.envs.drawing import drawn, reward


def on_paper(first: str, second: str) -> str:
    """The product by the method of school: digit by digit, with carries."""
    digits = [0] * (len(first) + len(second))
    for i, a in enumerate(reversed(first)):
        for j, b in enumerate(reversed(second)):
            digits[i + j] += int(a) * int(b)
    for place in range(len(digits) - 1):
        digits[place + 1] += digits[place] // 10
        digits[place] %= 10
    return "".join(map(str, reversed(digits))).lstrip("0")


def test_worked_example():
    problem = IntegerMultiplication(12, 345)
    assert reward(problem, "4140") == reward(problem, "4,140") == 1.0
    assert reward(problem, "4141") == reward(problem, "4139") == reward(problem, "-4140") == 0.0


def test_only_a_number_in_decimal_counts():
    problem = IntegerMultiplication(12, 345)
    for text in ("12*345", "4.14e3", "4140.0", "04140", "41,40"):
        assert reward(problem, text) == -1.0


def test_equals_multiplication_on_paper():
    for digits in range(1, 19):
        for problem in drawn(IntegerMultiplication, seeds=20, digits=digits):
            assert reward(problem, on_paper(str(problem.first), str(problem.second))) == 1.0
            assert len(str(problem.first)) == len(str(problem.second)) == digits


def test_factors_fit_into_64_bits_at_every_difficulty():
    environment = registry.get("integer_multiplication")
    problems = [environment.problem(difficulty, seed=0) for difficulty in (15, 16, 17, 30)]
    assert all(max(problem.first, problem.second) < 2**63 for problem in problems)


def shortcut_rounded(problem):
    """Multiply the factors rounded to their first digit, then put the right last digit."""
    size = 10 ** (len(str(problem.first)) - 1)
    return (
        round(problem.first, 1 - len(str(size))) * round(problem.second, 1 - len(str(size)))
        + problem.first * problem.second % 10
    )


def shortcut_without_carries(problem):
    """Multiply leading and trailing halves only, without the mixed products."""
    half = 10 ** ((len(str(problem.first)) + 1) // 2)
    (a, b), (c, d) = divmod(problem.first, half), divmod(problem.second, half)
    return a * c * half**2 + b * d
