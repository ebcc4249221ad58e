from itertools import product

from rlve.envs.strings.pattern_avoiding_binary_string_counting import PatternAvoidingBinaryStringCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PatternAvoidingBinaryStringCounting(4, "11", modulus=5)  # 8 of 16, a Fibonacci number
    assert reward(problem, "3") == 1.0
    assert reward(problem, "1") == 0.0
    assert reward(problem, "5") == reward(problem, "-2") == -0.5
    assert PatternAvoidingBinaryStringCounting(4, "10", modulus=100).solution == 5  # 0...01...1


def test_equals_counting_all_strings():
    for problem in drawn(PatternAvoidingBinaryStringCounting, seeds=40, length=9, pattern=4):
        strings = map("".join, product("01", repeat=problem.length))
        assert problem.solution == sum(problem.pattern not in string for string in strings) % problem.modulus


def shortcut_one_place(problem):
    """Takes away, for each place, the strings with the pattern there."""
    places, size = problem.length - len(problem.pattern) + 1, len(problem.pattern)
    return (2**problem.length - places * 2 ** (problem.length - size)) % problem.modulus


def shortcut_no_overlaps_with_itself(problem):
    """Takes the count for a pattern that cannot overlap itself, such as 10...0."""
    other = "1" + "0" * (len(problem.pattern) - 1)
    return PatternAvoidingBinaryStringCounting(problem.length, other, problem.modulus).solution


def shortcut_overlaps_with_itself_everywhere(problem):
    """Takes the count for a pattern of equal characters."""
    other = "1" * len(problem.pattern)
    return PatternAvoidingBinaryStringCounting(problem.length, other, problem.modulus).solution
