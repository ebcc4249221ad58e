from itertools import combinations

from rlve.envs.sequences.subsequence_max_self_positions import SubsequenceMaxSelfPositions
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SubsequenceMaxSelfPositions([1, 4, 2, 5, 4, 1, 5])
    assert reward(problem, "0 2 3 4 6") == 1.0  # 1 2 5 4 5: four matches, with the first 5 kept to push the others
    assert 0.0 < reward(problem, "0 2 3 4") < 0.1  # 1 2 5 4
    assert reward(problem, "0 2") == 0.0  # what comes next, and no more
    assert reward(problem, "0 2 2 4 6") == reward(problem, "2 0") == reward(problem, "7") == -0.5
    assert reward(problem, "0 2 3") == -0.5  # 1 2 5 does not end with a match
    assert reward(problem, "") == -1.0


def test_equals_the_best_of_all_choices():
    for size in (6, 9, 11):
        for problem in drawn(SubsequenceMaxSelfPositions, seeds=10, size=size):
            best = 0
            for k in range(1, size + 1):
                for kept in combinations(range(size), k):
                    matches = sum(problem.numbers[kept[j - 1]] == j for j in range(1, k + 1))
                    assert problem.matches(list(kept)) == matches
                    best = max(best, matches)
            assert problem.matches(problem.solution) == best
            assert best > problem.greedy()


def shortcut_one_two_three(problem):
    """Keeps 1, the next 2, the next 3, and so on."""
    kept = []
    for i, number in enumerate(problem.numbers):
        if number == len(kept) + 1:
            kept.append(i)
    return kept or [0]


def shortcut_keep_as_much_as_matches(problem):
    """Keeps everything up to the last element that equals its position."""
    matching = [i for i, number in enumerate(problem.numbers) if number == i + 1]
    return list(range(matching[-1] + 1)) if matching else shortcut_one_two_three(problem)
