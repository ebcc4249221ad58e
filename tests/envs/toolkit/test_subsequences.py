from itertools import combinations
from random import Random

from rlve.envs.toolkit.subsequences import increasing_lengths, next_places


def longest(numbers: list[int], strict: bool) -> list[int]:
    """By trying all subsequences that end at each position."""
    found = []
    for end in range(len(numbers)):
        chosen = [
            [numbers[i] for i in indices] + [numbers[end]]
            for size in range(end + 1)
            for indices in combinations(range(end), size)
        ]
        going_up = [c for c in chosen if all(a < b or (a == b and not strict) for a, b in zip(c, c[1:]))]
        found.append(max(map(len, going_up)))
    return found


def test_equal_numbers_count_only_where_not_strict():
    assert increasing_lengths([3, 1, 1, 2, 2]) == [1, 1, 1, 2, 2]
    assert increasing_lengths([3, 1, 1, 2, 2], strict=False) == [1, 1, 2, 3, 4]
    assert increasing_lengths([]) == []


def test_equals_all_subsequences():
    for seed in range(40):
        rng = Random(seed)
        numbers = [rng.randint(1, 6) for _ in range(rng.randint(1, 8))]
        for strict in (True, False):
            assert increasing_lengths(numbers, strict) == longest(numbers, strict)


def test_next_places():
    assert next_places("abca", "abc") == [
        {"a": 1, "b": 2, "c": 3},
        {"a": 4, "b": 2, "c": 3},
        {"a": 4, "c": 3},
        {"a": 4},
        {},
    ]
    assert next_places("", "ab") == [{}]
    assert next_places("aab", "ab")[1] == {"a": 2, "b": 3}
