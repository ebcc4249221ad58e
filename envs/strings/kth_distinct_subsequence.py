"""Subsequences of a string in dictionary order."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.subsequences import next_places
from rlve.envs.toolkit.texts import biased

MOST = 2**62


@dataclass(frozen=True)
class KthDistinctSubsequence(Problem[str]):
    """Find the K-th different subsequence of a string in dictionary order."""

    max_difficulty = 35  # beyond, ranks below 2^62 would lie at the very beginning of the list

    text: str
    rank: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 10 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        text = biased(rng, length, 30, 70, "ab")
        total = cls(text, 1).counts()[0] - 1
        problem = cls(text, rng.randint(1, min(total, MOST)))
        if 3 * len(problem.solution) <= length or problem.solution in text:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A subsequence of a string arises by deleting any of its characters (also none) and keeping the others in
            their order. List all different non-empty subsequences of the string S below in dictionary order: a comes
            before b, and a string comes before all longer strings that begin with it. A string that arises in several
            ways is listed once. For example, the list of aba is a, aa, ab, aba, b, ba. Which string is number
            {self.rank} of the list of S, if the first one is number 1?""")
        return f"{rules}\nS = {self.text}"

    def answer_format(self) -> Letters:
        return Letters("ab")

    def counts(self) -> list[int]:
        """How many different subsequences, the empty one too, there are behind each place."""
        following = next_places(self.text, "ab")
        counts = [1] * len(following)
        for place in range(len(self.text) - 1, -1, -1):
            counts[place] += sum(counts[after] for after in following[place].values())
        return counts

    def solve(self) -> str:
        counts, following = self.counts(), next_places(self.text, "ab")
        text, place, rank = "", 0, self.rank
        while rank > 0:
            for letter, after in sorted(following[place].items()):
                if rank <= counts[after]:
                    text += letter
                    place = after
                    rank -= 1  # the string itself comes before those that go on
                    break
                rank -= counts[after]
        return text
