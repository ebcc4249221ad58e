from itertools import permutations
from math import comb, factorial

from rlve.envs.combinatorics.binary_heap_labelling_counting import BinaryHeapLabellingCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # the root is 1; its child with two children is the smallest of three of the four others: C(4, 3) * 2
    problem = BinaryHeapLabellingCounting(5, children=2, modulus=1009)
    assert reward(problem, "8") == 1.0
    assert reward(problem, "6") == reward(problem, "120") == 0.0
    assert BinaryHeapLabellingCounting(5, 3, 1009).solution == 12  # 2 3 4 are below 1, 5 below 2
    assert reward(problem, "1009") == -0.5


def test_equals_all_permutations():
    for children in (2, 3, 4):
        for size in (4, 6, 7):
            heaps = 0
            for order in permutations(range(1, size)):
                heap = (0, 0, *order)  # the smallest is at the root
                heaps += all(heap[i] > heap[(i + children - 2) // children] for i in range(2, size + 1))
            assert BinaryHeapLabellingCounting(size, children, 9973).solution == heaps


def below(problem: BinaryHeapLabellingCounting, place: int) -> tuple[int, int]:
    """The size of a subtree, and the number of its heaps: the numbers are dealt out to its parts."""
    size = heaps = 1
    for child in range(problem.children * (place - 1) + 2, problem.children * place + 2):
        if child <= problem.size:
            more, ways = below(problem, child)
            heaps *= ways * comb(size - 1 + more, more)
            size += more
    return size, heaps


def test_equals_dealing_out_the_numbers():
    for problem in drawn(BinaryHeapLabellingCounting, seeds=40, largest=40):
        assert problem.solution == below(problem, 1)[1] % problem.modulus


def shortcut_root_alone(problem):
    """Puts 1 at the root and orders the others freely."""
    return factorial(problem.size - 1) % problem.modulus


def shortcut_level_by_level(problem):
    """Orders the numbers of each level freely, all smaller ones above."""
    left, width, count = problem.size, 1, 1
    while left > 0:
        count *= factorial(min(width, left))
        left, width = left - width, width * problem.children
    return count % problem.modulus


def shortcut_other_heap(problem):
    """Takes a binary heap for one with more children, and the other way round."""
    return BinaryHeapLabellingCounting(problem.size, 3 if problem.children == 2 else 2, problem.modulus).solution
