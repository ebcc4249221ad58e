from collections.abc import Iterator

from rlve.envs.sequences.halving_chain_counting import HalvingChainCounting
from tests.envs.drawing import drawn, reward


def chains(chain: list[int], avoided: list[int]) -> Iterator[list[int]]:
    """All that begin like this one."""
    yield chain
    for following in range(1, chain[-1] + 1):
        if 2 * following <= chain[-1] and following not in avoided:
            yield from chains([*chain, following], avoided)


def test_worked_example():
    # 6; 6 1; 6 3; 6 3 1 without 2; with it also 6 2 and 6 2 1
    problem = HalvingChainCounting(6, avoided=[2])
    assert reward(problem, "4") == 1.0
    assert reward(problem, "6") == reward(problem, "3") == 0.0
    assert HalvingChainCounting(6, avoided=[]).solution == 6


def test_equals_the_list_of_all_chains():
    for largest_start in (8, 20, 50):
        for problem in drawn(HalvingChainCounting, seeds=25, largest_start=largest_start, avoided=2):
            assert problem.solution == sum(1 for _ in chains([problem.start], problem.avoided))


def test_known_counts_without_avoided_numbers():
    assert HalvingChainCounting(1, avoided=[]).solution == 1
    assert HalvingChainCounting(54, avoided=[]).solution == HalvingChainCounting(55, avoided=[]).solution == 1014


def shortcut_nothing_is_avoided(problem):
    """Forgets the numbers to avoid."""
    return HalvingChainCounting(problem.start, []).solution


def shortcut_avoided_numbers_alone(problem):
    """Takes one sequence away for each number to avoid."""
    return max(1, HalvingChainCounting(problem.start, []).solution - len(problem.avoided))
