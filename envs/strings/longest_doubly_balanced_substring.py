"""Pieces of a string in which one letter is never behind, read from either end."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.texts import biased
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LongestDoublyBalancedSubstring(Problem[list[int]]):
    """Find a longest piece of which each prefix and each suffix holds at least as many p as j."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 30 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """A long piece behind a higher peak and before a deeper valley, which mislead who goes through it once."""
        height = rng.randint(2, 2 + length // 30)
        piece = _walk(rng, rng.randint(length // 4, length // 3), height)
        climb = rng.randint(height + 1, height + 2)
        peak, valley = "p" * climb + "j" * (climb - rng.randint(0, 1)), "j" * climb + "p" * (climb + rng.randint(0, 1))
        text = peak + piece + valley
        before = rng.randint(0, max(0, length - len(text)))
        around = biased(rng, max(0, length - len(text)), 40, 60, "pj")
        problem = cls((around[:before] + text + around[before:])[:length])
        left, right = problem.solution
        if right - left < 4 or right - left == length or problem.naive() >= right - left:
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.text)
        rules = prose(f"""
            The characters of the string S below have the positions 0..{length - 1}. A piece of S consists of
            consecutive characters. Find a longest non-empty piece of which every prefix and every suffix contains at
            least as many p as j. (A piece is a prefix and a suffix of itself. For example, pjpp is such a piece; ppj is
            not, for its suffix j.) Give the piece by two integers l and r: it consists of the characters at positions
            l, l+1, ..., r-1. If several pieces have the greatest length, any of them is right.""")
        return f"{rules}\nS = {self.text}\nGive l and r."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.text)), count=2)

    def heights(self) -> list[int]:
        """How many more p than j there are before each position."""
        return list(accumulate((1 if letter == "p" else -1 for letter in self.text), initial=0))

    def solve(self) -> list[int]:
        """From each l up to where the height falls below that at l, the last place of the greatest height."""
        heights, best = self.heights(), [0, 0]
        for left, low in enumerate(heights):
            high, place = low, left
            for right in range(left + 1, len(heights)):
                if heights[right] < low:
                    break
                if heights[right] >= high:
                    high, place = heights[right], right
            if place - left > best[1] - best[0]:
                best = [left, place]
        return best

    def one_pass(self) -> list[int]:
        """The longest piece if each begins where the last one could not go on, cut down to its greatest height."""
        heights, best, left = self.heights(), [0, 0], 0
        while left < len(self.text):
            end = left + 1
            while end < len(heights) and heights[end] >= heights[left]:
                end += 1
            right = max(range(left, end), key=lambda place: (heights[place], place))
            if right - left > best[1] - best[0]:
                best = [left, right]
            left = end
        return best

    def backwards(self) -> list[int]:
        """The same from the end."""
        left, right = type(self)(self.text[::-1]).one_pass()
        return [len(self.text) - right, len(self.text) - left]

    def naive(self) -> int:
        return max(right - left for left, right in (self.one_pass(), self.backwards()))

    def score(self, answer: list[int]) -> float:
        left, right = answer
        if left >= right:
            raise Infeasible("l is not less than r")
        heights = self.heights()
        piece = heights[left : right + 1]
        if min(piece) < heights[left]:
            raise Infeasible("a prefix contains more j than p")
        if max(piece) > heights[right]:
            raise Infeasible("a suffix contains more j than p")
        best_left, best_right = self.solution
        return maximized(right - left, best_right - best_left, naive=min(self.naive(), best_right - best_left - 1))


def _walk(rng: Random, length: int, height: int) -> str:
    """Letters with which p is at least 0 and at most `height` ahead all the way, and `height` in the end."""
    text, ahead = "", 0
    while len(text) < length or ahead < height:
        letter = "p" if ahead == 0 else "j" if ahead == height else rng.choice("pj")
        text += letter
        ahead += 1 if letter == "p" else -1
    return text
