"""Places on a circle, taken in turn."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.toolkit.numbers import is_prime
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LexicographicCircularSlotAssignment(Problem[list[int]]):
    """Give boxes different slots on a circle by steps and shifts, with the lexicographically smallest shifts."""

    size: int
    step: int
    reserved: int
    starts: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_size": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest_size: int) -> Self:
        # when the step is coprime to the size, all shifts are 0
        size = rng.choice([n for n in range(largest_size // 2, largest_size + 1) if n > 3 and not is_prime(n)])
        step = rng.choice([d for d in range(1, size) if gcd(d, size) > 1])
        starts = [rng.randrange(size) for _ in range(size - 1)]
        problem = cls(size, step, rng.randrange(size), starts)
        common = gcd(step, size)
        if all(slot % common == start % common for slot, start in zip(problem.solution, starts)):
            raise Redraw
        if problem.solution == problem.by_steps() and rng.random() < 0.75:
            raise Redraw
        return problem

    def statement(self) -> str:
        n, last = self.size, self.size - 1
        rules = prose(f"""
            There are {n} slots, numbered 0 to {last}. Slot {self.reserved} is reserved. For each i = 1, ..., {last}
            choose integers X[i] >= 0 and Y[i] >= 0, and let P[i] be the remainder of
            C[i] + {self.step} * X[i] + Y[i] divided by {n}. All P[i] must be different from each other and from
            {self.reserved}. Among all such choices take those in which the sequence Y[1], ..., Y[{last}] is
            lexicographically smallest; among these, take the one in which X[1], ..., X[{last}] is lexicographically
            smallest. (The lexicographically smaller of two sequences is the one with the smaller number in the first
            place in which they differ.)""")
        return f"{rules}\nC[1], ..., C[{last}]: {' '.join(map(str, self.starts))}\nGive P[1], ..., P[{last}]."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.size - 1), count=self.size - 1)

    def by_steps(self) -> list[int]:
        """Steps as far as they lead to a free slot, and then the first free slot of all."""
        free, slots = set(range(self.size)) - {self.reserved}, list[int]()
        for start in self.starts:
            reached = ((start + self.step * steps) % self.size for steps in range(self.size))
            slots.append(next((slot for slot in reached if slot in free), min(free)))
            free.remove(slots[-1])
        return slots

    def solve(self) -> list[int]:
        """Each i in turn takes the smallest shift that leads to a free slot, and then the fewest steps."""
        free = set(range(self.size)) - {self.reserved}
        slots = []
        for start in self.starts:
            reached = (
                (start + shift + self.step * steps) % self.size
                for shift in range(gcd(self.step, self.size))
                for steps in range(self.size)
            )
            slots.append(next(slot for slot in reached if slot in free))
            free.remove(slots[-1])
        return slots

    def score(self, answer: list[int]) -> float:
        if len({*answer, self.reserved}) < self.size:
            raise Infeasible("two slots are equal, or one is reserved")
        return matching(answer, self.solution)
