from itertools import product

from rlve.envs.strings.linear_congruence_bit_pattern_occurrences import LinearCongruenceBitPatternOccurrences
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # remainders 1 4 7 2 5 0 3 6: C = 00100001
    problem = LinearCongruenceBitPatternOccurrences(8, 3, 1, 6, ["00", "10"])
    assert reward(problem, "4 1") == 1.0
    assert (
        reward(problem, "4 2") == reward(problem, "2 1") == reward(problem, "1 4") == 0.0
    )  # around the end; no overlaps
    assert reward(problem, "4") == -0.5


def text(problem: LinearCongruenceBitPatternOccurrences) -> str:
    bits = []
    for i in range(problem.modulus):
        bits.append("01"[(problem.factor * i + problem.offset) % problem.modulus >= problem.bound])
    return "".join(bits)


def count(pattern: str, bits: str) -> int:
    return sum(bits[i : i + len(pattern)] == pattern for i in range(len(bits) - len(pattern) + 1))


def test_equals_writing_the_string_out():
    for modulus in (20, 40, 300):
        for problem in drawn(LinearCongruenceBitPatternOccurrences, seeds=30, modulus=modulus, longest=6):
            bits = text(problem)
            assert problem.solution == [count(pattern, bits) for pattern in problem.patterns]
            assert min(problem.solution) >= 1
    problem = LinearCongruenceBitPatternOccurrences(11, 4, 3, 5, [])
    for letters in product("01", repeat=3):
        assert problem.occurrences("".join(letters)) == count("".join(letters), text(problem))


def shortcut_independent_bits(problem):
    """Multiplies the shares of zeros and ones."""
    share = problem.bound / problem.modulus
    return [round(problem.modulus * share ** p.count("0") * (1 - share) ** p.count("1")) for p in problem.patterns]


def shortcut_first_fifty_bits(problem):
    """Counts in the first fifty bits and scales."""
    bits = problem.bits(0, 50)
    return [round(count(pattern, bits) * problem.modulus / len(bits)) for pattern in problem.patterns]


def shortcut_around_the_end(problem):
    """Lets occurrences go on at the beginning."""
    return [problem.occurrences(pattern, cyclic=True) for pattern in problem.patterns]
