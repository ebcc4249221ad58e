"""Colourings of the edges of a complete graph."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import factorial, gcd, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000


@dataclass(frozen=True)
class EdgeColoredCompleteGraphCount(Problem[int]):
    """Count the edge colourings of a complete graph up to exchanges of vertices of the same kind."""

    max_difficulty = 20

    kinds: list[int]
    colours: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 5 + difficulty // 2, "most_colours": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int, most_colours: int) -> Self:
        """Vertices of two or three kinds, seldom of one kind."""
        cuts = sorted(rng.sample(range(1, vertices), rng.choice((0, 1, 1, 2, 2))))
        kinds = [high - low for low, high in zip([0, *cuts], [*cuts, vertices])]
        return cls(kinds, rng.randint(2, most_colours), rng.choice(MODULI))

    def statement(self) -> str:
        names = [f"{count} vert{'ex' if count == 1 else 'ices'} of kind {k}" for k, count in enumerate(self.kinds, 1)]
        return prose(f"""
            A complete undirected graph has {sum(self.kinds)} vertices: {", ".join(names)}. Each of its edges gets one
            of {self.colours} colours; not all colours need be used. Two colourings are the same if one turns into the
            other by a permutation of the vertices that brings each vertex to one of its own kind (colours and kinds are
            not exchanged). How many different colourings are there? Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def colourings(self) -> int:
        """Burnside: of the permutations with given cycle lengths in each kind, each keeps colours^(orbits of edges)."""
        total = 0
        for types in product(*(_partitions(count, count) for count in self.kinds)):
            weight = prod(
                factorial(sum(lengths))
                // prod(length**times * factorial(times) for length, times in Counter(lengths).items())
                for lengths in types
            )
            cycles = [length for lengths in types for length in lengths]
            orbits = sum(length // 2 for length in cycles)
            orbits += sum(gcd(cycles[i], cycles[j]) for j in range(len(cycles)) for i in range(j))
            total += weight * self.colours**orbits
        return total // prod(map(factorial, self.kinds))

    def solve(self) -> int:
        return self.colourings() % self.modulus


def _partitions(number: int, largest: int) -> Iterator[list[int]]:
    """The ways to write a number as a sum of falling positive numbers."""
    if number == 0:
        yield []
    for first in range(min(number, largest), 0, -1):
        for rest in _partitions(number - first, first):
            yield [first, *rest]
