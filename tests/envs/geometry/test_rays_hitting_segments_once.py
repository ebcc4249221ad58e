from rlve.envs.geometry.rays_hitting_segments_once import RaysHittingSegmentsOnce
from tests.envs.drawing import drawn, reward


def crossed(ray: list[int], segment: list[int]) -> bool:
    """Whether the ends lie on different sides of the ray, or one on it; all is in the first quadrant."""
    (p, q), (a, b, c, d) = ray, segment
    return (p * b - q * a) * (p * d - q * c) <= 0


def most_hit(problem: RaysHittingSegmentsOnce) -> int:
    """By all groups of directions out of a fine fan, which differ in what they hit."""
    fan = [[1000, 1 + 7 * step] for step in range(60)] + [[1000 - 16 * step, 1000] for step in range(60)]
    ends = [[x, y] for a, b, c, d in problem.segments for x, y in ((a, b), (c, d))]
    middles = [[p + r, q + s] for p, q in ends for r, s in ends]
    sets = {frozenset(i for i, s in enumerate(problem.segments) if crossed(ray, s)) for ray in [*fan, *ends, *middles]}
    best = [0]

    def search(hit: frozenset[int], left: int) -> None:
        best[0] = max(best[0], len(hit))
        for more in sets if left else ():
            if more and not hit & more:
                search(hit | more, left - 1)

    search(frozenset(), problem.rays)
    return best[0]


def test_worked_example():
    # the slopes are 1..3, 2..4, 3..5 and 5..5: between 2 and 3 both of the first, and 5 hits the other two
    problem = RaysHittingSegmentsOnce([[1, 1, 1, 3], [1, 2, 1, 4], [1, 3, 1, 5], [1, 5, 2, 10]], rays=2)
    assert reward(problem, "2 5\n1 5") == reward(problem, "1 5\n1 2") == 1.0
    assert reward(problem, "2 5") < 0.2
    assert reward(problem, "1 3\n1 5") == -0.5  # the third one is hit twice
    assert reward(problem, "2 4\n1 2") == reward(problem, "1 2\n1 5\n9 1") == reward(problem, "0 5\n1 2") == -0.5
    assert reward(problem, "1 2.5") == -1.0


def test_a_ray_between_two_ends_can_be_needed():
    """From the catalogue: with rays through ends only, six of the eight segments are hit."""
    slopes = [(1, 4), (3, 6), (3, 6), (5, 8), (1, 2), (1, 2), (7, 8), (7, 8)]
    problem = RaysHittingSegmentsOnce([[1, low, 1, high] for low, high in slopes], rays=3)
    assert problem.hit(problem.solution) == 8
    assert problem.score(problem.solution) == 1.0


def test_equals_all_groups_of_rays():
    for problem in drawn(RaysHittingSegmentsOnce, seeds=4, size=6):
        assert problem.hit(problem.solution) == most_hit(problem)
        assert problem.score(problem.solution) == 1.0
        counts = [sum(crossed(ray, segment) for ray in problem.solution) for segment in problem.segments]
        assert max(counts) == 1
        assert sum(counts) == problem.hit(problem.solution)


def shortcut_in_turn(problem):
    """The ray that hits most segments, then the one that hits most others and none of these, and so on."""
    return problem.in_turn()


def shortcut_best_ray_only(problem):
    """Only the one ray that hits most segments."""
    return problem.in_turn()[:1]


def shortcut_from_below(problem):
    """From the x axis upwards, each time the ray that hits most without a second hit among the next few."""
    chosen = []
    hit = set()
    rays = problem.candidates()
    step = max(1, len(rays) // problem.rays)
    for start in range(0, len(rays), step):
        options = []
        for ray in rays[start : start + step]:
            crossing = {i for i, segment in enumerate(problem.segments) if crossed(ray, segment)}
            if not crossing & hit:
                options.append((len(crossing), ray, crossing))
        if options and len(chosen) < problem.rays:
            _, ray, crossing = max(options)
            chosen.append(ray)
            hit |= crossing
    return chosen or [rays[0]]
