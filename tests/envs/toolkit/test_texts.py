from random import Random

from rlve.envs.toolkit.texts import biased, palindrome


def test_the_second_character_is_as_frequent_as_it_says():
    for percent in (0, 30, 100):
        text = biased(Random(1), 1000, percent, percent, "ab")
        assert set(text) <= set("ab")
        assert abs(text.count("b") - 10 * percent) < 60
    shares = [biased(Random(seed), 400, 20, 80).count("1") / 400 for seed in range(100)]
    assert min(shares) < 0.3
    assert max(shares) > 0.7


def test_palindromes_of_every_length():
    for length in range(12):
        text = palindrome(Random(length), length)
        assert len(text) == length
        assert text == text[::-1]
