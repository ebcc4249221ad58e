"""Strings made from each other by moving reversed ends to the front."""

from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SuffixReversalTransformation(Problem[list[int]]):
    """Turn a string into another one by moving its reversed end to the front, again and again."""

    source: str
    target: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        """No two operations are enough."""
        letters = ascii_lowercase[: max(3, (length + 1) // 2)]
        source = "".join(rng.choices(letters, k=length))
        problem = cls(source, "".join(rng.sample(source, length)))
        near = {source}
        for _ in range(2 if length <= 30 else 1):
            near |= {_after(text, count) for text in near for count in range(length + 1)}
        if problem.target in near:
            raise Redraw
        return problem

    def statement(self) -> str:
        length = len(self.source)
        rules = prose(f"""
            An operation with the number x from 0 to {length} cuts the last x characters off a string, reverses them,
            and puts them in front of the others: x = 2 turns abcde into edabc. Turn S into T by at most {3 * length}
            operations, one after the other. It can be done; if there are several ways, any of them is right.""")
        return f"{rules}\nS = {self.source}\nT = {self.target}\nGive the numbers x in the order of the operations."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.source)))

    def solve(self) -> list[int]:
        """Three operations for each letter of T, from the last one on: what is done stands in front.

        Reversed, the string ends with what is done, and the letter that is wanted lies j places before the end; moving
        those j to the front puts it last, and one more operation puts it first.
        """
        text, operations, length = self.source, list[int](), len(self.source)
        for done, letter in enumerate(reversed(self.target)):
            for count in (length, text.index(letter, done), 1):
                text = _after(text, count)
                operations.append(count)
        return operations

    def score(self, answer: list[int]) -> float:
        if len(answer) > 3 * len(self.source):
            raise Infeasible(f"more than {3 * len(self.source)} operations")
        text = self.source
        for count in answer:
            text = _after(text, count)
        return float(text == self.target)


def _after(text: str, count: int) -> str:
    rest = len(text) - count
    return text[rest:][::-1] + text[:rest]
