"""Strings of three letters in which each three neighbours are different."""

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class AlternatingStringMinSwaps(Problem[list[list[int]]]):
    """Exchange few pairs of characters so that each three neighbours of a string are different."""

    text: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"rounds": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, rounds: int) -> Self:
        """One target is the best, and exchanging from left to right is not enough."""
        problem = cls("".join(rng.sample("abc" * rounds, 3 * rounds)))
        if len(problem.solution) >= problem.naive():
            raise Redraw
        first = problem.exchanges("".join(sorted("abc", key=problem.text.index)))
        if len(first) == len(problem.solution) and rng.random() < 0.6:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.text)
        rules = prose(f"""
            The characters of the string below have the positions 0..{size - 1}. One exchange takes two different
            positions, neighbours or not, and exchanges the characters at them. Make a string in which any three
            consecutive characters are three different letters, with as few exchanges as you can. If several ways take
            the least number of exchanges, any of them is right.""")
        question = "Give the exchanges in the order in which they are done, one in a line, as two positions."
        return f"{rules}\n{self.text}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(0, len(self.text) - 1), count=2))

    def solve(self) -> list[list[int]]:
        return min((self.exchanges("".join(order)) for order in permutations("abc")), key=len)

    def exchanges(self, order: str) -> list[list[int]]:
        """The fewest exchanges that make `order` again and again: those that set two letters right come first.

        What remains falls into cycles of three letters, each of which takes two exchanges.
        """
        places: dict[str, list[int]] = {have + want: [] for have, want in permutations("abc", 2)}
        for i, (have, want) in enumerate(zip(self.text, order * (len(self.text) // 3))):
            if have != want:
                places[have + want].append(i)
        found = []
        for pair in ("ab", "ac", "bc"):
            both = [places[pair], places[pair[::-1]]]
            while all(both):
                found.append([both[0].pop(), both[1].pop()])
        for cycle in (("ab", "bc", "ca"), ("ac", "cb", "ba")):
            for i, j, k in zip(*(places[pair] for pair in cycle)):
                found += [[i, j], [j, k]]
        return found

    def greedy(self, order: str) -> list[list[int]]:
        """From left to right, each wrong letter is exchanged with the next one that is wanted."""
        letters, found = list(self.text), []
        for i, wanted in enumerate(order * (len(self.text) // 3)):
            if letters[i] != wanted:
                j = letters.index(wanted, i)
                found.append([i, j])
                letters[i], letters[j] = wanted, letters[i]
        return found

    def obvious(self) -> list[list[int]]:
        """Greedily towards the target that the most letters fit already."""
        rounds = len(self.text) // 3
        fits = Counter({"".join(p): sum(map(str.__eq__, self.text, "".join(p) * rounds)) for p in permutations("abc")})
        return self.greedy(fits.most_common(1)[0][0])

    def naive(self) -> int:
        """The better of that and of the second best target."""
        costs = sorted(len(self.exchanges("".join(order))) for order in permutations("abc"))
        return min(len(self.obvious()), costs[1])

    def score(self, answer: list[list[int]]) -> float:
        letters = list(self.text)
        for i, j in answer:
            if i == j:
                raise Infeasible("an exchange of a position with itself")
            letters[i], letters[j] = letters[j], letters[i]
        if any(len(set(letters[i : i + 3])) < 3 for i in range(len(letters) - 2)):
            raise Infeasible("three consecutive characters are not three different letters")
        optimum = len(self.solution)
        return minimized(len(answer), optimum, naive=max(self.naive(), optimum + 1))
