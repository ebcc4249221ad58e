from rlve.envs.optimization.pair_sum_constrained_vector_extremum import PairSumConstrainedVectorExtremum as Vector
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # Q[1] = 5 - Q[0] and Q[2] = 2 + Q[0]; Q[0] is at least 1 (Q[1] <= 4) and at most 3: the total is 7 + Q[0].
    problem = Vector([3, 4, 9], [[0, 1, 5], [1, 2, 7]], largest=True)
    assert reward(problem, "3 2 5") == 1.0
    assert reward(Vector([3, 4, 9], [[0, 1, 5], [1, 2, 7]], largest=False), "1 4 3") == 1.0
    assert reward(problem, "1 4 3") == reward(problem, "2 3 4") == 0.0
    assert (
        reward(problem, "4 1 6")
        == reward(problem, "3 2 6")
        == reward(problem, "3 2")
        == reward(problem, "-1 6 1")
        == -0.5
    )


def test_an_odd_cycle_fixes_its_entries():
    # Q[0] + Q[1] = 3, Q[1] + Q[2] = 5, Q[0] + Q[2] = 4; Q[3] + Q[4] = 2 has a constant total
    problem = Vector([9, 9, 9, 9, 9], [[0, 1, 3], [1, 2, 5], [0, 2, 4], [3, 4, 2]], largest=True)
    assert problem.solution[:3] == [1, 2, 3]
    assert reward(problem, "1 2 3 0 2") == reward(problem, "1 2 3 1 1") == 1.0


def completed(problem, vector):
    """All vectors that begin so and fit: an equation with an earlier entry forces the next one."""
    i = len(vector)
    if i == len(problem.bounds):
        return [vector]
    forced = {w - vector[u] for u, v, w in problem.equations if v == i}
    entries = forced if len(forced) == 1 else range(problem.bounds[i] + 1) if not forced else ()
    return [whole for x in entries if 0 <= x <= problem.bounds[i] for whole in completed(problem, [*vector, x])]


def test_all_vectors():
    for size in (6, 7):
        for problem in drawn(Vector, seeds=8, size=size, trees=2):
            fits = completed(problem, [])
            best = (max if problem.largest else min)(map(sum, fits))
            for vector in fits[:: len(fits) // 200 + 1]:
                assert (problem.score(vector) == 1.0) == (sum(vector) == best)
            assert sum(problem.solution) == best
            assert problem.score(problem.solution) == 1.0


def shortcut_first_entry_small(problem):
    """The first entry of each component as small as the others allow."""
    return problem.first_extreme(False)


def shortcut_first_entry_large(problem):
    """The first entry of each component as large as the others allow."""
    return problem.first_extreme(True)


def shortcut_middle(problem):
    """Every component in the middle of its range."""
    return problem._vector([(terms, (low + high) // 2) for terms, low, high in problem.components()])
