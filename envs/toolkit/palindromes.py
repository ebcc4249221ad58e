"""Palindromes inside a string."""


def longest_at_centres(text: str) -> list[int]:
    """The length of the longest palindrome around every centre, in linear time (Manacher 1975).

    Of a non-empty text of n characters, 2 * n + 1 lengths: the one at place l + r belongs to the substrings text[l:r],
    so that text[l:r] is a palindrome just if its length is at most that one.
    """
    padded = f"|{'|'.join(text)}|"
    lengths = [0] * len(padded)
    centre = right = 0
    for i in range(len(padded)):
        length = min(lengths[2 * centre - i], right - i) if i < right else 0
        while length < i < len(padded) - length - 1 and padded[i - length - 1] == padded[i + length + 1]:
            length += 1
        lengths[i] = length
        if i + length > right:
            centre, right = i, i + length
    return lengths
