from itertools import product

import pytest

from rlve.envs.simulation.stack_permutation_operations import StackPermutationOperations
from tests.envs.drawing import drawn, reward

EXAMPLE = StackPermutationOperations(queue=[7, 3, 9], target=[3, 9, 7])


def possible_outputs(queue: tuple[int, ...], stack: tuple[int, ...]) -> dict[str, list[int]]:
    """Every complete sequence of operations with its output."""
    if not queue and not stack:
        return {"": []}
    found = {}
    if queue:
        for rest, output in possible_outputs(queue[1:], (*stack, queue[0])).items():
            found["a" + rest] = output
    if stack:
        for rest, output in possible_outputs(queue, stack[:-1]).items():
            found["b" + rest] = [stack[-1], *output]
    return found


def test_worked_example():
    assert reward(EXAMPLE, "aababb") == 1.0
    assert 0.0 < reward(EXAMPLE, "aabbab") < 0.1
    assert reward(EXAMPLE, "ababab") < 0.1


@pytest.mark.parametrize("text", ["aabbba", "baabab", "aaaabb", "aabab", "aababbab"])
def test_impossible_operations_are_infeasible(text):
    assert reward(EXAMPLE, text) == -0.5


def test_only_the_solution_leads_to_the_target():
    for problem in drawn(StackPermutationOperations, seeds=40, size=6):
        outputs = possible_outputs(tuple(problem.queue), ())
        assert [text for text, output in outputs.items() if output == problem.target] == [problem.solution]
        for text in map("".join, product("ab", repeat=8)):
            whole = text + "abab"
            assert reward(problem, whole) >= 0.0 if whole in outputs else reward(problem, whole) == -0.5


def test_the_target_is_neither_nearly_sorted_nor_nearly_reversed():
    for problem in drawn(StackPermutationOperations, size=5):
        order = [problem.queue.index(number) for number in problem.target]
        ascents = sum(a < b for a, b in zip(order, order[1:]))
        assert ascents == 2


def shortcut_push_all_then_pop_all(problem):
    """Pushes everything, then pops everything."""
    return "a" * len(problem.queue) + "b" * len(problem.queue)


def shortcut_pop_what_is_next_or_push_two(problem):
    """Pops when the next number wanted is on top, and otherwise pushes two at a time."""
    operations, stack, waiting, wanted = "", [], problem.queue.copy(), problem.target.copy()
    while len(operations) < 2 * len(problem.queue):
        if stack and (stack[-1] == wanted[0] or not waiting):
            wanted.pop(0)
            stack.pop()
            operations += "b"
        else:
            for _ in range(min(2, len(waiting))):
                stack.append(waiting.pop(0))
                operations += "a"
    return operations
