"""Orderings whose prefix products are all different modulo a prime."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.numbers import primes, primitive_roots, sequencing
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class DistinctPrefixProductPermutation(Problem[list[int]]):
    """Complete an ordering of 1..p whose prefix products are all different modulo the prime p."""

    entries: list[int]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"smallest": 11 + difficulty, "largest": 13 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, smallest: int, largest: int) -> Self:
        """Powers of a primitive root whose exponents have different prefix sums; then p, which makes the product 0."""
        candidates = [prime for prime in primes(largest) if prime >= smallest]
        if not candidates:
            raise Redraw
        prime = rng.choice(candidates)
        root = rng.choice(primitive_roots(prime))
        exponents = sequencing(prime - 1, turned=rng.random() < 0.5)
        planted = [*(pow(root, exponent, prime) for exponent in exponents), prime]
        given = rng.sample(range(1, prime - 1), min(2 + prime // 6, prime - 2))
        return cls([number if i in given else 0 for i, number in enumerate(planted)], planted)

    def statement(self) -> str:
        size = len(self.entries)
        rules = prose(f"""
            Below is an ordering of the numbers 1..{size} in which some of them are missing: a 0 stands for a missing
            number. Replace every 0 and leave the other numbers where they are, such that each of 1..{size} occurs
            exactly once and the products of the first k numbers, for k = 1, 2, ..., {size}, leave {size} different
            remainders when divided by {size} (which is a prime). Any such ordering is right.""")
        return f"{rules}\n{' '.join(map(str, self.entries))}"

    def answer_format(self) -> Permutation:
        return Permutation(len(self.entries), base=1)

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        for place, (given, number) in enumerate(zip(self.entries, answer), start=1):
            if given not in (0, number):
                raise Infeasible(f"the given number at place {place} was changed")
        size, product, remainders = len(answer), 1, set[int]()
        for number in answer:
            product = product * number % size
            remainders.add(product)
        return proportion(len(remainders), size, power=20)  # to repeat one or two remainders is easy
