"""Divisions of a set into two parts that cut every given subset."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.draws import distinct
from rlve.envs.verdict import Infeasible

REDRAWN = 0.92  # of the problems that are solved without looking ahead or by single moves


@dataclass(frozen=True)
class SetSplitting(Problem[list[int]]):
    """Divide a set into two parts so that each of many small subsets has elements in both."""

    elements: int
    subsets: list[list[int]]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        elements = 9 + difficulty
        return {"elements": elements, "subsets": 9 * elements // 5}

    @classmethod
    def generate(cls, rng: Random, elements: int, subsets: int) -> Self:
        planted = sorted(rng.sample(range(elements), rng.randint(elements // 3, elements - elements // 3)))

        def draw_subset() -> list[int] | None:
            subset = sorted(rng.sample(range(elements), 2 if rng.random() < 0.25 else 3))
            return subset if _splits(planted, subset) else None

        drawn = distinct(draw_subset, subsets)
        problem = cls(elements, [rng.sample(subset, len(subset)) for subset in drawn], planted)
        if problem.split_in_a_hurry == subsets and rng.random() < REDRAWN:
            raise Redraw
        return problem

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
        return maximized(self.split(set(answer)), len(self.subsets), power=10, naive=self.split_in_a_hurry)

    def split(self, part: set[int]) -> int:
        return sum(0 < len(part.intersection(subset)) < len(subset) for subset in self.subsets)

    @cached_property
    def split_in_a_hurry(self) -> int:
        """The most sets that a pass over the elements splits, or moving single elements as long as that helps."""
        containing: list[list[list[int]]] = [[] for _ in range(self.elements)]
        for subset in self.subsets:
            for element in subset:
                containing[element].append(subset)
        frequent = sorted(range(self.elements), key=lambda element: -len(containing[element]))
        parts = [_one_pass(order, containing) for order in (range(self.elements), frequent)]
        for part in (set(range(0, self.elements, 2)), *parts):
            _improve(part, containing)
            parts.append(part)
        return max(map(self.split, parts))


def _one_pass(order: Iterable[int], containing: list[list[list[int]]]) -> set[int]:
    """The part of the elements that would leave more sets unsplit on the other side."""
    part, others = set[int](), set[int]()
    for element in order:
        rests = [[other for other in subset if other != element] for subset in containing[element]]
        unsplit = [sum(side.issuperset(rest) for rest in rests) for side in (part, others)]
        (part if unsplit[0] <= unsplit[1] else others).add(element)
    return part


def _improve(part: set[int], containing: list[list[list[int]]]) -> None:
    """Moves single elements between the part and the others as long as fewer sets are left unsplit."""
    moved = True
    while moved:
        moved = False
        for element, subsets in enumerate(containing):
            sides = [sum((other in part) == (element in part) for other in subset) for subset in subsets]
            unsplit = sum(side == len(subset) for side, subset in zip(sides, subsets))
            if unsplit > sides.count(1):
                part ^= {element}
                moved = True


def _splits(part: list[int], subset: list[int]) -> bool:
    return 0 < sum(element in part for element in subset) < len(subset)
