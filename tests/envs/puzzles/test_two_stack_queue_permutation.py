from heapq import heappop, heappush
from itertools import permutations

from rlve.envs.puzzles.two_stack_queue_permutation import TwoStackQueuePermutation
from tests.envs.drawing import drawn, earned, reward


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
    assert reward(problem, "caabdb") == 1.0  # 2 and 3 share S
    assert reward(problem, "cacddb") == reward(problem, "accdbd") == 0.0  # two numbers go onto T
    assert reward(problem, "ababab") == 0.0
    assert reward(problem, "aaabbb") == 0.0  # 3 2 1
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


def fewest_on_t(target: tuple[int, ...]) -> int:
    """By search over all states, cheapest first."""
    states, seen = [(0, 0, (), ())], set()
    while True:
        cost, taken, s, t = heappop(states)
        if (taken, s, t) in seen:
            continue
        seen.add((taken, s, t))
        done = taken - len(s) - len(t)
        if done == len(target):
            return cost
        if taken < len(target):
            heappush(states, (cost, taken + 1, (*s, taken + 1), t))
            heappush(states, (cost + 1, taken + 1, s, (*t, taken + 1)))
        if s and s[-1] == target[done]:
            heappush(states, (cost, taken, s[:-1], t))
        if t and t[-1] == target[done]:
            heappush(states, (cost, taken, s, t[:-1]))


def test_as_few_as_possible_go_onto_t():
    for problem in drawn(TwoStackQueuePermutation, seeds=40, size=7):
        assert problem.solve().count("c") == problem.least_cost == fewest_on_t(tuple(problem.target))


def test_less_than_the_first_fit_needs_earns_a_part():
    # 1 conflicts with 2, 3 and 4, which do not conflict with each other, and 5 and 6 are free
    problem = TwoStackQueuePermutation([5, 1, 4, 3, 2, 6])
    assert (problem.first_fitting_cost, problem.least_cost) == (3, 1)
    assert reward(problem, "caaaabdbbbab") == 1.0
    assert reward(problem, "acccabbdddab") == 0.0  # as in a hurry
    assert reward(problem, "caaacddbbbab") == 0.5**5  # 5 onto T too
    assert reward(problem, "caaaabdbbbcd") == 0.5**5


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


def _sorted_by(problem, choose):
    """Numbers leave as soon as they are wanted; one that comes from the queue goes onto a stack that fits."""
    target, place = problem.target, {number: k for k, number in enumerate(problem.target)}
    stacks: list[list[int]] = [[], []]
    done, text = 0, ""
    for number in range(1, len(target) + 1):
        leaves = [place[stack[-1]] if stack else len(target) for stack in stacks]
        fitting = [side for side in (0, 1) if leaves[side] > place[number]]
        side = choose(fitting, leaves) if fitting else 0
        stacks[side].append(number)
        text += "ac"[side]
        while done < len(target) and any(stack and stack[-1] == target[done] for stack in stacks):
            side = 0 if stacks[0] and stacks[0][-1] == target[done] else 1
            stacks[side].pop()
            text += "bd"[side]
            done += 1
    while any(stacks):
        side = 0 if stacks[0] else 1
        stacks[side].pop()
        text += "bd"[side]
    return text


def shortcut_first_stack_that_fits(problem):
    """Puts each number on S unless it would lie on one that leaves before it, and then on T."""
    return _sorted_by(problem, lambda fitting, leaves: fitting[0])


def shortcut_tightest_stack(problem):
    """Puts each number on the one that leaves soonest after it, without looking ahead."""
    return _sorted_by(problem, lambda fitting, leaves: min(fitting, key=lambda side: leaves[side]))


def shortcut_loosest_stack(problem):
    """Puts each number on the one that leaves last, without looking ahead."""
    return _sorted_by(problem, lambda fitting, leaves: max(fitting, key=lambda side: leaves[side]))


def shortcut_one_stack(problem):
    """Uses S alone."""
    return _sorted_by(problem, lambda fitting, leaves: 0)


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("two_stack_queue_permutation", shortcut_first_stack_that_fits, 3, problems=100) < 0.35
