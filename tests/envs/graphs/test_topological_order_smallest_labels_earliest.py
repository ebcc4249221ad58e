from itertools import permutations

from rlve.envs.graphs.topological_order_smallest_labels_earliest import TopologicalOrderSmallestLabelsEarliest
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 0 must wait for 3 only, so 3 0 comes first; then 1 must wait for 2
    problem = TopologicalOrderSmallestLabelsEarliest(4, [[3, 0], [2, 1]])
    assert reward(problem, "3 0 2 1") == 1.0
    assert reward(problem, "2 1 3 0") == 0.0  # the smallest sequence
    assert reward(problem, "3 2 0 1") == reward(problem, "0 3 2 1") == 0.0
    assert reward(problem, "3 0 2") == -0.5
    assert reward(TopologicalOrderSmallestLabelsEarliest(3, []), "0 1 2") == 1.0


def test_equals_comparing_all_positions():
    for size, seeds in ((5, 20), (6, 6)):
        for problem in drawn(TopologicalOrderSmallestLabelsEarliest, seeds=seeds, size=size):
            best = min(
                tuple(order.index(label) for label in range(size))
                for order in permutations(range(size))
                if all(order.index(a) < order.index(b) for a, b in problem.conditions)
            )
            assert [best[label] for label in problem.solution] == list(range(size))


def shortcut_smallest_sequence(problem):
    """Always the least label that may come next."""
    return problem.least_sequence()


def shortcut_each_with_all_before_it(problem):
    """The skill: for every label in turn first all that must come before it, these in the same way, and then itself."""
    before = [{a for a, b in problem.conditions if b == label} for label in range(problem.size)]
    for _ in range(problem.size):
        before = [found | {c for other in found for c in before[other]} for found in before]
    order = []

    def place(labels):
        for label in sorted(labels):
            if label not in order:
                place(before[label])
                order.append(label)

    place(range(problem.size))
    return order


def test_equals_placing_each_with_all_before_it():
    for problem in drawn(TopologicalOrderSmallestLabelsEarliest, seeds=30, size=14):
        assert shortcut_each_with_all_before_it(problem) == problem.solution


def shortcut_each_with_those_just_before_it(problem):
    """For every label in turn those that a condition puts before it, and then itself, whatever must precede those."""
    return problem.just_before()


def shortcut_levels(problem):
    """By the number of steps from labels without conditions, then by label."""
    levels = [0] * problem.size
    for _ in range(problem.size):
        for a, b in problem.conditions:
            levels[b] = max(levels[b], levels[a] + 1)
    return sorted(range(problem.size), key=lambda label: (levels[label], label))
