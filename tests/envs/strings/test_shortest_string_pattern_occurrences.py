from itertools import product

from rlve.envs.strings.shortest_string_pattern_occurrences import ShortestStringPatternOccurrences
from tests.envs.drawing import drawn, reward


def occurrences(text: str, words: list[str]) -> int:
    return sum(text.startswith(word, i) for word in words for i in range(len(text)))


def test_worked_example():
    problem = ShortestStringPatternOccurrences(
        ["aba", "bb"], totals=[1, 3]
    )  # bb; bbb holds two, bbbb and ababa three, two
    assert occurrences("ababbb", problem.words) == 3  # the example of the statement
    assert reward(problem, "2 4") == 1.0
    assert reward(problem, "2 5") == reward(problem, "3 4") == reward(problem, "2 3") == 0.0
    assert reward(problem, "2") == reward(problem, "0 4") == -0.5
    assert ShortestStringPatternOccurrences(["abab"], totals=[1, 4]).solution == [
        4,
        10,
    ]


def test_equals_counting_in_all_strings():
    for problem in drawn(ShortestStringPatternOccurrences, seeds=8, words=2, longest=4, total=4):
        wanted = []
        for least in problem.totals:
            length = 1
            while all(occurrences("".join(letters), problem.words) < least for letters in product("ab", repeat=length)):
                length += 1
            wanted.append(length)
        assert problem.solution == wanted


def test_no_word_lies_in_another():
    for problem in drawn(ShortestStringPatternOccurrences, seeds=30, words=4, longest=7, total=6):
        assert all(a == b or a not in b for a in problem.words for b in problem.words)


def shortcut_greedy(problem):
    """Goes on with the word that adds the fewest letters, from the best first word."""
    return problem.greedy()


def shortcut_one_word(problem):
    """Repeats the best single word."""
    return problem.one_word()


def shortcut_shortest_word_first(problem):
    """Begins with a shortest word and goes on with the word that adds the fewest letters."""
    added, found = problem.added(), []
    first = min(range(len(problem.words)), key=lambda i: len(problem.words[i]))
    for total in problem.totals:
        length, last = len(problem.words[first]), first
        for _ in range(total - 1):
            step, last = min((letters, j) for j, letters in enumerate(added[last]))
            length += step
        found.append(length)
    return found


def shortcut_least_addition(problem):
    """Adds the fewest letters that any word ever adds, again and again."""
    least = min(map(min, problem.added()))
    shortest = min(map(len, problem.words))
    return [shortest + (total - 1) * least for total in problem.totals]
