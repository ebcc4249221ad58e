from rlve.envs.bits.lamp_ring_xor_evolution import LampRingXorEvolution
from tests.envs.drawing import drawn, reward


def after(lamps: str, steps: int) -> str:
    for _ in range(steps):
        lamps = "".join(str(int(own != following)) for own, following in zip(lamps, lamps[1:] + lamps[0]))
    return lamps


def test_worked_example():
    problem = LampRingXorEvolution("11010", steps=2)  # 01111, then 10001
    assert reward(problem, "10001") == 1.0
    assert reward(problem, "11000") < 0.01
    assert reward(problem, "01111") < 0.01
    assert 0.1 < reward(problem, "10000") < 0.2
    assert reward(problem, "100010") == -0.5


def test_step_by_step():
    for lamps, steps in ((7, 20), (13, 100)):
        for problem in drawn(LampRingXorEvolution, seeds=40, most_lamps=lamps, most_steps=steps):
            assert problem.solution == after(problem.lamps, problem.steps)
            assert problem.solution not in (problem.lamps, "0" * len(problem.lamps))


def test_a_circle_of_a_power_of_two_is_never_drawn():
    problems = drawn(LampRingXorEvolution, most_lamps=9, most_steps=20)
    assert {len(problem.lamps) for problem in problems} == {7, 9}


def shortcut_the_other_neighbour(problem):
    """Compares each lamp with the next one anticlockwise."""
    return LampRingXorEvolution(problem.lamps[::-1], problem.steps).solution[::-1]


def shortcut_largest_power_of_two_alone(problem):
    """Goes as many steps as the largest power of two, which is easy, and no further."""
    return LampRingXorEvolution(problem.lamps, 1 << (problem.steps.bit_length() - 1)).solution


def shortcut_ten_steps(problem):
    """Stops after ten steps."""
    return after(problem.lamps, 10)
