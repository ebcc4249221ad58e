from itertools import combinations, permutations

from rlve.envs.strings.string_interval_rearrangement import StringIntervalRearrangement
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = StringIntervalRearrangement("001011", "110010", pieces=3, planted=[[4, 6], [0, 2], [2, 4]])
    assert reward(problem, "4 6\n0 2\n2 4") == reward(problem, "4 6\n0 1\n1 4") == 1.0
    assert 0.0 < reward(problem, "4 6\n2 4\n0 2") < 0.2  # 111000
    assert reward(problem, "4 6\n0 4") == reward(problem, "4 6\n0 4\n0 4") == reward(problem, "4 6\n0 2\n3 4") == -0.5
    assert reward(problem, "4 6\n0 4\n2 2") == -0.5


def test_agrees_with_every_cutting_and_order():
    for problem in drawn(StringIntervalRearrangement, seeds=8, length=9, pieces=4):
        right = 0
        for inner in combinations(range(1, 9), 3):
            cuts = [0, *inner, 9]
            for order in permutations([[a, b] for a, b in zip(cuts, cuts[1:])]):
                made = "".join(problem.source[a:b] for a, b in order)
                assert (problem.score([*order]) == 1.0) == (made == problem.target)
                right += made == problem.target
        assert right >= 1
        assert problem.score(problem.solution) == 1.0


def shortcut_longest_stretches(problem):
    """Takes the longest stretch that fits, again and again, as long as there are pieces left."""
    found = problem.greedy()[: problem.pieces - 1]
    rest = [i for i in range(len(problem.source)) if not any(left <= i < right for left, right in found)]
    return [*found, [rest[0], rest[-1] + 1]] if len(rest) == rest[-1] + 1 - rest[0] else None


def shortcut_short_stretches(problem):
    """Takes stretches of about the average length that fit, from left to right."""
    size, used, found, done = len(problem.source) // problem.pieces, set(), [], 0
    for _ in range(problem.pieces - 1):
        want = problem.target[done : done + size]
        free = (i for i in range(len(problem.source) - size + 1) if not used & set(range(i, i + size)))
        left = next((i for i in free if problem.source[i : i + size] == want), None)
        if left is None:
            return None
        found.append([left, left + size])
        used |= set(range(left, left + size))
        done += size
    rest = [i for i in range(len(problem.source)) if i not in used]
    return [*found, [rest[0], rest[-1] + 1]] if len(rest) == rest[-1] + 1 - rest[0] else None


def shortcut_equal_pieces_in_order(problem):
    """Cuts into equal pieces and leaves them in their order."""
    size = len(problem.source) // problem.pieces
    cuts = [i * size for i in range(problem.pieces)] + [len(problem.source)]
    return [[a, b] for a, b in zip(cuts, cuts[1:])]
