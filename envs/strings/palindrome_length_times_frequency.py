"""Palindromes that are long and frequent."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.palindromes import longest_at_centres
from rlve.envs.toolkit.texts import biased, palindrome
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class PalindromeLengthTimesFrequency(Problem[list[int]]):
    """Find a palindrome whose length times number of occurrences in a string is as large as possible."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 20 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """A palindrome with other characters between its copies, some of which overlap."""
        block = palindrome(rng, rng.randint(4, 4 + length // 16), alphabet="ab")
        text = ""
        while len(text) < length:
            overlap = next((k for k in range(len(block) - 1, 0, -1) if text.endswith(block[:k])), 0)
            text += (
                block[overlap if rng.random() < 0.5 else 0 :] if rng.random() < 0.4 else biased(rng, 2, alphabet="ab")
            )
        problem = cls(text[:length])
        best = problem.value(problem.solution)
        if best <= problem.naive() or (rng.random() < 0.4 and problem.value(problem.solve(overlaps=False)) == best):
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.text)
        rules = prose(f"""
            The characters of the string S below have the positions 0..{length - 1}. The value of a non-empty string T
            is its length times the number of positions of S at which T begins, as a contiguous substring; occurrences
            may overlap. For example, aba begins twice in ababa, which gives it the value 6. Among the palindromes
            (strings that read the same forwards and backwards) find one of the greatest value. Give it by two integers
            l and r: it consists of the characters of S at positions l, l+1, ..., r-1. Any of its occurrences will do,
            and if several palindromes have the greatest value, any of them.""")
        return f"{rules}\nS = {self.text}\nGive l and r."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.text)), count=2)

    def value(self, piece: list[int]) -> int:
        left, right = piece
        text = self.text[left:right]
        return (right - left) * sum(self.text.startswith(text, i) for i in range(len(self.text)))

    def solve(self, overlaps: bool = True) -> list[int]:
        """Of each length the most frequent one; for comparison also if occurrences must not overlap."""
        reach, length = longest_at_centres(self.text), len(self.text)
        best, found = 0, [0, 1]
        for size in range(1, length + 1):
            times: dict[str, int] = {}
            for left in range(length - size + 1):
                if size <= reach[2 * left + size]:
                    text = self.text[left : left + size]
                    times[text] = times.get(text, 0) + 1 if overlaps else self.text.count(text)
                    if size * times[text] > best:
                        best, found = size * times[text], [left, left + size]
        return found

    def longest(self) -> list[int]:
        reach = longest_at_centres(self.text)
        centre = max(range(len(reach)), key=reach.__getitem__)
        return [(centre - reach[centre]) // 2, (centre + reach[centre]) // 2]

    def single(self) -> list[int]:
        letter = max("ab", key=self.text.count)
        return [self.text.index(letter), self.text.index(letter) + 1]

    def three_letters(self) -> list[int]:
        """The best palindrome of three letters, or a single one."""
        pieces = [[i, i + 3] for i in range(len(self.text) - 2) if self.text[i] == self.text[i + 2]]
        return max(pieces, key=self.value, default=self.single())

    def naive(self) -> int:
        return max(map(self.value, (self.longest(), self.single(), self.three_letters())))

    def score(self, answer: list[int]) -> float:
        left, right = answer
        if left >= right:
            raise Infeasible("l is not less than r")
        piece = self.text[left:right]
        if piece != piece[::-1]:
            raise Infeasible(f"{piece[:50]} is not a palindrome")
        best = self.value(self.solution)
        return maximized(self.value(answer), best, naive=min(self.naive(), best - 1))
