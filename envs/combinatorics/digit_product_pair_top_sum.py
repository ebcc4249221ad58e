"""The most frequent pairs of digit products."""

from collections import Counter
from dataclasses import dataclass
from heapq import nlargest
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class DigitProductPairTopSum(Problem[int]):
    """How many pairs of numbers have the K most frequent pairs of digit products?"""

    largest: int
    kept: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 60 + 20 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        bound = rng.randint(largest // 2, largest)
        return cls(bound, rng.randint(4, bound))

    def statement(self) -> str:
        return prose(f"""
            For a positive integer x, let f(x) be the product of its decimal digits; f(x) is 0 if a digit is 0. For
            positive integers a and b, let g(a, b) be the number of ordered pairs (x, y) of integers in
            1..{self.largest} with f(x) = a and f(y) = b. Sort the values g(a, b) of all ordered pairs (a, b) with a and
            b in 1..{self.largest} from the largest to the smallest, equal values as often as they occur. What is the
            sum of the first {self.kept} of them? Give the exact number.""")

    def answer_format(self) -> Integer:
        return Integer(1)

    def solve(self) -> int:
        """g(a, b) is the product of how often a and b are digit products: only few different numbers occur."""
        products = Counter(prod(map(int, str(number))) for number in range(1, self.largest + 1))
        del products[0]
        times = Counter(products.values())  # how often a product occurs -> how many products occur so often
        values = Counter[int]()
        for first, many in times.items():
            for second, more in times.items():
                values[first * second] += many * more
        total, left = 0, self.kept
        for value in nlargest(len(values), values):
            taken = min(left, values[value])
            total, left = total + taken * value, left - taken
        return total
