from itertools import combinations

from rlve.envs.sequences.longest_bitonic_subsequence import LongestBitonicSubsequence
from tests.envs.drawing import drawn, reward


def rises_and_falls(values: list[int]) -> bool:
    """Whether some m splits the values into a strictly rising and a strictly falling part."""
    return any(
        all(a < b for a, b in zip(values[:m], values[1:m])) and all(a > b for a, b in zip(values[m - 1 :], values[m:]))
        for m in range(1, len(values) + 1)
    )


def test_worked_example():
    problem = LongestBitonicSubsequence([1, 4, 4, 2, 3, 1])
    assert reward(problem, "0 1 3 5") == reward(problem, "0 2 4 5") == 1.0
    assert reward(problem, "0 1 2 3 5") == -0.5  # equal values
    assert reward(problem, "0 3 1 5") == -0.5  # positions must increase
    assert reward(problem, "0 0") == reward(problem, "6") == -0.5
    assert reward(problem, "0 1 3") == 0.0  # no longer than 1 2 3, which only rise


def test_agrees_with_all_choices():
    for size in (4, 7, 9):
        for problem in drawn(LongestBitonicSubsequence, seeds=12, size=size):
            choices = [list(c) for k in range(1, size + 1) for c in combinations(range(size), k)]
            feasible = [c for c in choices if rises_and_falls([problem.numbers[i] for i in c])]
            longest = max(map(len, feasible))
            for choice in choices:
                earned = reward(problem, " ".join(map(str, choice)))
                assert (earned >= 0.0) == (choice in feasible)
                assert (earned == 1.0) == (choice in feasible and len(choice) == longest)
            assert problem.solution in feasible


def rising(numbers, positions):
    """Every element above the last one taken."""
    taken = []
    for i in positions:
        if not taken or numbers[i] > numbers[taken[-1]]:
            taken.append(i)
    return taken


def shortcut_from_both_ends(problem):
    """From each end takes every larger number, up to the first of the largest."""
    peak = problem.numbers.index(max(problem.numbers))
    left = rising(problem.numbers, range(peak + 1))
    right = rising(problem.numbers, range(len(problem.numbers) - 1, peak, -1))
    return left + [i for i in right[::-1] if problem.numbers[i] < problem.numbers[peak]]


def shortcut_greedy_up_then_down(problem):
    """Takes every larger number as long as half of the array lasts, then every smaller one."""
    half = len(problem.numbers) // 2
    taken = rising(problem.numbers, range(half)) or [0]
    for i in range(max(half, taken[-1] + 1), len(problem.numbers)):
        if problem.numbers[i] < problem.numbers[taken[-1]]:
            taken.append(i)
    return taken
