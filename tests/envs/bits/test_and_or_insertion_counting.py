from itertools import product

from rlve.envs.bits.and_or_insertion_counting import AndOrInsertionCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # AND 00 at the end would leave no ones, and OR 11 both of them.
    problem = AndOrInsertionCounting(strings=["10", "11", "00"], result="10")
    assert reward(problem, "1\nAO") == 1.0
    assert reward(problem, "1\nOO") == reward(problem, "2\nAO") == reward(problem, "1\nOA") == 0.0
    assert reward(problem, "1\nAOA") == reward(problem, "1") == -0.5
    assert reward(problem, "1\nA+") == -1.0


def test_all_choices_of_operators():
    for gaps, length in ((3, 2), (6, 3), (7, 2)):
        for problem in drawn(AndOrInsertionCounting, seeds=30, gaps=gaps, length=length):
            right = set()
            for choice in product("AO", repeat=gaps):
                columns = []
                for column in zip(*problem.strings):
                    bit = column[0]
                    for operator, other in zip(choice, column[1:]):
                        bit = min(bit, other) if operator == "A" else max(bit, other)
                    columns.append(bit)
                if "".join(columns) == problem.result:
                    right.add("".join(choice))
            assert problem.solution[0] == len(right) >= 2
            assert problem.solution[1] in right
            for operators in map("".join, product("AO", repeat=gaps)):
                assert problem.score([len(right), operators]) == float(operators in right)


def shortcut_every_column_halves_the_ways(problem):
    """Lets each digit of the result be right in half of the ways; the operators are right."""
    gaps = len(problem.strings) - 1
    return [max(1, 2**gaps >> len(problem.result)), problem.solution[1]]


def shortcut_as_if_the_first_string_were_zeros(problem):
    """Counts as if the expression began with zeros; the operators are right."""
    zeros = "0" * len(problem.result)
    low, high = AndOrInsertionCounting([zeros, *problem.strings[1:]], problem.result).codes()
    return [max(1, high - low), problem.solution[1]]
