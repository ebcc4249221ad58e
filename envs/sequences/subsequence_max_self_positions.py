"""Elements that stand at their own position."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SubsequenceMaxSelfPositions(Problem[list[int]]):
    """Keep a subsequence in which as many elements as possible equal their own position."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        # an element larger than its position can never match, so most are not
        numbers = [rng.randint(1, size if rng.randrange(4) == 0 else position) for position in range(1, size + 1)]
        problem = cls(numbers)
        if problem.matches(problem.solution) <= max(problem.greedy(), problem.matches(list(range(size)))):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            Keep some elements of the array A[0], ..., A[{last}] below, at least one, at positions i1 < i2 < ... < ik of
            your choice. What is kept makes an array B[1], ..., B[k], so that B[j] is the j-th kept element; note that A
            counts from 0 and B from 1. Make the number of positions j with B[j] = j as large as possible. Elements with
            B[j] different from j may be kept too, but do not count; the last one kept, however, must have B[k] = k. For
            example, keeping A[2] = 1, A[3] = 90 and A[5] = 3 gives B = 1, 90, 3, which counts two.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the positions i1, ..., ik in A."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def matches(self, kept: list[int]) -> int:
        return sum(self.numbers[i] == j for j, i in enumerate(kept, start=1))

    def greedy(self) -> int:
        """The matches of one who keeps an element whenever it is the next number."""
        wanted = 1
        for number in self.numbers:
            wanted += number == wanted
        return wanted - 1

    def solve(self) -> list[int]:
        """A longest chain of elements that can all match: from one to the next, values grow at most as positions do."""
        chains: list[list[int]] = []  # the longest that ends at each position
        for i, number in enumerate(self.numbers):
            if number > i + 1:
                chains.append([])
                continue
            earlier = (chains[j] for j in range(i) if chains[j] and self.numbers[j] < number <= self.numbers[j] + i - j)
            chains.append([*max(earlier, key=len, default=[]), i])
        kept: list[int] = []
        for i in max(chains, key=len):  # fill up with the elements just before it
            kept += range(i + 1 - (self.numbers[i] - len(kept)), i + 1)
        return kept

    def score(self, answer: list[int]) -> float:
        if any(i >= j for i, j in zip(answer, answer[1:])):
            raise Infeasible("the positions do not increase")
        if self.numbers[answer[-1]] != len(answer):  # else any answer could be stretched at its end
            raise Infeasible("the last element kept does not equal its position")
        return maximized(self.matches(answer), self.matches(self.solution), naive=self.greedy())
