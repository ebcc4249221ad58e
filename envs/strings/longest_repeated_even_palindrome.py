"""Palindromes of palindromes."""

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
class LongestRepeatedEvenPalindrome(Problem[list[int]]):
    """Find a longest substring that is some A, A reversed, A and A reversed, one after the other."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 32 + 3 * difficulty, "decoys": 1 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, length: int, decoys: int) -> Self:
        """One block of the form, several that are shorter, and a palindrome that is longer."""
        quarter = rng.randint(3, max(4, length // 12))
        lengths = [quarter, *(rng.randint(2, quarter - 1) for _ in range(decoys))]
        halves = [palindrome(rng, 2 * size, 40, 60) for size in lengths]
        blocks = [half + half for half in halves]
        blocks.append(palindrome(rng, min(4 * quarter + 2, length // 3), 40, 60))
        while len(blocks) > 1 and sum(map(len, blocks)) > length - len(blocks):
            blocks.pop()
        rng.shuffle(blocks)
        spare = length - sum(map(len, blocks))
        cuts = [0, *sorted(rng.choices(range(spare + 1), k=len(blocks))), spare]
        fillers = [biased(rng, end - start) for start, end in zip(cuts, cuts[1:])]
        problem = cls("".join(map("".join, zip(fillers, [*blocks, ""]))))
        left, right = problem.solution
        if len(set(problem.text[left:right])) < 2 or problem.naive() == right - left:
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.text)
        rules = prose(f"""
            The characters of the string S below have the positions 0..{length - 1}. Find a longest contiguous substring
            of S that can be written as A A' A A', where A is some non-empty string and A' is A read backwards: for
            example, A = 001 makes 001100001100. Give the substring by two integers l and r: it consists of the
            characters at positions l, l+1, ..., r-1. If several substrings have the greatest length, any of them is
            right.""")
        return f"{rules}\nS = {self.text}\nGive l and r."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.text)), count=2)

    def solve(self) -> list[int]:
        return max(self.found(), key=lambda piece: piece[1] - piece[0])

    def found(self) -> list[list[int]]:
        """All that are of the form: the whole is a palindrome and so is either half; [0, 0] if there are none."""
        reach, length = longest_at_centres(self.text), len(self.text)
        pieces = [[0, 0]]
        for half in range(2, length // 2 + 1, 2):
            for left in range(length - 2 * half + 1):
                if reach[2 * left + 2 * half] >= 2 * half and reach[2 * left + half] >= half:
                    pieces.append([left, left + 2 * half])
        return pieces

    def first(self) -> list[int]:
        """The longest of those that begin first."""
        _, *pieces = self.found()
        return min(pieces, key=lambda piece: (piece[0], -piece[1]))

    def naive(self) -> int:
        left, right = self.first()
        return right - left

    def score(self, answer: list[int]) -> float:
        left, right = answer
        if left >= right:
            raise Infeasible("l is not less than r")
        quarter, rest = divmod(right - left, 4)
        a = self.text[left : left + quarter]
        if rest or self.text[left:right] != 2 * (a + a[::-1]):
            raise Infeasible(f"{self.text[left:right][:50]} is not of the form A A' A A'")
        best_left, best_right = self.solution
        return maximized(right - left, best_right - best_left, naive=min(self.naive(), best_right - best_left - 1))
