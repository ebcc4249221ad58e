"""Two rows that become permutations by exchanges within columns."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinColumnSwapsDistinctRows(Problem[list[int]]):
    """Exchange the numbers of as few columns as possible so that neither row repeats a number."""

    first: list[int]
    second: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"components": 3 + difficulty // 3, "size": 11 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, components: int, size: int) -> Self:
        """Cycles of three columns or more, each of which shares a number with the next."""
        sizes = [3] * components
        for _ in range(size - 3 * components):
            sizes[rng.randrange(components)] += 1
        numbers, columns = rng.sample(range(1, size + 1), size), list[list[int]]()
        for length in sizes:
            cycle, numbers = numbers[:length], numbers[length:]
            columns += [rng.sample((cycle[place - 1], cycle[place]), 2) for place in range(length)]
        rng.shuffle(columns)
        problem = cls([first for first, _ in columns], [second for _, second in columns])
        if problem.naive() == len(problem.solution) or len(problem.solution) < components:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.first)
        rules = prose(f"""
            Two arrays A[0], ..., A[{size - 1}] and B[0], ..., B[{size - 1}] together contain every number from 1 to
            {size} exactly twice. Choosing an index i exchanges A[i] with B[i]. Choose as few indices as possible so
            that, after all these exchanges, no number stands twice in A and no number stands twice in B. If several
            choices are equally good, any of them will do.""")
        rows = [f"{name}: {' '.join(map(str, row))}" for name, row in (("A", self.first), ("B", self.second))]
        return "\n".join([rules, *rows, "Give the chosen indices in any order."])

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.first) - 1))

    def components(self) -> list[tuple[list[int], list[int]]]:
        """Columns that hold a common number are joined: of each component, two sets of which just one is exchanged.

        Columns with the number in the same row belong to different sets, others to the same. The first set holds the
        first column of the component.
        """
        places: dict[int, list[tuple[int, int]]] = {}
        for row, numbers in enumerate((self.first, self.second)):
            for column, number in enumerate(numbers):
                places.setdefault(number, []).append((row, column))
        side, found = dict[int, int](), []
        for start in range(len(self.first)):
            if start in side:
                continue
            side[start], reached = 0, [start]
            for column in reached:
                for number in (self.first[column], self.second[column]):
                    (row, one), (other_row, other) = places[number]
                    neighbour = other if one == column else one
                    if neighbour not in side:
                        side[neighbour] = side[column] ^ (row == other_row)
                        reached.append(neighbour)
            found.append(([c for c in reached if not side[c]], [c for c in reached if side[c]]))
        return found

    def naive(self) -> int:
        """The exchanges if the first column of each component stays as it is, or the last one of each."""
        first = sum(len(others) for _, others in self.components())
        last = sum(len(min(sets, key=lambda s: max(s, default=-1))) for sets in self.components())
        return min(first, last)

    def solve(self) -> list[int]:
        return sorted(column for sets in self.components() for column in min(sets, key=len))

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) != len(answer):
            raise Infeasible("an index is given twice")
        first, second = self.first.copy(), self.second.copy()
        for column in answer:
            first[column], second[column] = second[column], first[column]
        for name, row in (("A", first), ("B", second)):
            if len(set(row)) != len(row):
                raise Infeasible(f"a number stands twice in {name}")
        return minimized(len(answer), len(self.solution), naive=self.naive())
