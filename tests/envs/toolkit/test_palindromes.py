from itertools import product

from rlve.envs.toolkit.palindromes import longest_at_centres


def test_worked_example():
    assert longest_at_centres("abba") == [0, 1, 0, 1, 4, 1, 0, 1, 0]
    assert longest_at_centres("aba") == [0, 1, 0, 3, 0, 1, 0]


def test_tells_the_palindromes_of_every_string():
    for length in range(1, 9):
        for letters in product("ab", repeat=length):
            text = "".join(letters)
            lengths = longest_at_centres(text)
            assert len(lengths) == 2 * length + 1
            for left in range(length):
                for right in range(left + 1, length + 1):
                    piece = text[left:right]
                    assert (right - left <= lengths[left + right]) == (piece == piece[::-1])
