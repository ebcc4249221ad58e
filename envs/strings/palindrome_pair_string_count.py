"""Strings that are two palindromes."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors


@dataclass(frozen=True)
class PalindromePairStringCount(Problem[int]):
    """In how many ways can the gaps of a string be filled so that it falls into two palindromes?"""

    pattern: str
    alphabet: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 12 + difficulty, "given": 2 + difficulty // 6}

    @classmethod
    def generate(cls, rng: Random, length: int, given: int) -> Self:
        """What is given stands in a string that repeats itself: such strings fall into palindromes in several ways."""
        alphabet = "abcd"[: rng.randint(2, 4)]
        size = length - rng.randrange(3)
        periods = [d for d in divisors(size) if 1 < d < size]
        if not periods:
            raise Redraw
        period = rng.choice(periods)
        cut = rng.randint(1, period - 1)
        parts = [[rng.choice(alphabet) for _ in range((part + 1) // 2)] for part in (cut, period - cut)]
        root = "".join("".join(half + half[::-1][part % 2 :]) for half, part in zip(parts, (cut, period - cut)))
        shown = set(rng.sample(range(size), given))
        problem = cls("".join(root[i % period] if i in shown else "?" for i in range(size)), alphabet)
        if problem.solution == problem.ways():
            raise Redraw
        return problem

    def statement(self) -> str:
        letters = ", ".join(self.alphabet)
        rules = prose(f"""
            A palindrome reads the same forwards and backwards; a single letter is one. Replace each question mark in
            the pattern below by one of the letters {letters}, so that the whole string is a palindrome of at least one
            letter followed by another palindrome of at least one letter. How many different strings can result? A
            string that falls into two palindromes in several ways counts once. Give the exact number.""")
        return f"{rules}\n{self.pattern}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """By the primitive root of a string, the shortest u of which it is a power u^k.

        If the first palindrome may be empty, then a primitive string has at most one way to fall into two, and its k-th
        power has k (R. Kemp, Discrete Mathematics 40, 1982). Of those with a way, only the primitive
        palindromes have none but that with the empty one.
        """
        roots: dict[int, int] = {}  # primitive strings that fall into two palindromes, by their length
        mirrors: dict[int, int] = {}  # primitive palindromes
        size = len(self.pattern)
        for length in divisors(size):
            folded = self.folded(length)
            smaller = [d for d in divisors(length) if d < length]
            pairs = sum(self.fillings(folded, cut) for cut in range(length))
            roots[length] = pairs - sum(length // d * roots[d] for d in smaller)
            mirrors[length] = self.fillings(folded, 0) - sum(mirrors[d] for d in smaller)
        return sum(roots.values()) - mirrors[size]

    def folded(self, length: int) -> list[set[str]]:
        """What is given at each place of a string of this length of which the pattern is to be a power."""
        return [set(self.pattern[i::length]) - {"?"} for i in range(length)]

    def fillings(self, given: list[set[str]], cut: int) -> int:
        """How many strings fit that are a palindrome up to the cut and one behind it."""
        count = 1
        for i in range(len(given)):
            j = cut - 1 - i if i < cut else len(given) - 1 + cut - i
            if i <= j:
                letters = given[i] | given[j]
                count *= len(self.alphabet) if not letters else int(len(letters) == 1)
        return count

    def ways(self) -> int:
        """The strings, each as often as there are ways in which it falls into two palindromes."""
        folded = self.folded(len(self.pattern))
        return sum(self.fillings(folded, cut) for cut in range(1, len(self.pattern)))
