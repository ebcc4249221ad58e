from math import gcd, prod

from rlve.envs.combinatorics.pythagorean_graph_independent_sets import MODULUS, PythagoreanGraphIndependentSets
from tests.envs.drawing import drawn, reward

# the legs of m, n are m^2 - n^2 and 2mn; here up to the scale that the numbers need
TRIPLES = {
    frozenset((m * m - n * n, 2 * m * n))
    for m in range(2, 300)
    for n in range(1, m)
    if gcd(m * m - n * n, 2 * m * n) == 1
}


def test_worked_example():
    # 3 - 4, and 5 - 12, twice; 6 and 8 have the common divisor 2
    problem = PythagoreanGraphIndependentSets([3, 4, 12, 5, 5])
    assert reward(problem, "14") == 1.0  # 3 ways for 3 and 4, 1 + 1 + 3 for the others: 15 with the empty set
    assert reward(problem, "15") == reward(problem, "9") == 0.0
    assert reward(problem, "10007") == -0.5
    assert PythagoreanGraphIndependentSets([6, 8]).solution == 3
    assert PythagoreanGraphIndependentSets([3, 12, 5, 35]).solution == 9  # 5 - 12 - 35


def test_all_sets():
    for problem in drawn(PythagoreanGraphIndependentSets, seeds=12, size=11):
        numbers = problem.numbers
        pairs = [
            1 << i | 1 << j
            for j in range(len(numbers))
            for i in range(j)
            if frozenset((numbers[i], numbers[j])) in TRIPLES
        ]
        assert len(pairs) >= 4
        found = sum(all(chosen & pair != pair for pair in pairs) for chosen in range(1, 1 << len(numbers)))
        assert problem.solution == found % MODULUS


def shortcut_each_pair_keeps_three_quarters(problem):
    """Takes three quarters of all sets for each pair that is joined, as if pairs shared no number."""
    pairs = sum(problem.numbers.count(a) * problem.numbers.count(b) for a, b in problem.edges())
    return (2 ** len(problem.numbers) * 3**pairs // 4**pairs - 1) % MODULUS


def shortcut_equal_numbers_once(problem):
    """Lists every number once."""
    return PythagoreanGraphIndependentSets(sorted(set(problem.numbers))).solution


def shortcut_known_triples(problem):
    """Knows the triples with a leg of at most 12 only."""
    parts, seen = [], set()
    for a, b in problem.edges():
        if a <= 12 and not {a, b} & seen:
            seen |= {a, b}
            parts.append(2 ** problem.numbers.count(a) + 2 ** problem.numbers.count(b) - 1)
    free = sum(number not in seen for number in problem.numbers)
    return (2**free * prod(parts) - 1) % MODULUS
