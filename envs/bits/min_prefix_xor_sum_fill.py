"""Unknown numbers that keep prefix XORs small."""

from dataclasses import dataclass
from itertools import accumulate
from operator import xor
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible

UNKNOWN = -1


@dataclass(frozen=True)
class MinPrefixXorSumFill(Problem[list[int]]):
    """Fill the gaps of a list of numbers so that the sum of its prefix XORs is as small as possible."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 10 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Each unknown number is followed by at least three that are known."""
        numbers = [rng.randint(0, 2 * size) for _ in range(size)]
        place = rng.randint(0, 2)
        while place < size - 3:
            numbers[place] = UNKNOWN
            place += rng.randint(4, 7)
        problem = cls(numbers)
        if problem.naive() == problem.cost(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            Below is a list P[1], P[2], ..., P[{size}] of non-negative integers, some of which are unknown and shown as
            a question mark. Replace each unknown number by a non-negative integer of any size so that the sum Q[1] +
            Q[2] + ... + Q[{size}] is as small as possible, where Q[i] is the bitwise XOR of P[1], P[2], ..., P[i]. If
            several lists are equally good, any of them will do.""")
        shown = " ".join("?" if number == UNKNOWN else str(number) for number in self.numbers)
        return f"{rules}\n{shown}\nGive all {size} numbers of the list in their order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=len(self.numbers))

    def cost(self, numbers: list[int]) -> int:
        return sum(accumulate(numbers, xor))

    def runs(self) -> list[list[int]]:
        """For each unknown number, the XORs of the known ones that follow it: of none, of one, and so on."""
        found: list[list[int]] = []
        for number in self.numbers:
            if number == UNKNOWN:
                found.append([0])
            elif found:
                found[-1].append(found[-1][-1] ^ number)
        return found

    def filled(self, prefixes: list[int]) -> list[int]:
        """The list whose prefix XORs at the unknown numbers are these."""
        numbers, total, wanted = list[int](), 0, iter(prefixes)
        for number in self.numbers:
            numbers.append(total ^ next(wanted) if number == UNKNOWN else number)
            total ^= numbers[-1]
        return numbers

    def naive(self) -> int:
        """The sum if every unknown number makes its own prefix XOR 0, or one of those up to the next unknown number."""
        return self.cost(self.filled([min(run, key=lambda q: sum(q ^ other for other in run)) for run in self.runs()]))

    def solve(self) -> list[int]:
        """An unknown number lets the prefix XOR be anything there: each bit is what most of its run have."""
        return self.filled([majority(run) for run in self.runs()])

    def score(self, answer: list[int]) -> float:
        for place, (given, number) in enumerate(zip(self.numbers, answer), start=1):
            if given not in (UNKNOWN, number):
                raise Infeasible(f"P[{place}] is {given}, not {number}")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())


def majority(numbers: list[int]) -> int:
    """The bits that more than half of the numbers have."""
    places = range(max(numbers).bit_length())
    return sum(1 << place for place in places if 2 * sum(n >> place & 1 for n in numbers) > len(numbers))
