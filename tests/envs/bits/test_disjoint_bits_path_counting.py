from functools import cache

from rlve.envs.bits.disjoint_bits_path_counting import DisjointBitsPathCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = DisjointBitsPathCounting("1", "1010")  # 1 1010; 1 100 1010; 1 10 100 1010; 1 10 101 1010
    assert reward(problem, "4") == 1.0
    assert reward(problem, "3") == reward(problem, "2") == 0.0
    assert reward(problem, "10004") == -0.5


def test_ends_that_share_a_digit_and_ends_of_neighbouring_lengths():
    assert DisjointBitsPathCounting("10", "1010").solution == 2  # by 100, and by 101
    assert DisjointBitsPathCounting("1", "10").solution == 1
    assert DisjointBitsPathCounting("1", "11").solution == 0


def test_paths_along_the_integers():
    for length in (8, 9):
        for problem in drawn(DisjointBitsPathCounting, seeds=12, length=length):
            start, target = int(problem.start, 2), int(problem.target, 2)

            @cache
            def paths(vertex: int, target: int = target) -> int:
                if vertex == target:
                    return 1
                return sum(paths(other) for other in range(vertex + 1, target + 1) if not other & vertex)

            assert problem.paths() == paths(start)
            assert problem.solution == paths(start) % 10_000


def test_large_counts_are_reduced():
    assert any(problem.paths() > 10_000 for problem in drawn(DisjointBitsPathCounting, seeds=5, length=14))


def shortcut_at_most_one_vertex_between(problem):
    """Counts the arc and the paths with one vertex between S and T."""
    start, target = int(problem.start, 2), int(problem.target, 2)
    zeros = [place for place in range(target.bit_length()) if not (start | target) >> place & 1]
    high = sum(place >= start.bit_length() for place in zeros)
    return ((2**high - 1) * 2 ** (len(zeros) - high) + (start & target == 0)) % 10_000


def shortcut_powers_of_two_for_the_vertices_between(problem):
    """Lets only single bits stand between S and T, each longer than the one before."""
    start, target = int(problem.start, 2), int(problem.target, 2)
    places = range(start.bit_length(), target.bit_length() - 1)
    ending = sum(2 ** (place - start.bit_length()) for place in places if not target >> place & 1)
    return (ending + (start & target == 0)) % 10_000
