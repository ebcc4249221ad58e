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
