from rlve.envs.bits.min_xor_delta_popcount import MinXorDeltaPopcount
from tests.envs.drawing import drawn, reward


def changed(problem: MinXorDeltaPopcount, number: int) -> int:
    return (number ^ (number + int(problem.delta, 2))).bit_count()


def test_worked_example():
    # 11011 = 100000 - 100 - 1: 101 and 100000 differ in three digits, 0 and 11011 in four.
    problem = MinXorDeltaPopcount("11011")
    assert reward(problem, "00101") == 1.0
    assert reward(problem, "00000") == reward(problem, "00001") == 0.0
    assert reward(problem, "101") == reward(problem, "000101") == -0.5
    assert reward(problem, "5") == -1.0


def test_all_small_numbers():
    for length in (8, 9):
        for problem in drawn(MinXorDeltaPopcount, seeds=10, length=length):
            least = min(changed(problem, number) for number in range(1 << (length + 2)))
            assert problem.least() == changed(problem, int(problem.solution, 2)) == least
            for number in range(256):
                assert (problem.score(f"{number:0{length}b}") == 1.0) == (changed(problem, number) == least)


def test_the_number_of_ones_of_d_is_never_the_least():
    for problem in drawn(MinXorDeltaPopcount, length=14):
        assert problem.least() < problem.delta.count("1")


def shortcut_each_run_of_ones_by_itself(problem):
    """Takes each run of ones as a power of two less another one."""
    number = 0
    place = 0
    for run in reversed(problem.delta.split("0")):
        if len(run) > 1:
            number |= 1 << place
        place += len(run) + 1
    return f"{number:0{len(problem.delta)}b}"


def shortcut_zero(problem):
    """Takes n = 0."""
    return "0" * len(problem.delta)


def shortcut_complement(problem):
    """Takes the number that fills d up to a power of two."""
    return f"{(1 << len(problem.delta)) - int(problem.delta, 2):0{len(problem.delta)}b}"
