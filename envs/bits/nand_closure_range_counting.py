"""What NAND can make of given numbers."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NandClosureRangeCounting(Problem[list[int]]):
    """How many numbers of a range can be made of given ones by NAND, and which is the smallest?"""

    max_difficulty = 50

    numbers: list[int]
    bits: int
    low: int
    high: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 3 + difficulty // 3, "bits": 7 + difficulty, "most_classes": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, count: int, bits: int, most_classes: int) -> Self:
        classes = rng.randint(4, most_classes)
        members = [rng.randrange(classes) for _ in range(bits)]
        numbers = []
        for _ in range(count):
            share = rng.uniform(0.3, 0.7)
            taken = [rng.random() < share for _ in range(classes)]
            numbers.append(sum(1 << place for place in range(bits) if taken[members[place]]))
        low, high = sorted(rng.randint(1, (1 << bits) - 2) for _ in range(2))
        problem = cls(numbers, bits, low, high)
        if problem.solution[0] < 2 or problem.solution[1] in (low, *numbers):
            raise Redraw
        return problem

    def statement(self) -> str:
        end = (1 << self.bits) - 1
        return prose(f"""
            Integers in 0..{end} are read as strings of {self.bits} binary digits, with zeros in front where needed. The
            NAND of two of them has a 0 at exactly the places where both have a 1, and a 1 at all other of the
            {self.bits} places; so the NAND of 0 and 0 is {end}. At first one has the numbers
            {", ".join(map(str, self.numbers))}. Again and again one may add the NAND of two numbers that one has, which
            may be the same number twice, and keeps all of them. Give two numbers: how many different numbers in
            {self.low}..{self.high} (both ends included) one can have after enough steps, those of the beginning
            included, and the smallest of them.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=2)

    def classes(self) -> list[int]:
        """The sets of places at which all numbers agree, as numbers; that of the lowest highest place first."""
        sets: dict[tuple[int, ...], int] = {}
        for place in reversed(range(self.bits)):
            pattern = tuple(number >> place & 1 for number in self.numbers)
            sets[pattern] = sets.get(pattern, 0) | 1 << place
        return list(sets.values())[::-1]

    def solve(self) -> list[int]:
        """NAND makes every Boolean function, so one gets the unions of classes; their order is that of the choices."""
        classes = self.classes()

        def made(choice: int) -> int:
            return sum(places for i, places in enumerate(classes) if choice >> i & 1)

        choices = range(1 << len(classes))
        first = bisect_left(choices, self.low, key=made)
        return [bisect_right(choices, self.high, key=made) - first, made(first)]
