"""Sets of numbers that are not legs of the same right triangle."""

from dataclasses import dataclass
from functools import cache
from math import gcd, isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

MODULUS = 10_007
LONGEST_LEG = 600


@dataclass(frozen=True)
class PythagoreanGraphIndependentSets(Problem[int]):
    """Count the sets of given numbers of which no two are the legs of a primitive Pythagorean triple."""

    max_difficulty = 30

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Mostly partners of numbers that are there already; also repeated ones, and legs that are not primitive."""
        partners = _partners()
        starts = [leg for leg, others in partners.items() if len(others) > 1]
        numbers: list[int] = []
        while len(numbers) < size:
            new = [other for known in numbers for other in partners.get(known, []) if other not in numbers]
            kind = rng.random()
            if kind < 0.65 and new:
                numbers.append(rng.choice(new))
            elif kind < 0.8 and numbers:
                numbers.append(rng.choice(numbers))
            elif kind < 0.9 and numbers:
                numbers.append(rng.randint(2, 4) * rng.choice(numbers))
            else:
                numbers.append(rng.choice(starts))
        rng.shuffle(numbers)
        problem = cls(numbers)
        if 5 * len(problem.edges()) < 2 * size or len(set(numbers)) < size // 2:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.numbers) - 1
        rules = prose(f"""
            Below are the numbers H[0], H[1], ..., H[{last}]. Two different indices i and j are called joined if H[i]
            and H[j] have no common divisor above 1 and H[i]^2 + H[j]^2 is the square of an integer. (So indices of 3
            and 4 are joined, those of 6 and 8 are not, nor are those of equal numbers.) How many non-empty sets of
            indices contain no two indices that are joined? Indices of equal numbers are different indices.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the number of sets modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def edges(self) -> list[tuple[int, int]]:
        """The pairs of different numbers, not of indices, that are joined."""
        values = sorted(set(self.numbers))
        return [(one, other) for place, other in enumerate(values) for one in values[:place] if are_joined(one, other)]

    def solve(self) -> int:
        """Equal numbers go together: none of them is chosen, or some in 2^copies - 1 ways."""
        neighbours: dict[int, set[int]] = {number: set() for number in self.numbers}
        for one, other in self.edges():
            neighbours[one].add(other)
            neighbours[other].add(one)

        @cache
        def sets(left: frozenset[int]) -> int:
            """Of these numbers only, the empty set too; parts that are not joined multiply."""
            if not left:
                return 1
            number = max(sorted(left), key=lambda one: len(neighbours[one] & left))
            part, reached = {number}, [number]
            for one in reached:
                new = (neighbours[one] & left) - part
                part |= new
                reached += sorted(new)
            without = sets(frozenset(part - {number}))
            with_it = sets(frozenset(part - {number} - neighbours[number]))
            ways = without + ((1 << self.numbers.count(number)) - 1) * with_it
            return ways * sets(left - part)

        return (sets(frozenset(self.numbers)) - 1) % MODULUS


def are_joined(one: int, other: int) -> bool:
    square = one * one + other * other
    return gcd(one, other) == 1 and isqrt(square) ** 2 == square


@cache
def _partners() -> dict[int, list[int]]:
    """Leg -> the other legs of primitive triples, none above `LONGEST_LEG`; by m and n of Euclid's formula."""
    found: dict[int, list[int]] = {}
    for m in range(2, LONGEST_LEG // 2 + 1):
        for n in range(1 + m % 2, m, 2):
            odd, even = m * m - n * n, 2 * m * n
            if gcd(m, n) == 1 and max(odd, even) <= LONGEST_LEG:
                found.setdefault(odd, []).append(even)
                found.setdefault(even, []).append(odd)
    return found
