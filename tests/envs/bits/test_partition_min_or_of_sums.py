from itertools import combinations

from rlve.envs.bits.partition_min_or_of_sums import PartitionMinOrOfSums
from tests.envs.drawing import drawn, first_improvement, reward


def cost(problem: PartitionMinOrOfSums, ends: tuple[int, ...]) -> int:
    result, start = 0, 0
    for end in ends:
        result |= sum(problem.numbers[start:end])
        start = end
    return result


def test_worked_example():
    # 5 | 3 + 2: the sums 5 and 5; all together is 10, and 5 | 3 | 2 costs 7
    problem = PartitionMinOrOfSums([5, 3, 2], most_blocks=3)
    assert reward(problem, "1 3") == 1.0
    assert reward(problem, "3") == reward(problem, "2 3") == 0.0
    assert reward(problem, "3 1") == reward(problem, "1 1 3") == reward(problem, "1 2") == reward(problem, "4") == -0.5
    assert reward(PartitionMinOrOfSums([5, 3, 2], most_blocks=2), "1 2 3") == -0.5


def test_all_cuts():
    for size in (7, 9):
        for problem in drawn(PartitionMinOrOfSums, seeds=8, size=size):
            counts = range(problem.most_blocks)
            cuts = [(*cut, size) for count in counts for cut in combinations(range(1, size), count)]
            least = min(cost(problem, cut) for cut in cuts)
            assert cost(problem, tuple(problem.solution)) == least < problem.naive()
            assert len(problem.solution) <= problem.most_blocks
            for cut in cuts:
                assert (problem.score(list(cut)) == 1.0) == (cost(problem, cut) == least)


def shortcut_equal_blocks(problem):
    """Cuts into as many blocks as are allowed, of about equal sums."""
    return problem.equal_blocks()


def shortcut_local_search(problem):
    """Moves, adds or takes away one cut after the other as long as that helps."""
    size = len(problem.numbers)

    def neighbours(ends: frozenset[int]):
        cuts = [end for end in range(1, size) if end not in ends]
        changed = [ends - {end} for end in ends if end != size]
        changed += [ends | {cut} for cut in cuts] + [ends - {end} | {cut} for end in ends - {size} for cut in cuts]
        return (other for other in changed if len(other) <= problem.most_blocks)

    start = frozenset(shortcut_equal_blocks(problem))
    return sorted(first_improvement(start, neighbours, lambda ends: cost(problem, tuple(sorted(ends)))))
