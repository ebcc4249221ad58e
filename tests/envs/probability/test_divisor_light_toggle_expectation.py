from fractions import Fraction

from rlve.envs.probability.divisor_light_toggle_expectation import DivisorLightToggleExpectation
from tests.envs.drawing import drawn, reward
from tests.envs.probability.systems import expected_steps


def test_worked_example():
    # 101 needs the switch 3 alone, 011 needs 3 and 2. From m = 2 of 3 a press leads to m = 1 with 2/3, and to m = 3
    # with 1/3, from where any press leads back: 1 + 1/3 * (1 + x) = x gives x = 2 presses to m = 1, and one is left.
    assert reward(DivisorLightToggleExpectation("011", enough=1), "3") == 1.0
    assert reward(DivisorLightToggleExpectation("011", enough=1), "5/2") == 0.0
    assert reward(DivisorLightToggleExpectation("011", enough=2), "2") == 1.0
    assert DivisorLightToggleExpectation("101", enough=1).needed() == 1


def toggled(state: int, switch: int) -> int:
    return state ^ sum(1 << (light - 1) for light in range(1, switch + 1) if switch % light == 0)


def test_linear_equations():
    for most_lights in (4, 5):
        for problem in drawn(DivisorLightToggleExpectation, seeds=5, most_lights=most_lights):
            count = len(problem.lights)
            needed, reached = {0: 0}, [0]
            for state in reached:
                for following in (toggled(state, switch) for switch in range(1, count + 1)):
                    if following not in needed:
                        needed[following] = needed[state] + 1
                        reached.append(following)
            assert len(needed) == 2**count
            chance = Fraction(1, count)
            chances = {s: {toggled(s, switch): chance for switch in range(1, count + 1)} for s in needed}
            ends = [state for state, presses in needed.items() if presses <= problem.enough]
            start = sum(1 << i for i, light in enumerate(problem.lights) if light == "1")
            assert needed[start] == problem.needed() > problem.enough
            enough = problem.enough  # the m at the end is this, as each press changes m by one
            assert problem.solution == expected_steps(chances, ends)[start] + enough


def with_needed(problem: DivisorLightToggleExpectation, needed: int) -> Fraction:
    """The expected number of presses if so many are needed at first."""
    count, down, presses = len(problem.lights), Fraction(1), Fraction(min(needed, problem.enough))
    for left in range(count, problem.enough, -1):
        down = Fraction(count + (count - left) * down, left)
        presses += down if left <= needed else 0
    return presses


def shortcut_lights_that_are_on(problem):
    """Takes the number of lights that are on for the least number of presses."""
    return with_needed(problem, problem.lights.count("1"))


def shortcut_never_away_from_the_goal(problem):
    """Forgets that a press can make things worse: waits for one of the needed switches, again and again."""
    count, needed = len(problem.lights), problem.needed()
    return problem.enough + sum(Fraction(count, left) for left in range(problem.enough + 1, needed + 1))


def shortcut_random_presses_alone(problem):
    """Forgets the presses at the end."""
    return problem.solution - problem.enough
