from itertools import combinations

from rlve.envs.sequences.linear_recurrence_subset_sum import LinearRecurrenceSubsetSum
from tests.envs.drawing import drawn, reward


def terms(problem: LinearRecurrenceSubsetSum, count: int) -> list[int]:
    """F(0), F(1), ..., by the recurrence."""
    found = [problem.start]
    while len(found) <= count:
        found.append(problem.factor * found[-1] + problem.summand)
    return found


def test_worked_example():
    problem = LinearRecurrenceSubsetSum(start=1, factor=2, summand=3, target=18)  # 1, 5, 13, 29, ...
    assert reward(problem, "2 1") == 1.0
    assert reward(problem, "1") == reward(problem, "3") == reward(problem, "1 2 9") == 0.0
    assert reward(problem, "0 2") == reward(problem, "1 1") == -0.5
    assert reward(problem, "") == -1.0


def test_agrees_with_all_sets_of_small_indices():
    factors = set()
    for problem in drawn(LinearRecurrenceSubsetSum, seeds=25, terms=5, largest_summand=12):
        f = terms(problem, 10)
        factors.add(problem.factor == 1)
        assert sum(terms(problem, max(problem.solution))[n] for n in problem.solution) == problem.target
        assert len(problem.solution) > 1
        for k in (1, 2, 3, 4):
            for chosen in combinations(range(1, 10), k):
                right = sum(f[n] for n in chosen) == problem.target
                assert reward(problem, " ".join(map(str, chosen))) == float(right)
    assert factors == {True, False}


def test_far_indices_are_accepted_where_they_are_right():
    # 0 + 10 * n: one term with a large index is as good as several
    problem = LinearRecurrenceSubsetSum(start=0, factor=1, summand=10, target=10**6)
    assert reward(problem, "100000") == reward(problem, "1 99999") == 1.0
    assert reward(problem, "1 100000") == 0.0


def test_huge_indices_are_refused_at_once():
    problem = LinearRecurrenceSubsetSum(start=1, factor=6, summand=3, target=18)
    assert reward(problem, "9" * 3000) == reward(problem, " ".join(map(str, range(1, 9000)))) == 0.0


def shortcut_largest_terms_that_fit(problem):
    """The skill: with a factor above one each term exceeds the sum of those before, so the largest must be taken."""
    rest, chosen = problem.target, []
    upto = min(problem.target // problem.summand, 5000 if problem.factor == 1 else problem.target.bit_length())
    for index, term in reversed(list(enumerate(terms(problem, max(1, upto))[1:], start=1))):
        if term <= rest:
            rest -= term
            chosen.append(index)
    return chosen or [1]


def shortcut_first_terms(problem):
    """Takes the first terms until the sum is reached."""
    total, chosen = 0, []
    for index, term in enumerate(terms(problem, 60)[1:], start=1):
        if total + term > problem.target:
            break
        total += term
        chosen.append(index)
    return chosen or [1]
