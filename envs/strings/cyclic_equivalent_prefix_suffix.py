"""A prefix that is a rotation of a suffix."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.texts import biased
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class CyclicEquivalentPrefixSuffix(Problem[list[int]]):
    """Find the longest prefix of a string that a rotation turns into the suffix of the same length."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 20 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        size = rng.randint(length // 5, length // 2 - 1)
        cut = rng.randint(1, size - 1)
        first = biased(rng, size, alphabet="ab")
        rest = biased(rng, length - 2 * size, alphabet="ab")
        problem = cls(first + rest + first[cut:] + first[:cut])
        if 2 * problem.solution[0] + 1 >= length or problem.naive() >= problem.solution[0]:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Rotating a string by r moves its first r characters to its end, in the same order: aabcd rotated by 2
            is bcdaa. Let P(L) be the first L characters of the string S below, and Q(L) its last L characters. Find the
            largest L from 0 to {len(self.text) // 2} for which some rotation of P(L) is Q(L), and a number r with
            0 <= r < L by which P(L) has to be rotated; if several r will do, any of them is right. (If L = 0 were the
            answer, r would be 0.)""")
        return f"{rules}\nS = {self.text}\nGive L and r."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.text) // 2), count=2)

    def solve(self) -> list[int]:
        """All lengths, from the greatest one down: a rotation of P(L) is a part of P(L) P(L)."""
        for size in range(len(self.text) // 2, 0, -1):
            place = (2 * self.text[:size]).find(self.text[-size:])
            if place >= 0:
                return [size, place]
        return [0, 0]

    def border(self) -> int:
        """The longest prefix that is a suffix as it stands, of at most half the string."""
        return max(n for n in range(len(self.text) // 2 + 1) if self.text.startswith(self.text[len(self.text) - n :]))

    def from_below(self) -> list[int]:
        """The last length before the first one at which there is no rotation."""
        found = [0, 0]
        for size in range(1, len(self.text) // 2 + 1):
            place = (2 * self.text[:size]).find(self.text[-size:])
            if place < 0:
                break
            found = [size, place]
        return found

    def naive(self) -> int:
        return max(self.border(), self.from_below()[0])

    def score(self, answer: list[int]) -> float:
        size, turn = answer
        if turn >= max(size, 1):
            raise Infeasible("r is not less than L")
        prefix = self.text[:size]
        if prefix[turn:] + prefix[:turn] != self.text[len(self.text) - size :]:
            raise Infeasible("the rotated prefix is not the suffix")
        best = self.solution[0]
        return maximized(size, best, naive=min(self.naive(), best - 1))
