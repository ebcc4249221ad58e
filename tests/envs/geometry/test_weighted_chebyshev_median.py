from rlve.envs.geometry.weighted_chebyshev_median import WeightedChebyshevMedian
from tests.envs.drawing import drawn, reward


def least(problem: WeightedChebyshevMedian) -> int:
    """By looking at every lattice point of the bounding box."""
    xs, ys = [x for x, _, _ in problem.points], [y for _, y, _ in problem.points]
    return min(
        sum(w * max(abs(x - a), abs(y - b)) for x, y, w in problem.points)
        for a in range(min(xs), max(xs) + 1)
        for b in range(min(ys), max(ys) + 1)
    )


def test_worked_example():
    problem = WeightedChebyshevMedian([[0, 0, 1], [6, 0, 1], [3, 6, 2]])
    # (3, 3) is 3 away from all: 12 in all; from the mean (3, 3) nothing is won by going up, for both others lose as much
    assert problem.cost([3, 3]) == 12
    assert reward(problem, "3 3") == reward(problem, "3 6") == 1.0
    assert reward(problem, "3 2") < 0.5
    assert reward(problem, "3") == reward(problem, "3 3 3") == reward(problem, "3 2000000000") == -0.5
    assert reward(problem, "3 2.5") == -1.0


def test_equals_every_lattice_point():
    odd = 0
    for size in (4, 6):
        for problem in drawn(WeightedChebyshevMedian, seeds=12, size=size):
            assert problem.cost(problem.solution) == least(problem)
            assert problem.score(problem.solution) == 1.0
    for shift in range(12):  # small figures far from the origin, where parity decides
        points = [[-5 - shift, 2, 3], [-4, shift, 2], [-1, 1 - shift, 2], [0, 3, 2]]
        problem = WeightedChebyshevMedian(points)
        assert problem.cost(problem.solution) == least(problem)
        odd += sum(problem.solution) % 2
    assert 0 < odd < 12


def shortcut_weighted_mean(problem):
    """The weighted mean of the points, rounded."""
    total = sum(w for _, _, w in problem.points)
    return [round(sum(p[i] * p[2] for p in problem.points) / total) for i in (0, 1)]


def shortcut_weighted_medians(problem):
    """The weighted medians of the x and of the y coordinates."""

    def median(i):
        half, so_far = sum(p[2] for p in problem.points) / 2, 0
        for point in sorted(problem.points, key=lambda p: p[i]):
            so_far += point[2]
            if so_far >= half:
                return point[i]
        return 0

    return [median(0), median(1)]


def shortcut_best_given_point(problem):
    """The best one of the given points."""
    return min(([x, y] for x, y, _ in problem.points), key=problem.cost)
