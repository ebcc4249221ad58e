from collections import deque

from rlve.envs.simulation.josephus_elimination_order import JosephusEliminationOrder
from tests.envs.drawing import drawn, reward


def counted_out(circle: list[int], step: int) -> list[int]:
    """By counting one person at a time."""
    waiting, left, said = deque(circle), [], 0
    while waiting:
        said += 1
        person = waiting.popleft()
        if said == step:
            left.append(person)
            said = 0
        else:
            waiting.append(person)
    return left


def test_worked_example():
    problem = JosephusEliminationOrder([2, 5, 1, 4, 3], step=3)  # 2 5 [1] 4 3 [2] 5 4 [3] 5 4 [5] [4]
    assert reward(problem, "1 2 3 5 4") == 1.0
    assert 0.0 < reward(problem, "1 2 3 4 5") < 0.1
    assert reward(problem, "3 1 5 2 4") < 0.1  # the people numbered along the circle
    assert reward(problem, "1 2 3 5") == reward(problem, "1 2 3 5 5") == -0.5


def test_equals_counting_one_by_one():
    for most_people in (3, 6, 14):
        for problem in drawn(JosephusEliminationOrder, most_people=most_people):
            assert problem.solution == counted_out(problem.circle, problem.step)


def test_steps_beyond_the_number_of_people():
    steps = [problem.step - len(problem.circle) for problem in drawn(JosephusEliminationOrder, most_people=6)]
    assert max(steps) == 3
    assert min(steps) < 0


def shortcut_count_from_the_next(problem):
    """Begins each time one person too far."""
    left, order, place = problem.circle.copy(), [], 0
    while left:
        place = (place + problem.step) % len(left)
        order.append(left.pop(place))
    return order


def shortcut_nobody_closes_the_gap(problem):
    """Counts places of the first circle, taken or not, and skips to the next one that is taken."""
    people, order, place = len(problem.circle), [], -1
    while len(order) < people:
        place = (place + problem.step) % people
        while problem.circle[place] in order:
            place = (place + 1) % people
        order.append(problem.circle[place])
    return order
