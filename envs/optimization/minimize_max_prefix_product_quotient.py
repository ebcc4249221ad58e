"""Orders in which no quotient of products is large."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized


@dataclass(frozen=True)
class MinimizeMaxPrefixProductQuotient(Problem[list[int]]):
    """Order pairs of numbers so that the largest quotient of the product before and the own divisor is least."""

    first: int
    factors: list[int]
    divisors: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Divisors of many magnitudes, as the products have, so that not only the last place matters."""
        factors = [rng.randint(1, 6) for _ in range(size)]
        divisors = [rng.randint(1, 2 ** rng.randint(0, min(40, 3 * size // 2))) for _ in range(size)]
        problem = cls(rng.randint(20, 99), factors, divisors)
        best = problem.largest(problem.solution)
        if best < 5 or best == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.factors)
        rules = prose(f"""
            There are {size} pairs (a, b) of positive integers, numbered 1..{size}. Put them into an order. The value of
            a pair in it is the product of {self.first} and of the a of all pairs before it (not its own a), divided by
            its own b and rounded down to an integer; the first pair has the value {self.first} / b, rounded down. Make
            the largest of the {size} values as small as possible. The lines below give a and b of the pairs 1, 2, ...,
            {size}, in this order. If several orders are equally good, any of them will do.""")
        return f"{rules}\n{table(zip(self.factors, self.divisors))}\nGive the numbers of the pairs in your order."

    def answer_format(self) -> Permutation:
        return Permutation(len(self.factors), base=1)

    def largest(self, order: list[int]) -> int:
        """The largest value of a pair."""
        product, largest = self.first, 0
        for pair in order:
            largest = max(largest, product // self.divisors[pair - 1])
            product *= self.factors[pair - 1]
        return largest

    def by_factor(self) -> list[int]:
        """By a, then by b."""
        return self._sorted([a * (max(self.divisors) + 1) + b for a, b in zip(self.factors, self.divisors)])

    def by_divisor(self) -> list[int]:
        """By b, then by a."""
        return self._sorted([b * (max(self.factors) + 1) + a for a, b in zip(self.factors, self.divisors)])

    def largest_product_last(self) -> list[int]:
        """By b, but the pair with the largest product at the end."""
        last = self.solution[-1]
        return [*(pair for pair in self.by_divisor() if pair != last), last]

    def _sorted(self, keys: list[int]) -> list[int]:
        return sorted(range(1, len(keys) + 1), key=lambda pair: keys[pair - 1])

    def naive(self) -> int:
        given = list(range(1, len(self.factors) + 1))
        return min(map(self.largest, (given, self.by_factor(), self.by_divisor(), self.largest_product_last())))

    def solve(self) -> list[int]:
        """By a * b: of two neighbours in the other order, exchanging them never makes the larger value larger."""
        return self._sorted([a * b for a, b in zip(self.factors, self.divisors)])

    def score(self, answer: list[int]) -> float:
        return minimized(self.largest(answer), self.largest(self.solution), naive=self.naive())
