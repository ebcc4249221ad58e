from random import Random

from rlve.envs.sequences.longest_segment_leveling_above_threshold import LongestSegmentLevelingAboveThreshold
from tests.envs.drawing import drawn, reward


def reachable(heaps: tuple[int, ...], threshold: int) -> set[tuple[int, ...]]:
    """All arrays of heights that moves lead to."""
    found, waiting = {heaps}, [heaps]
    while waiting:
        current = waiting.pop()
        for i, height in enumerate(current):
            for j in (i - 1, i + 1):
                if height > threshold and 0 <= j < len(current):
                    following = list(current)
                    following[i] -= 1
                    following[j] += 1
                    if tuple(following) not in found:
                        found.add(tuple(following))
                        waiting.append(tuple(following))
    return found


def test_worked_example():
    # 6 2 5 3 has the mean 4, and no segment of five heaps reaches it
    problem = LongestSegmentLevelingAboveThreshold([1, 6, 2, 5, 3, 0, 4, 4], threshold=4)
    assert reward(problem, "2 5") == 1.0
    assert reward(problem, "1 4") == reward(problem, "2 6") == reward(problem, "4 2") == -0.5
    assert reward(problem, "7 8") == 0.0  # the longest segment that needs no move
    assert 0.0 < reward(problem, "2 4") < 0.1
    assert reward(problem, "3 5") == reward(problem, "2 4")  # heap 2 gives from outside
    assert reward(problem, "3") == reward(problem, "0 3") == -0.5


def test_agrees_with_all_reachable_heights_for_every_segment():
    for seed in range(60):
        rng = Random(seed)
        size = rng.randint(1, 4)
        heaps = tuple(rng.randint(0, 6) for _ in range(size))
        threshold = rng.randint(1, 5)
        problem = LongestSegmentLevelingAboveThreshold(list(heaps), threshold)
        segments = [(first, last) for first in range(1, size + 1) for last in range(first, size + 1)]
        arrays = reachable(heaps, threshold)
        feasible = [
            (first, last) for first, last in segments if any(min(a[first - 1 : last]) >= threshold for a in arrays)
        ]
        longest = max((last - first + 1 for first, last in feasible), default=0)
        for first, last in segments:
            earned = reward(problem, f"{first} {last}")
            assert (earned >= 0.0) == ((first, last) in feasible)
            assert (earned == 1.0) == ((first, last) in feasible and last - first + 1 == longest)


def test_moves_are_needed():
    for problem in drawn(LongestSegmentLevelingAboveThreshold, seeds=40, size=9):
        first, last = problem.solution
        assert min(problem.heaps[first - 1 : last]) < problem.threshold
        assert reward(problem, f"1 {len(problem.heaps)}") == -0.5


def shortcut_heaps_that_are_high_enough(problem):
    """Takes the longest run of heaps that need no move."""
    best, start = [1, 0], 1
    for place, height in enumerate(problem.heaps, start=1):
        if height < problem.threshold:
            start = place + 1
        elif place - start > best[1] - best[0]:
            best = [start, place]
    return best


def shortcut_from_the_highest_heap(problem):
    """Extends the highest heap to the side of the higher neighbour as long as the mean allows."""
    first = last = problem.heaps.index(max(problem.heaps))
    surplus = problem.heaps[first] - problem.threshold
    while True:
        sides = [side for side in (first - 1, last + 1) if 0 <= side < len(problem.heaps)]
        side = max(sides, key=lambda side: problem.heaps[side], default=None)
        if side is None or surplus + problem.heaps[side] - problem.threshold < 0:
            return [first + 1, last + 1]
        surplus += problem.heaps[side] - problem.threshold
        first, last = min(first, side), max(last, side)
