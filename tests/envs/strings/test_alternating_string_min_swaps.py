from collections import deque
from itertools import combinations, permutations

from rlve.envs.strings.alternating_string_min_swaps import AlternatingStringMinSwaps
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = AlternatingStringMinSwaps("bacabc")  # abcabc or bacbac
    assert reward(problem, "0 1") == reward(problem, "3 4") == 1.0
    assert 0.0 <= reward(problem, "3 5\n4 5\n3 5") < 0.1
    assert reward(problem, "0 2") == reward(problem, "1 1") == reward(problem, "0 6") == -0.5
    assert reward(problem, "0 1 2") == -0.5


def fewest(text: str) -> int:
    waiting, seen = deque([(text, 0)]), {text}
    targets = {"".join(order) * (len(text) // 3) for order in permutations("abc")}
    while waiting:
        now, steps = waiting.popleft()
        if now in targets:
            return steps
        for i, j in combinations(range(len(now)), 2):
            after = list(now)
            after[i], after[j] = after[j], after[i]
            if (other := "".join(after)) not in seen:
                seen.add(other)
                waiting.append((other, steps + 1))
    raise AssertionError


def test_equals_breadth_first_search():
    texts = sorted(set(map("".join, permutations("aabbcc"))))
    for text in texts[::3]:
        problem = AlternatingStringMinSwaps(text)
        assert len(problem.solution) == fewest(text)
        if problem.solution:
            assert problem.score(problem.solution) == 1.0


def test_is_drawn_with_three_equal_counts_and_something_to_do():
    for rounds in (3, 6, 12):
        for problem in drawn(AlternatingStringMinSwaps, seeds=8, rounds=rounds):
            assert [problem.text.count(letter) for letter in "abc"] == [rounds] * 3
            assert 0 < len(problem.solution) < problem.naive()
            assert problem.score(problem.solution) == 1.0


def shortcut_greedy_for_the_best_target(problem):
    """Exchanges each wrong letter with the next wanted one, towards the target that most letters fit."""
    return problem.obvious()


def shortcut_greedy_for_every_target(problem):
    """Exchanges each wrong letter with the next wanted one, towards whatever target takes least."""
    return min((problem.greedy("".join(order)) for order in permutations("abc")), key=len)


def shortcut_target_of_the_first_letters(problem):
    """Keeps the order in which the letters first occur, with the fewest exchanges for it."""
    return problem.exchanges("".join(sorted("abc", key=problem.text.index)))
