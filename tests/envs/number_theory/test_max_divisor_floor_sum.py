from rlve.envs.number_theory.max_divisor_floor_sum import MaxDivisorFloorSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = MaxDivisorFloorSum([9, 7, 4], pieces=5)  # 2 + 2 + 1 pieces of 3; of 4 it would be 2 + 1 + 1
    assert reward(problem, "3") == 1.0
    assert reward(problem, "4") == reward(problem, "2") == 0.0
    assert reward(problem, "0") == -0.5
    assert reward(MaxDivisorFloorSum([9, 7], pieces=1), "9") == 1.0


def test_equals_trying_all_lengths():
    for bars, longest in ((3, 20), (6, 90)):
        for problem in drawn(MaxDivisorFloorSum, seeds=50, bars=bars, longest=longest):
            enough = [
                length
                for length in range(1, longest + 1)
                if sum(len(range(length, bar + 1, length)) for bar in problem.bars) >= problem.pieces
            ]
            assert problem.solution == max(enough)
            assert problem.solution != sum(problem.bars) // problem.pieces


def shortcut_as_one_bar(problem):
    """Divides the whole length by the number of pieces."""
    return max(1, problem.as_one_bar())


def shortcut_half_a_piece_lost_in_each_bar(problem):
    """Reckons with half a piece lost in every bar."""
    return max(1, 2 * sum(problem.bars) // (2 * problem.pieces + len(problem.bars)))


def shortcut_next_cut(problem):
    """The next length below the estimate that cuts a bar without loss."""
    return problem.next_cut()
