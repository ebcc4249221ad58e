"""Groups of equally many numbers with the same sum."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class EqualSumKTuplePartition(Problem[list[list[int]]]):
    """Split numbers into groups of a given size so that all groups have the same sum."""

    numbers: list[int]
    size: int
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"groups": 3 + difficulty // 3, "scale": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, groups: int, scale: int) -> Self:
        """Groups cut from the same total at random places."""
        size = rng.randint(3, 5)
        total = rng.randint(2 * scale * size, 4 * scale * size)
        planted = []
        for _ in range(groups):
            cuts = [0, *sorted(rng.sample(range(1, total), size - 1)), total]
            planted.append([end - start for start, end in zip(cuts, cuts[1:])])
        numbers = [number for group in planted for number in group]
        rng.shuffle(numbers)
        problem = cls(numbers, size, planted)
        if any(len({sum(group) for group in way}) == 1 for way in (problem.snake(), problem.emptiest_first())):
            raise Redraw
        return problem

    def statement(self) -> str:
        groups = len(self.planted)
        rules = prose(f"""
            Split the {len(self.numbers)} positive integers below into {groups} groups of exactly {self.size} numbers
            each, such that every group has the same sum, {self.total()}. Every number is used exactly once, one that
            appears several times as often as it appears. A split exists; if there are several, any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the groups, one a line; the order does not matter."

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(), count=self.size), count=len(self.planted))

    def total(self) -> int:
        return sum(self.numbers) // len(self.planted)

    def snake(self) -> list[list[int]]:
        """The largest numbers to the groups in turn, forth and back."""
        groups: list[list[int]] = [[] for _ in self.planted]
        ordered = sorted(self.numbers, reverse=True)
        for turn in range(self.size):
            row = ordered[turn * len(groups) : (turn + 1) * len(groups)]
            for group, number in zip(groups, row if turn % 2 == 0 else row[::-1]):
                group.append(number)
        return groups

    def emptiest_first(self) -> list[list[int]]:
        """The largest number that is left to the group with the least sum that has room, again and again."""
        groups: list[list[int]] = [[] for _ in self.planted]
        for number in sorted(self.numbers, reverse=True):
            min((group for group in groups if len(group) < self.size), key=sum).append(number)
        return groups

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        left = Counter(self.numbers)
        left.subtract(number for group in answer for number in group)
        for number, count in left.items():
            if count:
                raise Infeasible(f"{number} is used too {'rarely' if count > 0 else 'often'}")
        for group in answer:
            if sum(group) != self.total():
                raise Infeasible(f"a group has the sum {sum(group)}, not {self.total()}")
        return 1.0
