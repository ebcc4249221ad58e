"""Systems of congruences."""

from dataclasses import dataclass
from itertools import combinations
from math import gcd, lcm
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.numbers import merged_congruence


@dataclass(frozen=True)
class CongruenceSystemAnySolution(Problem[int]):
    """Find a number that leaves given remainders when divided by given moduli, coprime or not."""

    moduli: list[int]
    remainders: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 2 + difficulty // 3, "largest": 12 + 6 * difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int, largest: int) -> Self:
        moduli = _draw_moduli(rng, count, range((largest + 1) // 2, largest + 1), coprime=rng.random() < 0.5)
        common = lcm(*moduli)
        if common < 4 * largest or any(a % b == 0 for a in moduli for b in moduli if a > b):
            raise Redraw
        hidden = rng.randrange(largest, common)  # so that no remainder is itself a solution
        return cls(moduli, [hidden % modulus for modulus in moduli])

    def statement(self) -> str:
        rules = prose(f"""
            Find an integer x >= 0 that fulfils all {len(self.moduli)} conditions below, where "x mod m" is the
            remainder, in 0..m - 1, that x leaves when divided by m. Such numbers exist; any one of them is right, it
            need not be the smallest.""")
        lines = [f"x mod {modulus} = {remainder}" for modulus, remainder in zip(self.moduli, self.remainders)]
        return "\n".join([rules, *lines])

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        least, _ = merged_congruence(zip(self.remainders, self.moduli))
        return least

    def score(self, answer: int) -> float:
        fulfilled = sum(answer % modulus == remainder for modulus, remainder in zip(self.moduli, self.remainders))
        return proportion(fulfilled, len(self.moduli))


def _draw_moduli(rng: Random, count: int, numbers: range, coprime: bool) -> list[int]:
    """Different numbers: pairwise coprime, or with a common factor in at least one pair."""
    if not coprime:
        moduli = rng.sample(numbers, count)
        if all(gcd(a, b) == 1 for a, b in combinations(moduli, 2)):
            raise Redraw
        return moduli
    moduli = []
    for number in rng.sample(numbers, len(numbers)):
        if len(moduli) < count and all(gcd(number, modulus) == 1 for modulus in moduli):
            moduli.append(number)
    if len(moduli) < count:
        raise Redraw
    return moduli
