from itertools import permutations
from math import comb, prod

from rlve.envs.combinatorics.height_sequences_with_taller_limits import MODULUS, HeightSequencesWithTallerLimits
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # One of the two people of height 1 stands in front, or the tall one does and both others are behind: the one with
    # limit 1 cannot be. 1 2 1 and 1 1 2 remain.
    problem = HeightSequencesWithTallerLimits([[1, 2], [2, 1], [1, 1]])
    assert reward(problem, "2") == 1.0
    assert reward(problem, "3") == reward(problem, "4") == 0.0  # no limits; orders of persons
    assert reward(problem, "10007") == reward(problem, "-1") == -0.5
    assert HeightSequencesWithTallerLimits([[1, 2], [2, 1], [1, 2]]).solution == 3


def test_all_orders():
    for problem in drawn(HeightSequencesWithTallerLimits, seeds=25, count=6):
        sequences = set()
        for order in permutations(problem.people):
            if all(
                sum(height > person[0] for height, _ in order[:place]) < person[1] for place, person in enumerate(order)
            ):
                sequences.add(tuple(height for height, _ in order))
        assert problem.sequences() == len(sequences)


def taller(problem, height):
    return sum(other > height for other, _ in problem.people)


def shortcut_without_limits(problem):
    """Counts all sequences of the heights, whatever the limits."""
    heights, count, left = [height for height, _ in problem.people], 1, len(problem.people)
    for height in set(heights):
        count, left = count * comb(left, heights.count(height)), left - heights.count(height)
    return count % MODULUS


def shortcut_people_by_themselves(problem):
    """Multiplies the choices of all people, as if equal heights could be told apart."""
    return prod(min(limit, taller(problem, height) + 1) for height, limit in problem.people) % MODULUS


def shortcut_limit_included(problem):
    """Lets as many taller people stand in front as the limit says."""
    return HeightSequencesWithTallerLimits([[height, limit + 1] for height, limit in problem.people]).solution
