"""Patterns in the bits of an arithmetic progression modulo a number."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class LinearCongruenceBitPatternOccurrences(Problem[list[int]]):
    """How often do two patterns occur in a string of bits given by residues?"""

    max_difficulty = 40

    modulus: int
    factor: int
    offset: int
    bound: int
    patterns: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        size = 100.0
        for _ in range(difficulty):
            size *= 1.4
        return {"modulus": int(size), "longest": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, modulus: int, longest: int) -> Self:
        """Patterns that occur; how often is picked before the pattern, for long ones occur seldom.

        The first one would occur once more if the bits went on from the end to the beginning.
        """
        size = rng.randint(2 * modulus // 3, modulus)
        factor = rng.randint(2, size - 1)
        if gcd(factor, size) > 1 or size - factor < 2:
            raise Redraw
        problem = cls(size, factor, rng.randrange(size), rng.randint(size // 4, 3 * size // 4), [])
        patterns: list[str] = []
        for _ in range(20):
            before_end = 0 if patterns else rng.randint(1, 2)
            start = size - before_end if before_end else rng.randrange(size - longest)
            text = problem.bits(start, start + longest)
            by_count: dict[int, list[str]] = {}
            for length in range(3, longest + 1):
                by_count.setdefault(problem.occurrences(text[:length]), []).append(text[:length])
            by_count.pop(0, None)
            if not by_count:
                continue
            pattern = rng.choice(by_count[rng.choice(sorted(by_count))])
            if pattern not in patterns and len(set(pattern)) == 2:
                patterns.append(pattern)
            if len(patterns) == 2:
                break
        else:
            raise Redraw
        return cls(problem.modulus, problem.factor, problem.offset, problem.bound, patterns)

    def statement(self) -> str:
        rules = prose(f"""
            The string C of {self.modulus} bits C[0], C[1], ..., C[{self.modulus - 1}] is given by a rule: C[i] is 0 if
            the remainder of {self.factor} * i + {self.offset} on division by {self.modulus} is less than {self.bound},
            and 1 otherwise. For each of the two patterns below, count the places at which it occurs in C as consecutive
            bits. Occurrences may overlap; they do not go on from the end of C to its beginning.""")
        lines = "\n".join(self.patterns)
        return f"{rules}\n{lines}\nGive the two numbers of occurrences in this order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=2)

    def bits(self, start: int, end: int) -> str:
        values = ((self.factor * i + self.offset) % self.modulus for i in range(start, end))
        return "".join("0" if value < self.bound else "1" for value in values)

    def occurrences(self, pattern: str, cyclic: bool = False) -> int:
        """Residues at which one begins: each bit forbids an interval, the end of C (unless `cyclic`) single ones."""
        size = self.modulus
        forbidden: list[tuple[int, int]] = []
        for i, bit in enumerate(pattern):
            low, high = (self.bound, size) if bit == "0" else (0, self.bound)
            low, high = ((end - self.factor * i) % size for end in (low, high))
            forbidden += [(low, high)] if low < high else [(low, size), (0, high)]
        for i in range(size if cyclic else size - len(pattern) + 1, size):
            value = (self.factor * i + self.offset) % size
            forbidden.append((value, value + 1))
        allowed = end = 0
        for low, high in sorted(forbidden):
            allowed += max(0, low - end)
            end = max(end, high)
        return allowed + size - end

    def solve(self) -> list[int]:
        return [self.occurrences(pattern) for pattern in self.patterns]
