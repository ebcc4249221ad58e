"""The most frequent value."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class ArrayMode(Problem[int]):
    """Name a value that occurs most often in an array, in which another one is a close second or draws level."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 14 + 8 * difficulty, "values": 7 + 4 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, values: int) -> Self:
        pool = rng.sample(range(10 * values), values)
        numbers = rng.choices(pool, k=size)
        first, second, third, *_ = [times for _, times in Counter(numbers).most_common(3)] + [0, 0]
        if first - second > 1 or first == third:
            raise Redraw
        half = numbers[: size // 2]
        if numbers.count(max(half, key=half.count)) == first and rng.random() < 0.65:  # to count half would do
            raise Redraw
        return cls(numbers)

    def statement(self) -> str:
        rules = prose(f"""
            Which value occurs most often among the {len(self.numbers)} integers below? If several values occur equally
            often and more often than all others, name any one of them. Give the value itself, not its position.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer()

    def solve(self) -> int:
        return Counter(self.numbers).most_common(1)[0][0]

    def score(self, answer: int) -> float:
        if answer not in self.numbers:
            raise Infeasible("this value does not occur at all")
        return float(self.numbers.count(answer) == self.numbers.count(self.solution))
