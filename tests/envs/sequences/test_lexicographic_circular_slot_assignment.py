from functools import partial
from itertools import permutations

from rlve.envs.sequences.lexicographic_circular_slot_assignment import LexicographicCircularSlotAssignment
from tests.envs.drawing import drawn, reward


def shifts_and_steps(problem: LexicographicCircularSlotAssignment, slots: tuple[int, ...]) -> tuple[list[int], ...]:
    """The smallest Y, and with it the smallest X, that lead to these slots."""
    n = problem.size
    choices = [
        next((y, x) for y in range(n) for x in range(n) if (start + problem.step * x + y) % n == slot)
        for start, slot in zip(problem.starts, slots)
    ]
    return [y for y, _ in choices], [x for _, x in choices]


def test_worked_example():
    # All want 1, from which steps of 2 lead to 3 and back: the third must be shifted by 1, to 2 (0 is reserved).
    problem = LexicographicCircularSlotAssignment(size=4, step=2, reserved=0, starts=[1, 1, 1])
    assert reward(problem, "1 3 2") == 1.0
    assert 0.0 < reward(problem, "3 1 2") < 0.1
    assert reward(problem, "1 3 0") == reward(problem, "1 1 2") == reward(problem, "1 3") == -0.5


def test_equals_the_best_of_all_assignments():
    for largest_size in (4, 6, 7):
        for problem in drawn(LexicographicCircularSlotAssignment, seeds=12, largest_size=largest_size):
            slots = [slot for slot in range(problem.size) if slot != problem.reserved]
            best = min(permutations(slots), key=partial(shifts_and_steps, problem))
            assert problem.solution == list(best)
            assert any(shifts_and_steps(problem, best)[0])  # not all shifts are 0


def shortcut_next_free_slot(problem):
    """Gives each box the next free slot, as if all steps were shifts by one."""
    free, slots = set(range(problem.size)) - {problem.reserved}, []
    for start in problem.starts:
        slots.append(
            next(slot % problem.size for slot in range(start, 2 * problem.size) if slot % problem.size in free)
        )
        free.remove(slots[-1])
    return slots


def shortcut_first_steps_only(problem):
    """Goes on by steps, and takes any free slot where steps lead to none."""
    return problem.by_steps()
