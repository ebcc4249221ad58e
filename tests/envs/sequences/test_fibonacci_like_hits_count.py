from rlve.envs.sequences.fibonacci_like_hits_count import FibonacciLikeHitsCount
from tests.envs.drawing import drawn, reward


def hits(target: int) -> int:
    """By following the sequence of every pair."""
    found = 0
    for a in range(1, target):
        for b in range(1, target):
            earlier, later = b, a + b
            while later < target:
                earlier, later = later, earlier + later
            found += later == target
    return found


def test_worked_example():
    # 2 = 1 + 1; 3 from (1, 2), (2, 1) and (1, 1); 4 from (1, 3), (2, 2), (3, 1) and (2, 1): 2, 1, 3, 4
    problem = FibonacciLikeHitsCount([2, 3, 4])
    assert reward(problem, "1 3 4") == 1.0
    assert reward(problem, "1 3 3") == reward(problem, "1 2 3") == 0.0
    assert reward(problem, "1 3") == reward(problem, "0 3 4") == -0.5


def test_equals_following_every_pair():
    assert [FibonacciLikeHitsCount([k]).solution[0] for k in range(2, 70)] == [hits(k) for k in range(2, 70)]
    for problem in drawn(FibonacciLikeHitsCount, seeds=4, largest=120):
        assert problem.solution == [hits(target) for target in problem.targets]


def shortcut_about_1_77_times(problem):
    """Takes 1.77 times each number."""
    return [round(1.77 * target) for target in problem.targets]


def shortcut_two_steps(problem):
    """Counts the pairs that reach a number at f(2) or f(3) only."""
    return [target - 1 + (target - 1) // 2 for target in problem.targets]
