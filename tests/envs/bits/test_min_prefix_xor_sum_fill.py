from itertools import accumulate, product
from operator import xor

from rlve.envs.bits.min_prefix_xor_sum_fill import UNKNOWN, MinPrefixXorSumFill
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = MinPrefixXorSumFill([3, UNKNOWN, 5, 1, 4])
    # Q[2] = q, q ^ 5, q ^ 4, q: of the bits 1 and 4 the first is set in one of four, the second in two
    assert reward(problem, "3 3 5 1 4") == reward(problem, "3 7 5 1 4") == 1.0
    assert reward(problem, "3 2 5 1 4") < 1.0
    assert reward(problem, "3 0 5 1 4") < 0.1
    assert reward(problem, "3 3 5 1 5") == reward(problem, "3 3 5 1") == reward(problem, "3 -3 5 1 4") == -0.5
    assert reward(problem, "3 ? 5 1 4") == -1.0


def test_all_ways_to_fill():
    for size, largest in ((6, 16), (9, 32)):
        for problem in drawn(MinPrefixXorSumFill, seeds=12, size=size):
            unknown = [place for place, number in enumerate(problem.numbers) if number == UNKNOWN]
            if len(unknown) > 2:
                continue
            sums = {}
            for values in product(range(largest), repeat=len(unknown)):
                filled = problem.numbers.copy()
                for place, value in zip(unknown, values):
                    filled[place] = value
                sums[tuple(filled)] = sum(accumulate(filled, xor))
            least = min(sums.values())
            assert problem.cost(problem.solution) == least
            for filled, total in list(sums.items())[::7]:
                assert (problem.score(list(filled)) == 1.0) == (total == least)


def test_known_numbers_stay_and_come_in_threes_at_least():
    for problem in drawn(MinPrefixXorSumFill, size=16):
        shown = [number != UNKNOWN for number in problem.numbers]
        assert all(number in (UNKNOWN, other) for number, other in zip(problem.numbers, problem.solution))
        assert all(shown[i] or all(shown[i + 1 : i + 4]) for i in range(len(shown)))
        assert all(shown[-3:])


def shortcut_zero_prefixes(problem):
    """Makes each prefix XOR 0 that can be chosen."""
    return problem.filled([0] * len(problem.runs()))


def shortcut_next_prefix_zero(problem):
    """Makes the prefix XOR after each unknown number 0."""
    return problem.filled([run[1] for run in problem.runs()])


def shortcut_one_prefix_zero(problem):
    """Makes that prefix XOR of each run 0 that is best for the run."""
    return problem.filled([min(run, key=lambda q: sum(q ^ other for other in run)) for run in problem.runs()])


def shortcut_unknown_are_zero(problem):
    """Writes 0 for each unknown number."""
    return [0 if number == UNKNOWN else number for number in problem.numbers]
