"""Short strings with many occurrences of given words."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.draws import distinct
from rlve.envs.toolkit.texts import biased


@dataclass(frozen=True)
class ShortestStringPatternOccurrences(Problem[list[int]]):
    """How short can a string be in which given words occur so and so many times together?"""

    words: list[str]
    totals: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"words": 4 + difficulty // 4, "longest": 7 + difficulty // 2, "total": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, words: int, longest: int, total: int) -> Self:
        """The beginning of a word is often the end of another one."""
        chosen: list[str] = []

        def word() -> str | None:
            length = rng.randint(longest // 2 + 1, longest)
            overlap = rng.choice(chosen)[-rng.randint(1, length - 1) :] if chosen and rng.random() < 0.7 else ""
            new = (overlap + biased(rng, length, 30, 70, "ab"))[:length]
            if any(new in other or other in new for other in chosen):
                return None
            chosen.append(new)
            return new

        problem = cls(distinct(word, words), totals=[rng.randint(3, total - 1), total])
        if problem.greedy() == problem.solution or problem.one_word() == problem.solution:
            raise Redraw
        return problem

    def statement(self) -> str:
        first, second = self.totals
        rules = prose(f"""
            The total of a string T over the letters a and b is the number of places at which one of the words below
            begins in T and lies in T as a whole, in consecutive characters. Occurrences may overlap, and all of them
            count: with the words aba and bb, the total of ababbb is 3. Words may occur several times or not at all.
            What is the smallest length of a string whose total is at least {first}, and what is the smallest length of
            one whose total is at least {second}?""")
        return f"{rules}\n{table([word] for word in self.words)}\nGive the two lengths in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=1), count=2)

    def solve(self) -> list[int]:
        return [min(self.lengths(total)) for total in self.totals]

    def lengths(self, total: int) -> list[int]:
        """The least length of a string with this total that ends with each word.

        No word lies in another one, so that words end in the order in which they begin.
        """
        added = self.added()
        lengths = [len(word) for word in self.words]
        for _ in range(total - 1):
            lengths = [min(map(int.__add__, lengths, column)) for column in zip(*added)]
        return lengths

    def added(self) -> list[list[int]]:
        """The letters that word j adds behind word i."""
        return [[len(b) - _overlap(a, b) for b in self.words] for a in self.words]

    def greedy(self) -> list[int]:
        """From the best first word, each time the word that adds the fewest letters."""
        steps, found = [min((letters, j) for j, letters in enumerate(row)) for row in self.added()], []
        for total in self.totals:
            lengths = []
            for i, word in enumerate(self.words):
                length, last = len(word), i
                for _ in range(total - 1):
                    step, last = steps[last]
                    length += step
                lengths.append(length)
            found.append(min(lengths))
        return found

    def one_word(self) -> list[int]:
        """One word again and again, the best one."""
        added = self.added()
        ways = [(len(word), added[i][i]) for i, word in enumerate(self.words)]
        return [min(length + (total - 1) * step for length, step in ways) for total in self.totals]


def _overlap(a: str, b: str) -> int:
    """The most letters at the end of a, but not all of a or b, that are also the beginning of b."""
    return next(size for size in range(min(len(a), len(b)) - 1, -1, -1) if a.endswith(b[:size]))
