"""A rewriting system with the four tokens A#, #A, B# and #B."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Items, Word
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

TOKENS = ("#B", "B#", "#A", "A#")  # in this order, the notation of an answer is not a final form
EMPTY = "empty"


@dataclass(frozen=True)
class AbTokenRewriting(Problem[list[str]]):
    """Rewrite a program of the tokens A#, #A, B# and #B until nothing changes any more."""

    program: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"tokens": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, tokens: int) -> Self:
        problem = cls(rng.choices(TOKENS, [rng.randint(1, tokens) for _ in TOKENS], k=tokens))
        final, steps = _rewritten(problem.program)
        if steps < tokens // 2 or (not final and rng.random() < 0.7):
            raise Redraw
        if final == problem.by_numbers() and rng.random() < 0.8:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            A program is a sequence of the four tokens A#, #A, B# and #B. Two neighbouring tokens react if their marks #
            face each other, that is, if the left token ends in # and the right token begins with #. Two reacting tokens
            with the same letter both vanish, and the gap closes: A# #A becomes nothing, and so does B# #B. Two reacting
            tokens with different letters change places: A# #B becomes #B A#, and B# #A becomes #A B#. This goes on
            until no two neighbours react; the order of the reactions makes no difference. This is the program:""")
        return f"{rules}\n{' '.join(self.program)}\nWhat is its final form?"

    def answer_format(self) -> Items[str]:
        return Items(Word(TOKENS), empty=EMPTY)

    def by_numbers(self) -> list[str]:
        """What is left of each letter, those with the mark in front first: the letters' order is a guess."""
        left = [letter for letter in "AB" for _ in range(abs(self._surplus(letter)))]
        tokens = [f"#{letter}" if self._surplus(letter) > 0 else f"{letter}#" for letter in left]
        return sorted(tokens, key=lambda token: token[0] != "#")

    def _surplus(self, letter: str) -> int:
        return self.program.count(f"#{letter}") - self.program.count(f"{letter}#")

    def solve(self) -> list[str]:
        return _rewritten(self.program)[0]


def _rewritten(program: list[str]) -> tuple[list[str], int]:
    """The final form and the number of reactions, always of the leftmost pair that reacts."""
    tokens, place, steps = program[:], 0, 0
    while place < len(tokens) - 1:
        left, right = tokens[place : place + 2]
        if not (left[1] == right[0] == "#"):
            place += 1
            continue
        tokens[place : place + 2] = [] if left[0] == right[1] else [right, left]
        place = max(place - 1, 0)
        steps += 1
    return tokens, steps
