from itertools import permutations

from rlve.envs.combinatorics.bounded_step_permutation_counting import BoundedStepPermutationCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 2 1 3 4, 2 1 3 5 4 ... of 1..4 that begin with 2, with steps of at most 2: 2 1 3 4 and 2 4 3 1
    problem = BoundedStepPermutationCounting(4, first=2, step=2, apart=[])
    assert reward(problem, "2") == 1.0
    assert reward(problem, "3") == reward(problem, "4") == 0.0
    assert BoundedStepPermutationCounting(4, 2, 2, [[3, 4]]).solution == 0
    assert BoundedStepPermutationCounting(4, 2, 2, [[2, 4]]).solution == 1
    assert BoundedStepPermutationCounting(4, 2, 3, []).solution == 6
    assert reward(problem, "-2") == -0.5


def counted(problem: BoundedStepPermutationCounting, anywhere: bool = False) -> int:
    apart = {frozenset(pair) for pair in problem.apart}
    found = 0
    for order in permutations(range(1, problem.size + 1)):
        if order[0] == problem.first or anywhere:
            steps = list(zip(order, order[1:]))
            found += all(abs(a - b) <= problem.step and frozenset((a, b)) not in apart for a, b in steps)
    return found


def test_equals_all_permutations():
    for size in (5, 6, 7):
        for problem in drawn(BoundedStepPermutationCounting, seeds=5, size=size, apart=2):
            assert problem.solution == counted(problem)
    for first in range(1, 7):
        for step in (1, 2, 3):
            problem = BoundedStepPermutationCounting(6, first, step, [])
            assert problem.solution == counted(problem)


def searched(used: int, last: int, problem: BoundedStepPermutationCounting, known: dict) -> int:
    """The ways to go on after a set of used numbers, as bits, and a last one."""
    if used == 2 ** (problem.size + 1) - 2:
        return 1
    if (used, last) not in known:
        low, high = max(1, last - problem.step), min(problem.size, last + problem.step)
        known[used, last] = sum(
            searched(used | 1 << number, number, problem, known)
            for number in range(low, high + 1)
            if not used >> number & 1 and sorted((last, number)) not in problem.apart
        )
    return known[used, last]


def test_equals_going_from_number_to_number():
    for problem in drawn(BoundedStepPermutationCounting, seeds=3, size=11, apart=4):
        assert problem.solution == searched(1 << problem.first, problem.first, problem, {})


def shortcut_nothing_is_apart(problem):
    """Forgets the pairs that must not be consecutive."""
    return BoundedStepPermutationCounting(problem.size, problem.first, problem.step, []).solution


def shortcut_first_entry_one(problem):
    """Counts from the entry 1, as if the first entry did not matter."""
    return BoundedStepPermutationCounting(problem.size, 1, problem.step, problem.apart).solution
