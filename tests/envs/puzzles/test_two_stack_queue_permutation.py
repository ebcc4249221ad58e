from itertools import permutations

from rlve.envs.puzzles.two_stack_queue_permutation import TwoStackQueuePermutation
from tests.envs.drawing import drawn, reward


def reachable(target: tuple[int, ...]) -> bool:
    """By search over all states: how many numbers have left the queue, and what lies on the stacks."""
    states, seen = [(0, (), ())], set()
    while states:
        state = states.pop()
        if state in seen:
            continue
        seen.add(state)
        taken, s, t = state
        done = taken - len(s) - len(t)
        if done == len(target):
            return True
        if taken < len(target):
            states += [(taken + 1, (*s, taken + 1), t), (taken + 1, s, (*t, taken + 1))]
        states += [(taken, s[:-1], t)] if s and s[-1] == target[done] else []
        states += [(taken, s, t[:-1])] if t and t[-1] == target[done] else []
    return False


def test_worked_example():
    problem = TwoStackQueuePermutation([3, 1, 2])
    assert problem.statement().endswith("the output is: 3 1 2")
    assert reward(problem, "acabbd") == 1.0  # 1 and 3 go onto S, 2 onto T
    assert reward(problem, "cacddb") == reward(problem, "accdbd") == 1.0  # 1 and 3, or 2 and 3, share a stack
    assert reward(problem, "ababab") == 0.0
    assert 0.0 < reward(problem, "aaabbb") < 0.1  # 3 2 1
    assert reward(problem, "abcdba") == -0.5  # from an empty stack
    assert reward(problem, "aaaabb") == -0.5  # from an empty queue
    assert reward(problem, "acabb") == -0.5
    assert reward(problem, "acabbe") == -1.0


def test_every_reachable_order_is_reached():
    for size in range(1, 7):
        for target in permutations(range(1, size + 1)):
            if reachable(target):
                problem = TwoStackQueuePermutation(list(target))
                assert problem.score(problem.solve()) == 1.0
            else:
                assert size > 3


def test_problems_need_both_stacks():
    for problem in drawn(TwoStackQueuePermutation, seeds=60, size=6):
        needed = [
            (k, i, j)
            for a, k in enumerate(problem.target)
            for b, i in enumerate(problem.target[a:], a)
            for j in problem.target[b:]
            if i < j < k
        ]
        assert needed
        assert reachable(tuple(problem.target))
