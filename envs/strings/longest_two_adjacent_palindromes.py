"""Two palindromes side by side."""

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
class LongestTwoAdjacentPalindromes(Problem[list[int]]):
    """Find a longest substring that consists of two palindromes, one after the other."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 20 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """One long palindrome, and elsewhere two that are longer together."""
        pair = [rng.randint(length // 5, length // 4) for _ in range(2)]
        single = rng.randint(length // 4, length // 3)
        parts = ["".join(palindrome(rng, size) for size in pair), palindrome(rng, single)]
        spare = length - sum(pair) - single
        cuts = [0, *sorted(rng.choices(range(spare + 1), k=2)), spare]
        fillers = [biased(rng, end - start) for start, end in zip(cuts, cuts[1:])]
        rng.shuffle(parts)
        problem = cls(fillers[0] + parts[0] + fillers[1] + parts[1] + fillers[2])
        left, _, right = problem.solution
        if right - left == length or problem.naive() >= right - left:
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.text)
        rules = prose(f"""
            The characters of the string S below have the positions 0..{length - 1}. Find integers A < B < C from
            0..{length} so that the characters at positions A, A+1, ..., B-1 read the same forwards and backwards, those
            at positions B, B+1, ..., C-1 as well, and C - A is as large as possible. A single character reads the same
            both ways. If several choices reach the largest C - A, any of them is right.""")
        return f"{rules}\nS = {self.text}\nGive A, B and C."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.text)), count=3)

    def solve(self) -> list[int]:
        """The longest palindromes that end and that begin at each B."""
        begins, ends = self.longest()
        return max(([ends[b], b, begins[b]] for b in range(1, len(self.text))), key=lambda abc: abc[2] - abc[0])

    def longest(self) -> tuple[list[int], list[int]]:
        """Where the longest palindrome that begins at each place ends, and where the one that ends there begins."""
        reach, length = longest_at_centres(self.text), len(self.text)
        begins = [max((b for b in range(a, length + 1) if b - a <= reach[a + b]), default=a) for a in range(length + 1)]
        ends = [min((a for a in range(b + 1) if b - a <= reach[a + b]), default=b) for b in range(length + 1)]
        return begins, ends

    def greedy(self) -> list[int]:
        """The first longest palindrome, and the longest one before or behind it."""
        begins, ends = self.longest()
        length = len(self.text)
        a = max(range(length), key=lambda place: begins[place] - place)
        b = begins[a]
        choices = [[ends[a], a, b]] * (a > 0) + [[a, b, begins[b] if b < length else b]] * (b < length)
        return max(choices, key=lambda abc: abc[2] - abc[0], default=[0, 1, length])

    def one_pass(self) -> list[int]:
        """The best two neighbours if the string is cut into longest palindromes from the left."""
        begins, _ = self.longest()
        cuts = [0]
        while cuts[-1] < len(self.text):
            cuts.append(begins[cuts[-1]])
        return max(map(list, zip(cuts, cuts[1:], cuts[2:])), key=lambda abc: abc[2] - abc[0], default=self.greedy())

    def naive(self) -> int:
        return max(right - left for left, _, right in (self.greedy(), self.one_pass()))

    def score(self, answer: list[int]) -> float:
        a, b, c = answer
        if not a < b < c:
            raise Infeasible("not A < B < C")
        for piece in (self.text[a:b], self.text[b:c]):
            if piece != piece[::-1]:
                raise Infeasible(f"{piece[:50]} is not a palindrome")
        left, _, right = self.solution
        return maximized(c - a, right - left, naive=min(self.naive(), right - left - 1))
