from itertools import combinations, product

from rlve.envs.combinatorics.append_maximizing_distinct_subsequences import AppendMaximizingDistinctSubsequences
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 0 1 1 has the subsequences empty, 0, 1, 01, 11, 011. With 2 and 0 behind it has most.
    problem = AppendMaximizingDistinctSubsequences([0, 1, 1], values=3, appended=2)
    assert problem.subsequences([]) == 6
    assert reward(problem, "2 0") == 1.0
    assert reward(problem, "2 1") < 0.5
    assert reward(problem, "2 2") == 0.0
    assert reward(problem, "2 3") == reward(problem, "2") == -0.5


def test_all_completions():
    for values, size in ((4, 6), (4, 7)):
        for problem in drawn(AppendMaximizingDistinctSubsequences, seeds=6, size=size, values=values):
            counts = {}
            for appended in product(range(values), repeat=problem.appended):
                counts[appended] = problem.subsequences(appended)
            best = max(counts.values())
            assert counts[tuple(problem.solution)] == best > problem.naive()
            for appended, count in list(counts.items())[::29]:
                assert (problem.score(list(appended)) == 1.0) == (count == best)


def test_counts_of_subsequences():
    for problem in drawn(AppendMaximizingDistinctSubsequences, seeds=8, size=7, values=4):
        whole = problem.numbers + problem.solution
        different = {chosen for length in range(len(whole) + 1) for chosen in combinations(whole, length)}
        assert problem.subsequences(problem.solution) == len(different)


def repeated(problem, order):
    return (order * problem.appended)[: problem.appended]


def shortcut_by_first_place(problem):
    """Appends the values in the order in which they first occur, those that do not occur before."""
    unseen = [value for value in range(problem.values) if value not in problem.numbers]
    return repeated(problem, unseen + list(dict.fromkeys(problem.numbers)))


def shortcut_rarest_first(problem):
    """Appends the rarest value, again and again."""
    appended = []
    for _ in range(problem.appended):
        appended.append(min(range(problem.values), key=(problem.numbers + appended).count))
    return appended


def shortcut_latest_first(problem):
    """Appends the values in the order in which they occur from the end, those that do not occur before."""
    unseen = [value for value in range(problem.values) if value not in problem.numbers]
    return repeated(problem, unseen + list(dict.fromkeys(reversed(problem.numbers))))
