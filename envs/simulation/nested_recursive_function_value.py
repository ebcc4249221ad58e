"""A function of two arguments that calls itself inside its own arguments."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NestedRecursiveFunctionValue(Problem[int]):
    """Compute a value of a function defined by nested recursion."""

    increment: int
    restart: int
    extra: int
    m: int
    n: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_m": 2 + difficulty // 2, "largest_n": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, largest_m: int, largest_n: int) -> Self:
        """Both arguments are at least half as large as they can be."""
        increment, restart, extra = rng.randint(1, 6), rng.randint(1, 5), rng.randint(0, 6)
        m, n = (rng.randint((largest + 1) // 2, largest) for largest in (largest_m, largest_n))
        return cls(increment, restart, extra, m, n)

    def statement(self) -> str:
        extra = f" + {self.extra}" if self.extra else ""
        rules = prose("""
            The function f is defined for all integers m >= 0 and n >= 0 by the following three rules, in which [a/2]
            is a/2 rounded down to an integer:""")
        definition = (
            f"f(0, n) = n + {self.increment} for all n >= 0\n"
            f"f(m, 0) = f(m - 1, {self.restart}) for m >= 1\n"
            f"f(m, n) = f([m/2], f([m/2], [n/2])) + f([m/2], f([m/2], n - 1)){extra} for m >= 1 and n >= 1"
        )
        return f"{rules}\n{definition}\nCompute f({self.m}, {self.n})."

    def answer_format(self) -> Integer:
        return Integer()

    def solve(self) -> int:
        known: dict[tuple[int, int], int] = {}

        def f(m: int, n: int) -> int:
            if m == 0:
                return n + self.increment
            if (m, n) not in known:
                if n == 0:
                    known[m, n] = f(m - 1, self.restart)
                else:
                    half = m // 2
                    known[m, n] = f(half, f(half, n // 2)) + f(half, f(half, n - 1)) + self.extra
            return known[m, n]

        return f(self.m, self.n)
