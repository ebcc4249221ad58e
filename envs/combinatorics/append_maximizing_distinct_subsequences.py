"""Appending numbers to a sequence for many different subsequences."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized


@dataclass(frozen=True)
class AppendMaximizingDistinctSubsequences(Problem[list[int]]):
    """Append numbers to a sequence so that it has as many different subsequences as possible."""

    max_difficulty = 80

    numbers: list[int]
    values: int
    appended: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty, "values": 4 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, size: int, values: int) -> Self:
        """Some more numbers than values are appended, so that the order of all of them matters."""
        problem = cls([rng.randrange(values) for _ in range(size)], values, rng.randint(values, values + 2))
        if problem.naive() == problem.subsequences(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        size, total = len(self.numbers), len(self.numbers) + self.appended
        rules = prose(f"""
            Below is a sequence of {size} integers, each in 0..{self.values - 1}. Append {self.appended} further
            integers at its end, each in 0..{self.values - 1}, so that the resulting sequence of {total} integers has as
            many different subsequences as possible. A subsequence arises by deleting any of the integers and keeping
            the others in their order; subsequences with the same values in the same order count once, from whatever
            places they come. If several choices are equally good, any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the {self.appended} appended integers in order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.values - 1), count=self.appended)

    def subsequences(self, appended: Sequence[int]) -> int:
        """Of the whole sequence, the empty one too: all those before with and without the next value, once each."""
        total, before_last = 1, [0] * self.values
        for value in [*self.numbers, *appended]:
            total, before_last[value] = 2 * total - before_last[value], total
        return total

    def naive(self) -> int:
        """The best of all values in ascending or descending order, again and again, from any of them on."""
        return max(
            self.subsequences([(start + step * place) % self.values for place in range(self.appended)])
            for start in range(self.values)
            for step in (1, -1)
        )

    def solve(self) -> list[int]:
        """The value whose last place lies furthest back repeats the fewest subsequences."""
        sequence = self.numbers.copy()
        for _ in range(self.appended):
            last = {value: place for place, value in enumerate(sequence)}
            sequence.append(min(range(self.values), key=lambda value: last.get(value, -1)))
        return sequence[len(self.numbers) :]

    def score(self, answer: list[int]) -> float:
        best = self.subsequences(self.solution)
        return maximized(self.subsequences(answer), best, naive=self.naive())
