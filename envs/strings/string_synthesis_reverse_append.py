"""Strings built from single characters and mirror images."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Items, Word
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.palindromes import longest_at_centres
from rlve.envs.verdict import Infeasible

OPERATIONS = ("F0", "F1", "B0", "B1", "MF", "MB")


@dataclass(frozen=True)
class StringSynthesisReverseAppend(Problem[list[str]]):
    """Make a string from nothing with few operations that add a character or a mirror image of the whole."""

    target: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 20 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """Operations at random, of which no mirroring makes the string too long."""
        text = rng.choice("01")
        while len(text) < length:
            mirrors = 2 * len(text) <= length and len(text) > 1 and rng.random() < 0.5
            text = _after(text, rng.choice(OPERATIONS[4:] if mirrors else OPERATIONS[:4]))
        problem = cls(text)
        if len(problem.solution) >= problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            You begin with the empty string and want to make exactly the string below with as few operations as you can.
            The operations on the current string s are: F0 and F1 put the character 0 or 1 in front of s; B0 and B1 put
            it behind s; MF puts s read backwards in front of s; MB puts s read backwards behind s. For example, B0, B1
            and MF make 0, then 01, then 1001. If several shortest lists of operations make the string, any of them is
            right.""")
        return f"{rules}\n{self.target}\nGive the operations in the order in which they are done."

    def answer_format(self) -> Items[str]:
        return Items(Word(OPERATIONS))

    def solve(self) -> list[str]:
        """What is made on the way is a substring of the target: the last operation for each, the shorter ones first.

        A mirrored string is an even palindrome, and either of its halves takes equally many operations.
        """
        reach, length = longest_at_centres(self.target), len(self.target)
        cost = [[0] * (length + 1) for _ in range(length + 1)]
        for size in range(1, length + 1):
            for left in range(length - size + 1):
                right = left + size
                least = 1 + min(cost[left + 1][right], cost[left][right - 1])
                if size % 2 == 0 and size <= reach[left + right]:
                    least = min(least, 1 + cost[left][left + size // 2])
                cost[left][right] = least
        operations: list[str] = []
        left, right = 0, length
        while left < right:
            if cost[left][right] == 1 + cost[left + 1][right]:
                operations.append(f"F{self.target[left]}")
                left += 1
            elif cost[left][right] == 1 + cost[left][right - 1]:
                right -= 1
                operations.append(f"B{self.target[right]}")
            else:
                operations.append("MB")
                right = (left + right) // 2
        return operations[::-1]

    def one_mirror(self) -> list[str]:
        """One half of the longest even palindrome by single characters, its mirror image, the rest by characters."""
        reach = longest_at_centres(self.target)
        middle = max(range(len(self.target) + 1), key=lambda place: reach[2 * place])
        half = reach[2 * middle] // 2
        operations = [f"B{character}" for character in self.target[middle - half : middle]] + ["MB"] * (half > 0)
        operations += [f"B{character}" for character in self.target[middle + half :]]
        return operations + [f"F{character}" for character in reversed(self.target[: middle - half])]

    def naive(self) -> int:
        return len(self.one_mirror())

    def score(self, answer: list[str]) -> float:
        text = ""
        for operation in answer:
            text = _after(text, operation)
            if len(text) > len(self.target):
                raise Infeasible("the string becomes longer than the target")
        if text != self.target:
            raise Infeasible("the operations make another string")
        optimum = len(self.solution)
        return minimized(len(answer), optimum, naive=max(self.naive(), optimum + 1))


def _after(text: str, operation: str) -> str:
    added = text[::-1] if operation[0] == "M" else operation[1]
    return added + text if operation in ("F0", "F1", "MF") else text + added
