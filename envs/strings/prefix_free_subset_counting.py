"""Sets of strings without prefixes of each other."""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.draws import distinct


@dataclass(frozen=True)
class PrefixFreeSubsetCounting(Problem[int]):
    """How many subsets of given strings contain no string together with a prefix of it?"""

    strings: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        """Strings that go on from each other, chains and forks of them."""
        longest = 3 + count // 4
        stems = [""]

        def string() -> str:
            stem = rng.choice(stems)[: rng.randint(1, longest)] if rng.random() < 0.7 else ""
            made = (stem + "".join(rng.choices("ab", k=rng.randint(1, 3))))[:longest]
            stems.append(made)
            return made

        found = distinct(string, count)
        rng.shuffle(found)
        problem = cls(found)
        if not any(a != b and b.startswith(a) for a in found for b in found):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            A string is a prefix of another one if the other one begins with it: ab is a prefix of abba, bb is not.
            Consider the non-empty subsets of the strings below in which no string is a prefix of another string of the
            subset; all subsets of one string are among them. How many are there? Give the exact number.""")
        return f"{rules}\n{table([string] for string in self.strings)}"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """Below each string: it alone, or any choice below those that go on from it directly."""
        ways: dict[str, list[int]] = {"": []}  # by the longest proper prefix among the strings
        ways |= {string: [] for string in self.strings}
        for string in sorted(self.strings, key=len, reverse=True):
            above = next(string[:size] for size in range(len(string) - 1, -1, -1) if string[:size] in ways)
            ways[above].append(prod(ways[string]) + 1)
        return prod(ways[""]) - 1
