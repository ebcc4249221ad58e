"""Random strings."""

from random import Random


def biased(rng: Random, length: int, low: int = 35, high: int = 65, alphabet: str = "01") -> str:
    """Independent characters of two, each the second one with the same chance, drawn from low..high percent."""
    percent = rng.randint(low, high)
    return "".join(rng.choices(alphabet, weights=(100 - percent, percent), k=length))


def palindrome(rng: Random, length: int, low: int = 35, high: int = 65, alphabet: str = "01") -> str:
    """A palindrome whose first half is such a string."""
    half = biased(rng, (length + 1) // 2, low, high, alphabet)
    return half + half[::-1][length % 2 :]
