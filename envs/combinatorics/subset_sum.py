"""Numbers that add up to a target."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SubsetSum(Problem[list[int]]):
    """Choose numbers of a list that add up to a target exactly."""

    numbers: list[int]
    target: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + 3 * difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = [rng.randint(1, size * size) for _ in range(size)]
        target = sum(rng.sample(numbers, rng.randint(2, size - 2)))
        if target in (_filled(target, numbers), _filled(target, sorted(numbers, reverse=True))):
            raise Redraw
        return cls(numbers, target)

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            Below are the numbers A[0], A[1], ..., A[{last}]. Choose different indices such that the numbers with these
            indices add up to exactly {self.target}. There is at least one such choice, and any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the chosen indices (not the numbers) in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def solve(self) -> list[int]:
        """Bit s of reachable[i] tells whether some of the first i numbers add up to s."""
        reachable = [1]
        for number in self.numbers:
            reachable.append(reachable[-1] | reachable[-1] << number)
        chosen, left = [], self.target
        for index in reversed(range(len(self.numbers))):
            if not reachable[index] >> left & 1:
                chosen.append(index)
                left -= self.numbers[index]
        return chosen[::-1]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("an index is given twice")
        return float(sum(self.numbers[index] for index in answer) == self.target)


def _filled(target: int, numbers: list[int]) -> int:
    """The sum of the numbers that one takes in this order as long as the target is not exceeded."""
    total = 0
    for number in numbers:
        if total + number <= target:
            total += number
    return total
