from rlve.envs.combinatorics.parenthesization_distinct_values_count import ParenthesizationDistinctValuesCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 5 - 2 * 3 + 1: -3, 0 = 5 - (2 * 3) + 1, -2 = 5 - ((2 * 3) + 1), 10 = (5 - 2) * 3 + 1, 12 = (5 - 2) * (3 + 1)
    problem = ParenthesizationDistinctValuesCount([5, 2, 3, 1], "-*+")
    assert reward(problem, "5 12 -3") == 1.0  # -3 = 5 - 2 * (3 + 1)
    assert reward(problem, "4 12 -3") == reward(problem, "5 12 -2") == reward(problem, "5 10 -3") == 0.0
    assert reward(problem, "5 12") == -0.5


def trees(numbers: list[int], operators: str) -> list[int]:
    """The value of every tree, by the place of its last operation."""
    if not operators:
        return numbers
    found = []
    for place, operator in enumerate(operators):
        for left in trees(numbers[: place + 1], operators[:place]):
            for right in trees(numbers[place + 1 :], operators[place + 1 :]):
                found.append({"+": left + right, "-": left - right, "*": left * right}[operator])
    return found


def test_equals_all_trees():
    for numbers, catalan in ((4, 5), (6, 42)):
        for problem in drawn(ParenthesizationDistinctValuesCount, seeds=20, numbers=numbers, largest=9):
            values = trees(problem.numbers, problem.operators)
            assert len(values) == catalan
            assert problem.solution == [len(set(values)), max(values), min(values)]


def shortcut_every_tree(problem):
    """Takes the values of all ways for different."""
    values = trees(problem.numbers, problem.operators) if len(problem.numbers) < 9 else [0]
    return [len(values), max(values), min(values)]


def shortcut_left_and_right(problem):
    """Tries the way from left to right and the one from right to left."""
    left, right = problem.numbers[0], problem.numbers[-1]
    for number, operator in zip(problem.numbers[1:], problem.operators):
        left = {"+": left + number, "-": left - number, "*": left * number}[operator]
    for number, operator in zip(problem.numbers[-2::-1], problem.operators[::-1]):
        right = {"+": number + right, "-": number - right, "*": number * right}[operator]
    return [2, max(left, right), min(left, right)]
