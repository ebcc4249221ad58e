"""Numbers from the sums of their pairs."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class ReconstructFromPairwiseSums(Problem[list[int]]):
    """Find different positive integers from the sums of all their pairs."""

    max_difficulty = 80  # 3,403 sums

    sums: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        numbers = rng.sample(range(1, count * count + 11), count)
        sums = [a + b for a, b in combinations(numbers, 2)]
        return cls(rng.sample(sums, len(sums)))

    def count(self) -> int:
        """The n with n * (n - 1) / 2 sums."""
        return (1 + isqrt(1 + 8 * len(self.sums))) // 2

    def statement(self) -> str:
        count = self.count()
        rules = prose(f"""
            Find {count} different positive integers with the following property: if the sums of all pairs of two
            different ones among them are written down, {len(self.sums)} sums in all, the result is the list below, in
            some order. A sum that occurs several times in the list belongs to as many pairs.""")
        return f"{rules}\n{' '.join(map(str, self.sums))}\nGive the {count} integers in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=1), count=self.count())

    def solve(self) -> list[int]:
        """The least sums are x1 + x2 and x1 + x3; each candidate for x2 + x3 fixes x1, then all others."""
        sums, count = sorted(self.sums), self.count()
        for third in dict.fromkeys(sums[2 : count + 1]):
            least, odd = divmod(sums[0] + sums[1] - third, 2)
            if not odd and (numbers := _completed(sums, least, count)):
                return numbers
        raise ValueError("no integers have these sums")

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("the integers are not different")
        found, wanted = Counter(a + b for a, b in combinations(answer, 2)), Counter(self.sums)
        return proportion((found & wanted).total(), (found | wanted).total())


def _completed(sums: list[int], least: int, count: int) -> list[int] | None:
    """The numbers with these sums of which the smallest is given, if it fits: the least unused sum yields the next."""
    numbers, unused = [least], Counter(sums)
    for total in sums:
        if not unused[total]:
            continue
        number = total - least
        for other in numbers:
            unused[number + other] -= 1
            if unused[number + other] < 0:
                return None
        numbers.append(number)
    return numbers if len(numbers) == count else None
