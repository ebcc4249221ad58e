"""Bracket strings with one bracket too many, in order."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class KthSemiBalancedBracketString(Problem[str]):
    """Find the K-th bracket string that one deletion balances."""

    max_difficulty = 25  # the number of strings fits into 64 bits

    length: int
    rank: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 15 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        return cls(length, rng.randint(2, _completions(length, 0, 0) - 1))

    def statement(self) -> str:
        return prose(f"""
            A string of the brackets ( and ) is balanced if it contains equally many of both and none of its prefixes
            contains more ) than (; the empty string is balanced. Call a string semi-balanced if deleting exactly one of
            its brackets, suitably chosen, leaves a balanced string: for example, ()) and (() are semi-balanced, )))
            is not. List all semi-balanced strings of length {self.length} once each, in lexicographic order, where (
            comes before ). Which string is number {self.rank} of this list, if the first one is number 1?""")

    def answer_format(self) -> Letters:
        return Letters("()", length=self.length)

    def solve(self) -> str:
        return _unranked(self.length, self.rank, _completions)


State = tuple[int, int]  # how many brackets are open; -1 once an extra ) was spent, 0 before


def _after(height: int, extra: int, bracket: str) -> State | None:
    """The state after one more bracket, None if nothing can follow.

    An extra ) is the one that has nothing to close. An extra ( is one that is never closed: which of those that are
    open it will be is known at the end alone, where the height is 1.
    """
    if bracket == "(":
        return height + 1, extra
    if height > 0:
        return height - 1, extra
    return (0, -1) if extra == 0 else None


@cache
def _completions(left: int, height: int, extra: int) -> int:
    """In how many ways `left` more brackets make a semi-balanced string."""
    if height > left + 1:
        return 0
    if left == 0:
        return int(height == (1 if extra == 0 else 0))
    states = [_after(height, extra, bracket) for bracket in "()"]
    return sum(_completions(left - 1, *state) for state in states if state is not None)


def _unranked(length: int, rank: int, completions: Callable[[int, int, int], int]) -> str:
    """The string of this rank, bracket by bracket."""
    text, height, extra = "", 0, 0
    for left in range(length - 1, -1, -1):
        opened = completions(left, height + 1, extra)
        bracket = "(" if rank <= opened else ")"
        rank -= 0 if rank <= opened else opened
        text += bracket
        height, extra = _after(height, extra, bracket) or (0, -1)
    return text
