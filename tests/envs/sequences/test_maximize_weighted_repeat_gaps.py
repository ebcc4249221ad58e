from itertools import product

from rlve.envs.sequences.maximize_weighted_repeat_gaps import MaximizeWeightedRepeatGaps
from tests.envs.drawing import drawn, reward

EXAMPLE = MaximizeWeightedRepeatGaps(length=5, values=[1, 3, 2])


def score(labels: tuple[int, ...], values: list[int]) -> int:
    total = 0
    for position, label in enumerate(labels):
        for earlier in reversed(range(position)):
            if labels[earlier] == label:
                total += values[label] * (position - earlier)
                break
    return total


def test_worked_example():
    # 1 2 0 2 1 scores 3 * 4 + 2 * 2 = 16; 1 alone scores 12, 2 1 0 1 2 scores 3 * 2 + 2 * 4 = 14; 1 2 2 2 1, 16
    assert reward(EXAMPLE, "1 2 0 2 1") == reward(EXAMPLE, "1 2 1 2 1") == 1.0
    assert reward(EXAMPLE, "2 1 0 1 2") == 0.0
    assert reward(EXAMPLE, "1 1 1 1 1") == reward(EXAMPLE, "0 1 2 0 1") == 0.0
    assert reward(EXAMPLE, "1 2 0 1") == reward(EXAMPLE, "1 2 3 2 1") == -0.5


def test_fewer_labels_than_pairs():
    problem = MaximizeWeightedRepeatGaps(length=8, values=[1, 2])
    assert problem.total(problem.solution) == 2 * 7 + 1 * 5
    assert reward(problem, "1 0 0 1 1 1 0 1") == reward(problem, "1 0 0 0 0 0 0 1") == 1.0


def test_equals_the_best_of_all_sequences():
    for length in (6,):
        for problem in drawn(MaximizeWeightedRepeatGaps, seeds=5, length=length):
            labels = range(len(problem.values))
            best = max(score(candidate, problem.values) for candidate in product(labels, repeat=length))
            assert problem.total(problem.solution) == best == score(problem.solution, problem.values)


def test_values_in_the_order_of_the_labels_are_not_descending():
    for problem in drawn(MaximizeWeightedRepeatGaps, seeds=50, length=9):
        half = list(range(5))
        assert reward(problem, " ".join(str(min(x, len(problem.values) - 1)) for x in [*half, *half[-2::-1]])) < 1.0


def shortcut_best_label_alone(problem):
    """Writes the most valuable label everywhere."""
    return [problem.values.index(max(problem.values))] * problem.length


def shortcut_two_best_labels(problem):
    """Writes the most valuable label at both ends and the second one in between."""
    first, second = sorted(range(len(problem.values)), key=lambda label: -problem.values[label])[:2]
    return [first, *[second] * (problem.length - 2), first]


def shortcut_labels_in_turn(problem):
    """Writes the labels by value, again and again."""
    order = sorted(range(len(problem.values)), key=lambda label: -problem.values[label])
    return [order[place % len(order)] for place in range(problem.length)]
