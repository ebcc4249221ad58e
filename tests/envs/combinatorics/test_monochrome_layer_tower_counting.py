from itertools import product

from rlve.envs.combinatorics.monochrome_layer_tower_counting import MonochromeLayerTowerCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # Four layers have ten blocks: black 4, 3 1 or 3 leave white 6, 6 and 7. Layer 3 has to be white.
    problem = MonochromeLayerTowerCounting(black=4, white=6, black_layers=[], white_layers=[3, 7])
    assert reward(problem, "4\n1") == 1.0
    assert reward(problem, "4\n2") == reward(problem, "3\n1") == 0.0  # 3 + 1 black as well; three layers
    assert reward(problem, "4") == reward(problem, "4\n-1") == -0.5
    assert MonochromeLayerTowerCounting(4, 6, [], []).solution == [4, 2]
    assert MonochromeLayerTowerCounting(4, 6, [2], []).solution == [3, 2]  # 2, or 2 1: 3 + 2 are too many


def test_all_colourings():
    for most_blocks, fixed in ((20, 2), (30, 3)):
        for problem in drawn(MonochromeLayerTowerCounting, seeds=8, most_blocks=most_blocks, fixed=fixed):
            height, count = 0, 1
            while count:
                best, height, count = [height, count], height + 1, 0
                for colours in product("BW", repeat=height):
                    black = sum(i for i, colour in enumerate(colours, start=1) if colour == "B")
                    white = height * (height + 1) // 2 - black
                    kept = all(colours[i - 1] == "B" for i in problem.black_layers if i <= height)
                    kept = kept and all(colours[i - 1] == "W" for i in problem.white_layers if i <= height)
                    count += kept and black <= problem.black and white <= problem.white
            assert problem.solution == best


def without_rules(problem):
    return MonochromeLayerTowerCounting(problem.black, problem.white, [], []).solution


def shortcut_without_fixed_layers(problem):
    """Forgets the layers of a given colour."""
    return without_rules(problem)


def shortcut_fixed_layers_halve_the_ways(problem):
    """Divides the ways without fixed layers by two for each of them."""
    height, count = without_rules(problem)
    return [height, max(1, count >> len([k for k in problem.black_layers + problem.white_layers if k <= height]))]


def shortcut_all_blocks(problem):
    """Lets the limits restrict the height only, not the colours."""
    height, _ = problem.solution
    return [height, 2 ** (height - len([k for k in problem.black_layers + problem.white_layers if k <= height]))]
