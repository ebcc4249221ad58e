from rlve.envs.simulation.limited_stage_finish_time import LimitedStageFinishTime
from tests.envs.drawing import drawn, reward


def minute_by_minute(times: list[int], places: int) -> int:
    waiting, stage, clock = times[:], [], 0
    while waiting or stage:
        while waiting and len(stage) < places:
            stage.append(waiting.pop(0))
        stage = [left - 1 for left in stage if left > 1]
        clock += 1
    return clock


def test_worked_example():
    # places: 4 then 3 (ends at 7); 2 then 5 (ends at 7), then 1 (ends at 8)
    problem = LimitedStageFinishTime([4, 2, 5, 3, 1], places=2)
    assert reward(problem, "8") == 1.0
    assert reward(problem, "7") == reward(problem, "9") == reward(problem, "15") == 0.0
    assert reward(problem, "0") == -0.5


def test_as_many_places_as_performers():
    assert LimitedStageFinishTime([4, 9, 5], places=3).solution == 9


def test_equals_a_simulation_by_the_minute():
    for performers in (3, 6, 11, 20):
        for problem in drawn(LimitedStageFinishTime, seeds=40, performers=performers):
            assert problem.solution == minute_by_minute(problem.times, problem.places)
            assert problem.solution != -(-sum(problem.times) // problem.places)


def shortcut_mean_load(problem):
    """Divides the whole time by the places, and rounds up."""
    return -(-sum(problem.times) // problem.places)


def shortcut_mean_load_and_half_the_longest(problem):
    """Adds half of the longest time to the mean load."""
    return -(-sum(problem.times) // problem.places) + max(problem.times) // 2


def shortcut_places_in_turn(problem):
    """Gives the performers the places in turn, free or not."""
    return max(sum(problem.times[place :: problem.places]) for place in range(problem.places))
