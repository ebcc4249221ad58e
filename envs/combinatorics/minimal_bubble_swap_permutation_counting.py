"""Permutations that bubble sort sorts with as few exchanges as possible."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class MinimalBubbleSwapPermutationCounting(Problem[int]):
    """Count the later permutations whose inversions are only half the total distance of entries from their places."""

    max_difficulty = 50

    order: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """A permutation that begins as one of those counted do, and goes on as it likes."""
        rest, order, largest = list(range(1, size + 1)), list[int](), 0
        for _ in range(rng.randint(1, size - 2)):
            higher = [number for number in rest if number > largest][: 2 + size // 4]
            choices = higher if rest[0] > largest else [rest[0], *higher]
            order.append(rng.choice(choices))
            rest.remove(order[-1])
            largest = max(order)
        rng.shuffle(rest)
        problem = cls(order + rest)
        if problem.solution < size:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.order)
        rules = prose(f"""
            Bubble sort sorts a permutation p[1], ..., p[n] of the numbers 1..n with as many exchanges of neighbours as
            p has inversions, that is, pairs i < j with p[i] > p[j]. This number is never less than half of the sum of
            all |i - p[i]|. Let n = {size}. How many permutations p of 1..{size} have exactly half of that sum as their
            number of inversions and are lexicographically greater than the permutation P below? (At the first place
            where p differs from P, p has the larger number; P itself does not count.) Give the exact number.""")
        return f"{rules}\nP = {' '.join(map(str, self.order))}"

    def answer_format(self) -> Integer:
        return Integer(0)

    def solve(self) -> int:
        """Those without three entries that fall: each entry is the largest yet, or the smallest of the rest."""
        size = len(self.order)
        # ways[m] after k entries of which the largest is m: in how many ways the others can follow
        ways = [0] * size + [1]
        behind = [ways]
        for placed in reversed(range(size)):
            above, less = 0, [0] * (size + 1)
            for largest in range(size, placed - 1, -1):
                less[largest] = above + (ways[largest] if largest > placed else 0)
                above += ways[largest]
            ways = less
            behind.append(ways)
        behind.reverse()
        total = largest = 0
        rest = set(self.order)
        for place, number in enumerate(self.order):
            total += sum(behind[place + 1][max(number, largest) + 1 :])
            if number < largest and number != min(rest):
                break
            largest = max(number, largest)
            rest.remove(number)
        return total
