from itertools import product

from rlve.envs.puzzles.toggle_button_target_value import ToggleButtonTargetValue
from tests.envs.drawing import drawn, reward


def value_after(problem: ToggleButtonTargetValue, buttons: tuple[int, ...]) -> int:
    x, y = False, problem.start
    for button in buttons:
        rule = problem.rules[button - 1][1 if x else 0]
        number = int(rule.lstrip("+-*"))
        y = {"+": y + number, "-": y - number, "*": y * number}[rule[0]]
        x = not x
    return y


def test_worked_example():
    problem = ToggleButtonTargetValue(-1, [["+5", "*2"], ["-3", "+7"]], 5, 3, [1, 1, 2])  # -1, 4, 8, 5
    assert "Button 2: -3 while X is 0, +7 while X is 1" in problem.statement()
    assert "Press buttons at most 3 times in all, so that Y is 5 in the end" in problem.statement()
    assert reward(problem, "1 1 2") == 1.0
    assert reward(problem, "2 1 1") == reward(problem, "1 1") == reward(problem, "2 2 2") == 0.0
    assert reward(problem, "1 1 2 2") == reward(problem, "1 1 3") == reward(problem, "0 1 2") == -0.5
    assert reward(problem, "") == -1.0


def test_accepts_exactly_the_ways_to_the_target():
    for buttons, presses in ((2, 3), (3, 4)):
        for problem in drawn(ToggleButtonTargetValue, seeds=25, buttons=buttons, presses=presses, largest=20):
            for length in range(1, presses + 1):
                for pressed in product(range(1, buttons + 1), repeat=length):
                    reached = value_after(problem, pressed) == problem.target
                    assert problem.score(list(pressed)) == float(reached)
                    assert not reached or length == presses  # nothing shorter will do
            assert problem.start != problem.target


def test_numbers_stay_small():
    for problem in drawn(ToggleButtonTargetValue, seeds=30, buttons=8, presses=11, largest=95):
        assert abs(problem.target) < 200 * 3**11


def shortcut_nearest_value(problem):
    """Presses the button after which Y is nearest to the target, until it is reached or no press is left."""
    pressed = list[int]()
    while len(pressed) < problem.presses and (not pressed or value_after(problem, tuple(pressed)) != problem.target):
        ends = [value_after(problem, (*pressed, button)) for button in range(1, len(problem.rules) + 1)]
        distances = [abs(end - problem.target) for end in ends]
        pressed.append(distances.index(min(distances)) + 1)
    return pressed


def shortcut_two_buttons_in_turn(problem):
    """Tries for all pairs of buttons to press them in turn, beginning with either."""
    buttons = range(1, len(problem.rules) + 1)
    for pair in product(buttons, repeat=2):
        for presses in range(1, problem.presses + 1):
            pressed = (pair * presses)[:presses]
            if value_after(problem, pressed) == problem.target:
                return list(pressed)
    return [1]
