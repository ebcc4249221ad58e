"""Cutting a sequence into batches of few different values."""

from dataclasses import dataclass
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class PartitionSquaredDistinctCost(Problem[list[int]]):
    """Cut a sequence so that the sum of the squared numbers of different values in the parts is least."""

    values: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 12 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Stretches of few values each, so that cuts pay, and neighbouring stretches share some of them."""
        values: list[int] = []
        kinds = rng.sample(range(1, size + 1), 2)
        while len(values) < size:
            kinds = [*rng.sample(kinds, rng.randint(0, 1)), *rng.sample(range(1, size + 1), rng.randint(1, 2))]
            values += rng.choices(kinds, k=rng.randint(2, 3 * len(kinds)))
        problem = cls(values[:size])
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.values)
        rules = prose(f"""
            Cut the sequence A[1], ..., A[{size}] below into non-empty batches of consecutive elements, as many as you
            like; every element belongs to exactly one batch. A batch costs the square of the number of different values
            in it: the batch 7 5 7 costs 4. Make the sum of the costs of all batches as small as possible. If several
            cuts are equally good, any of them will do.""")
        question = f"Give the position of the last element of each batch, from left to right; the last one is {size}."
        return f"{rules}\n{' '.join(map(str, self.values))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.values)))

    def cost(self, ends: list[int]) -> int:
        return sum(len(set(self.values[start:end])) ** 2 for start, end in zip([0, *ends], ends))

    def merged(self) -> list[int]:
        """Single elements, of which neighbouring batches are joined as long as that saves something, the most first."""
        parts = [{value} for value in self.values]
        ends = list(range(1, len(self.values) + 1))
        while len(parts) > 1:
            saved = [len(a) ** 2 + len(b) ** 2 - len(a | b) ** 2 for a, b in zip(parts, parts[1:])]
            best = max(range(len(saved)), key=saved.__getitem__)
            if saved[best] <= 0:
                break
            parts[best : best + 2] = [parts[best] | parts[best + 1]]
            del ends[best]
        return ends

    def extended(self, most: int) -> list[int]:
        """Batches from the left, each as long as it has at most so many different values."""
        ends: list[int] = []
        seen: set[int] = set()
        for i, value in enumerate(self.values):
            seen.add(value)
            if len(seen) > most:
                ends.append(i)
                seen = {value}
        return [*ends, len(self.values)]

    def naive(self) -> int:
        """The best of joining batches, one batch, and batches of at most one, two or three values."""
        size = len(self.values)
        return min(map(self.cost, [self.merged(), [size], *(self.extended(most) for most in (1, 2, 3))]))

    def solve(self) -> list[int]:
        """best[i]: the least cost of the first i elements; batches of more than sqrt(size) values cost too much."""
        best, starts = [0], [0]
        most = isqrt(len(self.values))
        for end in range(1, len(self.values) + 1):
            seen: set[int] = set()
            cost, at = best[-1] + 1, end - 1
            for start in range(end - 1, -1, -1):
                seen.add(self.values[start])
                if len(seen) > most:
                    break
                if best[start] + len(seen) ** 2 < cost:
                    cost, at = best[start] + len(seen) ** 2, start
            best.append(cost)
            starts.append(at)
        ends = [len(self.values)]
        while starts[ends[-1]]:
            ends.append(starts[ends[-1]])
        return ends[::-1]

    def score(self, answer: list[int]) -> float:
        if any(a >= b for a, b in zip(answer, answer[1:])):
            raise Infeasible("the positions do not rise")
        if answer[-1] != len(self.values):
            raise Infeasible(f"the last batch does not end at {len(self.values)}")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())
