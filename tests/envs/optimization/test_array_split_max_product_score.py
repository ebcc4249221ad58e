from itertools import combinations

from rlve.envs.optimization.array_split_max_product_score import ArraySplitMaxProductScore
from tests.envs.drawing import drawn, reward


def played(problem, cuts):
    """The score by the rules, cut by cut."""
    blocks, total = [list(range(len(problem.numbers)))], 0
    for cut in cuts:
        block = next(block for block in blocks if cut in block and cut + 1 in block)
        blocks.remove(block)
        parts = [[i for i in block if i <= cut], [i for i in block if i > cut]]
        total += sum(problem.numbers[i] for i in parts[0]) * sum(problem.numbers[i] for i in parts[1])
        blocks += parts
    return total


def test_worked_example():
    # 5 | 5 | 3 scores 5 * 8 + 5 * 3 = 55; 2 | 8 | 3 scores 46
    problem = ArraySplitMaxProductScore([2, 3, 1, 4, 0, 3], cuts=2)
    assert reward(problem, "1 3") == reward(problem, "3 1") == 1.0
    assert reward(problem, "0 3") < 1.0
    assert reward(problem, "1 1") == reward(problem, "1 5") == reward(problem, "1") == -0.5


def test_all_cuts():
    for size in (8, 9):
        for problem in drawn(ArraySplitMaxProductScore, seeds=10, size=size):
            scores = {cuts: played(problem, cuts) for cuts in combinations(range(size - 1), problem.cuts)}
            for cuts, score in scores.items():
                assert problem.value(list(cuts[::-1])) == score == played(problem, cuts[::-1])
            assert problem.value(problem.solution) == max(scores.values())
            assert problem.score(problem.solution) == 1.0


def shortcut_reaching(problem):
    """Cuts where the next multiple of the mean sum of a block is reached."""
    return problem.reaching()


def shortcut_nearest(problem):
    """Cuts where the sum so far is nearest to the multiples of the mean sum of a block."""
    return problem.nearest()


def shortcut_best_at_the_moment(problem):
    """One cut after the other, each with the largest score."""
    return problem.best_at_the_moment()


def shortcut_equal_lengths(problem):
    """Blocks of equal lengths."""
    size, blocks = len(problem.numbers), problem.cuts + 1
    return [size * block // blocks - 1 for block in range(1, blocks)]
