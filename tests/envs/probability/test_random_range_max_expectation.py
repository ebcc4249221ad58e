from collections import Counter
from fractions import Fraction

from rlve.envs.probability.random_range_max_expectation import RandomRangeMaxExpectation
from tests.envs.drawing import drawn, reward


def after(numbers: list[int], rounds: int) -> Counter[tuple[int, ...]]:
    """All lists that can come out, with the number of choices that lead there."""
    lists = Counter({tuple(numbers): 1})
    for _ in range(rounds):
        further = Counter[tuple[int, ...]]()
        for current, count in lists.items():
            for high in range(1, len(current) + 1):
                for low in range(high):
                    block = (max(current[low:high]),) * (high - low)
                    further[current[:low] + block + current[high:]] += count
        lists = further
    return lists


def test_worked_example():
    # Of the blocks 1, 2, 3, 1-2, 2-3 and 1-3 the last three change place 2: to 4, 9 and 9
    problem = RandomRangeMaxExpectation([4, 0, 9], rounds=1, place=2)
    assert reward(problem, "11/3") == reward(problem, "22/6") == 1.0
    assert reward(problem, "22") == reward(problem, "13/3") == reward(problem, "0") == 0.0
    assert RandomRangeMaxExpectation([4, 0, 9], rounds=3, place=3).solution == 9


def test_all_choices_of_blocks():
    for size, rounds, seeds in ((4, 3, 10), (5, 2, 15), (6, 2, 5)):
        for problem in drawn(RandomRangeMaxExpectation, seeds=seeds, size=size, rounds=rounds, largest=6):
            lists = after(problem.numbers, rounds)
            total = sum(numbers[problem.place - 1] * count for numbers, count in lists.items())
            assert problem.solution == Fraction(total, sum(lists.values()))


def test_two_larger_numbers_at_least():
    for problem in drawn(RandomRangeMaxExpectation, size=5, rounds=2, largest=9):
        assert len({number for number in problem.numbers if number > problem.numbers[problem.place - 1]}) >= 2


def shortcut_one_round(problem):
    """Stops after the first round."""
    return RandomRangeMaxExpectation(problem.numbers, 1, problem.place).solution


def shortcut_rounds_without_memory(problem):
    """Has every round begin with the first list, and keeps the largest number that the place ever had."""
    return problem.without_memory()
