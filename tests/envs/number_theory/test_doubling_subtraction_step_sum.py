from rlve.envs.number_theory.doubling_subtraction_step_sum import DoublingSubtractionStepSum
from tests.envs.drawing import drawn, reward


def steps(a: int, b: int) -> int:
    """By running the process until it ends or repeats itself."""
    seen: set[tuple[int, int]] = set()
    while a != b:
        if (a, b) in seen:
            return 0
        seen.add((a, b))
        a, b = (a - b, 2 * b) if a > b else (2 * a, b - a)
    return len(seen)


def test_worked_example():
    # (1, 3) becomes (2, 2); (1, 2) and (2, 1) become each other; (2, 3) is on its way to (4, 1), (3, 2), (1, 4), ...
    problem = DoublingSubtractionStepSum([1, 2], [1, 3])
    assert reward(problem, "1") == 1.0
    assert reward(problem, "2") == reward(problem, "0") == 0.0
    assert reward(problem, "-1") == -0.5


def test_equals_running_the_process():
    for rows, columns in ((1, 1), (3, 3), (1, 15), (16, 5), (9, 40), (33, 33)):
        total = sum(steps(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1))
        assert DoublingSubtractionStepSum([1, rows], [1, columns]).solution == total
    for problem in drawn(DoublingSubtractionStepSum, seeds=15, largest=24):
        xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
        assert problem.solution == sum(steps(x, y) for x in xs for y in ys)


def shortcut_sums_that_are_powers_of_two(problem):
    """Looks at a + b alone and forgets common factors."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    total = 0
    for power in range(2, (x_high + y_high).bit_length()):
        xs = range(max(x_low, 2**power - y_high), min(x_high, 2**power - y_low) + 1)
        total += (power - 1) * sum(x % 2 for x in (xs if len(xs) < 2000 else ()))
    return total
