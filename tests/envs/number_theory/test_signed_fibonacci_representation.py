from itertools import combinations_with_replacement

import pytest

from rlve.envs.number_theory.signed_fibonacci_representation import FIBONACCI, SignedFibonacciRepresentation
from tests.envs.drawing import drawn, reward

SIGNED = [sign * number for number in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584)
          for sign in (1, -1)]  # fmt: skip


def fewest_terms(largest: int) -> dict[int, int]:
    """For every number up to `largest`, by breadth-first search from 0 over negative numbers and larger ones too."""
    terms, layer = {0: 0}, [0]
    while layer:
        reached = {number + step for number in layer for step in SIGNED if abs(number + step) <= 3 * largest}
        layer = sorted(reached - terms.keys())
        terms |= dict.fromkeys(layer, terms[min(terms, key=lambda number: -terms[number])] + 1)
    return terms


def test_worked_example():
    problem = SignedFibonacciRepresentation(83)  # 89 - 5 - 1, but 55 + 21 + 5 + 2 without minus signs
    assert reward(problem, "89 -5 -1") == reward(problem, "-1, 89, -5") == reward(problem, "89 -3 -3") == 1.0
    assert reward(problem, "55 34 -5 -1") == reward(problem, "55 21 5 2") == 0.0  # no better than without
    assert reward(problem, "89 -6") == reward(problem, "89 -5") == reward(problem, "89 -5 -1 0") == -0.5
    assert reward(problem, "83") == reward(problem, "80 3") == -0.5


def test_terms_far_beyond_the_number_are_terms():
    a, b = 0, 1
    for _ in range(400):
        a, b = b, a + b
    assert reward(SignedFibonacciRepresentation(83), f"{b} -{a} -{b - a} 89 -5 -1") == 0.0
    assert reward(SignedFibonacciRepresentation(83), f"{b} -{a} -{b - a + 1} 89 -5") == -0.5


def test_uses_the_fewest_terms():
    fewest = fewest_terms(1000)
    for number in range(1, 1001):
        solution = SignedFibonacciRepresentation(number).solution
        assert sum(solution) == number
        assert len(solution) == fewest[number]


def test_accepts_exactly_the_shortest_sums():
    for problem in drawn(SignedFibonacciRepresentation, seeds=4, largest=110):
        for count in (1, 2, 3):
            for terms in combinations_with_replacement(SIGNED[:18], count):
                if sum(terms) == problem.number:
                    assert problem.score(list(terms)) == float(count == len(problem.solution))


@pytest.mark.parametrize("difficulty", [0, 6, 15])
def test_minus_signs_are_worth_it(difficulty):
    parameters = SignedFibonacciRepresentation.parameters(difficulty)
    for problem in drawn(SignedFibonacciRepresentation, seeds=30, **parameters):
        assert 3 <= len(problem.solution) < problem.naive()
        assert any(term < 0 for term in problem.solution) or len(set(problem.solution)) < len(problem.solution)


def shortcut_without_signs(problem):
    """Takes the largest Fibonacci number that fits, again and again."""
    rest, terms = problem.number, []
    for number in reversed(FIBONACCI):
        if number <= rest:
            rest -= number
            terms.append(number)
    return terms


def shortcut_once_above(problem):
    """Takes the next Fibonacci number above, and what is too much away without further signs."""
    above = next(number for number in FIBONACCI if number >= problem.number)
    rest, terms = above - problem.number, [above]
    for number in reversed(FIBONACCI):
        if number <= rest:
            rest -= number
            terms.append(-number)
    return terms
