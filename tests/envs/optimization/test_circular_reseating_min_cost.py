from itertools import permutations

from rlve.envs.optimization.circular_reseating_min_cost import CircularReseatingMinCost
from tests.envs.drawing import drawn, reward

# the wanted circle is 0 1 2 4 3 5, or any turn or reflection of it
EXAMPLE = CircularReseatingMinCost([[5, 1], [0, 2], [4, 1], [5, 4], [2, 3], [0, 3]])


def test_worked_example():
    assert reward(EXAMPLE, "3 4") == reward(EXAMPLE, "4 3") == 1.0
    assert 0.0 <= reward(EXAMPLE, "0 1\n1 0\n3 4") < 0.1
    assert reward(EXAMPLE, "3 5") == reward(EXAMPLE, "0") == reward(EXAMPLE, "3 4 3") == reward(EXAMPLE, "3 6") == -0.5


def test_the_direction_of_the_moves():
    # 1 takes the seat of 2, 2 that of 4, 4 that of 1: seated are 0 4 1 3 2 5
    circle = [0, 4, 1, 3, 2, 5]
    wishes = [[circle[i - 1], circle[(i + 1) % 6]] for i in map(circle.index, range(6))]
    problem = CircularReseatingMinCost(wishes)
    assert reward(problem, "1 2 4") == reward(problem, "2 4 1") == 1.0
    assert reward(problem, "4 2 1") == -0.5


def cheapest_ways(size):
    """The least cost of each arrangement of seats, over all sequences of changes, by relaxing all of them."""
    start = tuple(range(size))
    moves = [p for p in permutations(start) if p != start]
    moves = [(p, sum(a != b for a, b in zip(p, start))) for p in moves]
    single = []
    for p, cost in moves:  # those with one cycle only
        first = next(i for i in start if p[i] != i)
        length, at = 1, p[first]
        while at != first:
            length, at = length + 1, p[at]
        if length == cost:
            single.append((p, cost))
    best = {start: 0}
    ring = [start]
    while ring:
        ring = [
            after
            for state in ring
            for p, cost in single
            for after in [tuple(state[p[i]] for i in start)]
            if best[state] + cost < best.get(after, 99) and not best.update({after: best[state] + cost})
        ]
    return best


def test_no_sequence_of_changes_is_cheaper():
    best = cheapest_ways(5)
    for problem in drawn(CircularReseatingMinCost, seeds=30, size=5):
        costs = [
            cost
            for seated, cost in best.items()
            if all({seated[i - 1], seated[(i + 1) % 5]} == set(problem.wishes[s]) for i, s in enumerate(seated))
        ]
        assert problem.cost(problem.solution) == min(costs)
        assert reward(problem, problem.answer_format().render(problem.solution)) == 1.0


def shortcut_zero_stays(problem):
    """Student 0 stays, and the others sit down in the cheaper direction."""
    return problem.changes(min(problem.seatings()[:2], key=lambda seating: sum(i != s for i, s in enumerate(seating))))


def shortcut_exchanges(problem):
    """Seats the circle from student 0 by exchanging two students at a time."""
    wanted, seated, changes = problem.wanted_circle(), list(range(len(problem.wishes))), []
    for place, student in enumerate(wanted):
        other = seated[place]
        if other != student:
            changes.append([student, other])
            seated[seated.index(student)], seated[place] = other, student
    return changes or [[0, 1]]
