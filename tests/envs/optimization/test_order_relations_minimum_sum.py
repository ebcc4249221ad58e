from itertools import product

from rlve.envs.optimization.order_relations_minimum_sum import HOLDS, OrderRelationsMinimumSum
from tests.envs.drawing import drawn, reward

# x0 < x1, x1 <= x2, x3 = x2, x4 > x3, x0 >= x5
EXAMPLE = OrderRelationsMinimumSum(6, [0, 1, 3, 4, 0], ["<", "<=", "=", ">", ">="], [1, 2, 2, 3, 5])


def test_worked_example():
    assert reward(EXAMPLE, "1 2 2 2 3 1") == 1.0
    assert 0.0 < reward(EXAMPLE, "1 2 2 2 4 1") < 1.0
    assert reward(EXAMPLE, "2 3 4 4 5 1") == 0.0  # as if <= and >= were strict
    assert reward(EXAMPLE, "1 1 2 2 3 1") == reward(EXAMPLE, "1 2 2 3 4 1") == reward(EXAMPLE, "0 1 1 1 2 0") == -0.5
    assert reward(EXAMPLE, "1 2 2 2 3") == -0.5


def test_all_small_numbers():
    for size, seeds in ((4, 25), (5, 8)):
        for problem in drawn(OrderRelationsMinimumSum, seeds=seeds, size=size):
            best = None
            for x in product(range(1, size + 1), repeat=size):
                if all(HOLDS[s](x[a], x[b]) for a, s, b in zip(problem.left, problem.relations, problem.right)):
                    best = min(best or x, x, key=sum)
            assert list(best) == problem.solution


def raised(problem, passes):
    numbers = [1] * problem.size
    for _ in range(passes):
        for a, sign, b in zip(problem.left, problem.relations, problem.right):
            low, high = (a, b) if sign in ("<", "<=") else (b, a)
            if sign == "=":
                numbers[a] = numbers[b] = max(numbers[a], numbers[b])
            else:
                numbers[high] = max(numbers[high], numbers[low] + (sign in ("<", ">")))
    return numbers


def shortcut_one_pass(problem):
    """Goes through the relations once and raises numbers where they ask for it."""
    return raised(problem, 1)


def shortcut_ones_and_twos(problem):
    """Two for what is larger than something, else one."""
    numbers = [1] * problem.size
    for a, sign, b in zip(problem.left, problem.relations, problem.right):
        if sign in ("<", ">"):
            numbers[b if sign == "<" else a] = 2
    return numbers
