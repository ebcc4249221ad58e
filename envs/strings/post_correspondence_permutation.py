"""Two lists of pieces that make the same string in the same order."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.toolkit.texts import biased


@dataclass(frozen=True)
class PostCorrespondencePermutation(Problem[list[int]]):
    """Find an order in which the pieces of two lists make the same string."""

    upper: list[str]
    lower: list[str]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"pairs": 6 + difficulty, "characters": 18 + 3 * difficulty}

    @classmethod
    def generate(cls, rng: Random, pairs: int, characters: int) -> Self:
        """One string, cut in two ways; few orders at random, and none that goes on with what fits first, make one."""
        text = biased(rng, characters, alphabet="ab")
        rows = []
        for _ in range(2):
            cuts = [0, *sorted(rng.sample(range(1, characters), pairs - 1)), characters]
            rows.append([text[start:end] for start, end in zip(cuts, cuts[1:])])
        places = rng.sample(range(pairs), pairs)
        order = sorted(range(pairs), key=places.__getitem__)
        problem = cls([rows[0][i] for i in places], [rows[1][i] for i in places], order)
        orders = [list(range(pairs)), *(rng.sample(range(pairs), pairs) for _ in range(20))]
        if any(problem.score(order) == 1.0 for order in [*orders, problem.greedy(), problem.greedy(longest=True)]):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.upper) - 1
        pairs = "\n".join(f"{i}: A = {a}, B = {b}" for i, (a, b) in enumerate(zip(self.upper, self.lower)))
        rules = prose(f"""
            Each of the pairs 0..{last} below holds two strings A and B. Put all pairs in an order in which their
            strings A, written one directly behind the other, make the same string as their strings B in that order.
            There is such an order; if there are several, any of them is right.""")
        return f"{rules}\n{pairs}\nGive the numbers of the pairs in this order."

    def answer_format(self) -> Permutation:
        return Permutation(len(self.upper))

    def solve(self) -> list[int]:
        return self.planted

    def written(self, order: list[int]) -> list[str]:
        return ["".join(row[i] for i in order) for row in (self.upper, self.lower)]

    def greedy(self, longest: bool = False) -> list[int]:
        """Goes on with the first, or longest, pair with which neither string contradicts the other, else with any."""
        order: list[int] = []
        rest = list(range(len(self.upper)))
        if longest:
            rest.sort(key=lambda i: -len(self.upper[i] + self.lower[i]))
        while rest:
            fitting = (i for i in rest if self.agrees([*order, i]))
            order.append(next(fitting, rest[0]))
            rest.remove(order[-1])
        return order

    def agrees(self, order: list[int]) -> bool:
        above, below = self.written(order)
        return above.startswith(below) or below.startswith(above)

    def score(self, answer: list[int]) -> float:
        above, below = self.written(answer)
        return matching(above, below)
