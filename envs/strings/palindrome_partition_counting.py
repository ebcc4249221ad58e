"""Ways to cut a string into palindromes."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.palindromes import longest_at_centres
from rlve.envs.toolkit.texts import biased


@dataclass(frozen=True)
class PalindromePartitionCounting(Problem[int]):
    """In how many ways can a binary string be cut into palindromes?"""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 12 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        text = biased(rng, length, 30, 70)
        if len(set(text)) == 1:
            raise Redraw
        return cls(text)

    def statement(self) -> str:
        rules = prose("""
            Cut the string S below into consecutive non-empty pieces of which each is a palindrome, that is, reads the
            same forwards and backwards. A piece may be a single character, and a palindrome need not be cut at all.
            Two ways to cut are different if one of them cuts at a place where the other does not. How many different
            ways are there? Give the exact number.""")
        return f"{rules}\nS = {self.text}"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """The ways for each prefix, by the last piece."""
        reach = longest_at_centres(self.text)
        ways = [1]
        for right in range(1, len(self.text) + 1):
            ways.append(sum(ways[left] for left in range(right) if right - left <= reach[left + right]))
        return ways[-1]
