from collections.abc import Iterator
from math import prod

from rlve.envs.number_theory.max_product_fixed_sum import MaxProductFixedSum
from tests.envs.drawing import drawn, reward


def partitions(total: int, most: int) -> Iterator[list[int]]:
    if total == 0:
        yield []
    for part in range(min(total, most), 0, -1):
        for rest in partitions(total - part, part):
            yield [part, *rest]


def test_worked_example():
    problem = MaxProductFixedSum(10, [3, 4])  # 2*2*2*2*2; 5*5 is less
    assert reward(problem, "32") == 1.0
    assert reward(problem, "36") == reward(problem, "25") == 0.0
    assert reward(problem, "0") == -0.5
    assert reward(MaxProductFixedSum(7, [2, 3, 4, 5]), "7") == 1.0  # 7 alone, or 6 + 1 with less


def test_equals_the_best_of_all_partitions():
    for problem in drawn(MaxProductFixedSum, seeds=40, largest=24):
        products = {
            tuple(parts): prod(parts)
            for parts in partitions(problem.total, problem.total)
            if not set(parts) & set(problem.forbidden)
        }
        assert problem.solution == max(products.values())


def test_neither_threes_nor_another_number_alone_will_do():
    problem = MaxProductFixedSum(13, [2, 3])  # 4 * 4 * 5 beats 4 * 4 * 4 * 1; 5 * 5 leaves the forbidden 3
    assert (problem.with_one_number(), problem.solution) == (64, 80)
    for problem in drawn(MaxProductFixedSum, seeds=50, largest=60):
        assert problem.with_one_number() < problem.solution
        threes = problem.total // 3 - (problem.total % 3 == 1)
        assert problem.solution < 3**threes * max(1, problem.total - 3 * threes)


def shortcut_one_number_and_the_rest(problem):
    """Uses one number as often as it goes, and the rest."""
    return max(1, problem.with_one_number())


def shortcut_one_number_once_less(problem):
    """Uses one number as often as it goes, or once less, and the rest."""
    return max(1, problem.with_one_number(fewer=1))
