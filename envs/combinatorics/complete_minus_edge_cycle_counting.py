"""Cycles of a complete graph that lost a few edges."""

from dataclasses import dataclass
from math import comb, factorial
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000: factorials of smaller numbers do not vanish


@dataclass(frozen=True)
class CompleteMinusEdgeCycleCounting(Problem[int]):
    """Count the simple cycles, of lengths in a range, of a complete graph without some edges that share no vertex."""

    vertices: int
    removed: list[list[int]]
    shortest: int
    longest: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 8 + difficulty, "most_removed": 2 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, vertices: int, most_removed: int) -> Self:
        removed = rng.randint(2, min(most_removed, vertices // 2))
        ends = rng.sample(range(vertices), 2 * removed)
        edges = [sorted(pair) for pair in zip(ends[::2], ends[1::2])]
        shortest = rng.randint(3, vertices - 2)
        problem = cls(vertices, edges, shortest, rng.randint(max(5, shortest), vertices), rng.choice(MODULI))
        if problem.cycles() < 500:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            An undirected simple graph has the vertices 0..{self.vertices - 1}. Every two of them are joined by an edge,
            except for the pairs listed below. How many simple cycles of this graph have at least {self.shortest} and at
            most {self.longest} edges? A simple cycle visits no vertex twice. Cycles are different if their sets of
            edges are: where a cycle begins and which way it runs does not matter, while the same vertices in another
            cyclic order may form another cycle. Give the number modulo {self.modulus}.""")
        return f"{rules}\nNot joined, a pair a line:\n{table(self.removed)}"

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def cycles(self) -> int:
        """By inclusion and exclusion over the removed edges of the complete graph that a cycle uses.

        A cycle of n vertices through j given edges orders n - j blocks around a circle, and turns each edge either way.
        """
        total = 0
        for length in range(self.shortest, self.longest + 1):
            for used in range(min(len(self.removed), length // 2) + 1):
                others = comb(self.vertices - 2 * used, length - 2 * used)
                circles = factorial(length - used - 1) * 2**used // 2
                total += (-1) ** used * comb(len(self.removed), used) * others * circles
        return total

    def solve(self) -> int:
        return self.cycles() % self.modulus
