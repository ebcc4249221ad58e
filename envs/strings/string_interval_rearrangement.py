"""Pieces of a string in another order."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.toolkit.texts import biased
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class StringIntervalRearrangement(Problem[list[list[int]]]):
    """Cut a string into a given number of pieces that make another string in some order."""

    source: str
    target: str
    pieces: int
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 18 + 2 * difficulty, "pieces": 4 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, length: int, pieces: int) -> Self:
        """Taking the longest stretch that fits, again and again, makes too many pieces."""
        source = biased(rng, length)
        cuts = [0, *sorted(rng.sample(range(1, length), pieces - 1)), length]
        intervals = [[left, right] for left, right in zip(cuts, cuts[1:])]
        rng.shuffle(intervals)
        problem = cls(source, "".join(source[left:right] for left, right in intervals), pieces, intervals)
        if problem.target in source + source or len(problem.greedy()) <= pieces:
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.source)
        rules = prose(f"""
            The characters of the string S below have the positions 0..{length - 1}. Cut S into exactly {self.pieces}
            non-empty pieces of consecutive characters, so that each position belongs to one piece, and put the pieces
            in an order in which they make the string T. A piece is given by two integers l and r with 0 <= l < r <=
            {length} and consists of the characters at positions l, l+1, ..., r-1. It can be done; if there are several
            ways, any of them is right.""")
        question = "Give the pieces in the order in which they make T, one in a line, as l and r."
        return f"{rules}\nS = {self.source}\nT = {self.target}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(0, len(self.source)), count=2), count=self.pieces)

    def solve(self) -> list[list[int]]:
        return self.planted

    def greedy(self) -> list[list[int]]:
        """From left to right, the longest stretch that goes on with T and was not used, whatever is left over then."""
        used, found, done = [False] * len(self.source), list[list[int]](), 0
        while done < len(self.target):
            best = [0, 0]
            for left in range(len(self.source)):
                right = left
                while done + right - left < len(self.target) and right < len(self.source) and not used[right]:
                    if self.source[right] != self.target[done + right - left]:
                        break
                    right += 1
                if right - left > best[1] - best[0]:
                    best = [left, right]
            left, right = best
            used[left:right] = [True] * (right - left)
            found.append(best)
            done += right - left
        return found

    def score(self, answer: list[list[int]]) -> float:
        if any(left >= right for left, right in answer):
            raise Infeasible("a piece whose l is not less than its r")
        ends = sorted(answer)
        if [0, *(right for _, right in ends)] != [*(left for left, _ in ends), len(self.source)]:
            raise Infeasible("not each position belongs to one piece")
        return matching("".join(self.source[left:right] for left, right in answer), self.target)
