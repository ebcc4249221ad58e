"""Divisions of a set into two parts that cut every given subset."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.draws import distinct
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SetSplitting(Problem[list[int]]):
    """Divide a set into two parts so that each of many small subsets has elements in both."""

    elements: int
    subsets: list[list[int]]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        elements = 6 + difficulty
        return {"elements": elements, "subsets": 9 * elements // 5}

    @classmethod
    def generate(cls, rng: Random, elements: int, subsets: int) -> Self:
        planted = sorted(rng.sample(range(elements), rng.randint(elements // 3, elements - elements // 3)))

        def draw_subset() -> list[int] | None:
            subset = sorted(rng.sample(range(elements), 2 if rng.random() < 0.25 else 3))
            return subset if _splits(planted, subset) else None

        drawn = distinct(draw_subset, subsets)
        return cls(elements, [rng.sample(subset, len(subset)) for subset in drawn], planted)

    def statement(self) -> str:
        rules = prose(f"""
            Divide the integers 0..{self.elements - 1} into two parts, so that each integer is in exactly one part and
            each of the following {len(self.subsets)} sets, one in a line, has at least one element in each part.""")
        question = "Give the elements of one of the two parts, in any order; the other part consists of all the rest."
        return f"{rules}\n{table(self.subsets)}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.elements - 1))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("an element is named twice")
        return proportion(sum(_splits(answer, subset) for subset in self.subsets), len(self.subsets))


def _splits(part: list[int], subset: list[int]) -> bool:
    return 0 < sum(element in part for element in subset) < len(subset)
