"""All ways to cut a string of digits, and a recurrence."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class DigitSplitRecurrenceSum(Problem[int]):
    """Cut a digit string in all ways, apply a recurrence to the sum of the pieces, and add up the values modulo m."""

    digits: str
    order: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 2 + difficulty // 2, "order": min(2 + difficulty // 4, 4), "modulus": 200 + 100 * difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int, order: int, modulus: int) -> Self:
        digits = str(rng.randint(1, 9)) + "".join(str(rng.randint(0, 9)) for _ in range(length - 1))
        return cls(digits, order, rng.randint(modulus // 2, modulus))

    def statement(self) -> str:
        order, last = self.order, len(self.digits) - 1
        recurrence = " + ".join(f"F(n-{back})" for back in range(1, order + 1))
        short = "".join(f"F({n}) = {' + '.join(f'F({k})' for k in reversed(range(n)))}, " for n in range(1, order))
        return prose(f"""
            Let F(0) = 1, {short}and F(n) = {recurrence} for all n >= {order}. The string {self.digits} of decimal
            digits can be cut into consecutive non-empty pieces in 2^{last} ways (not cutting it at all is one of them).
            For each of these ways, read every piece as a decimal integer (a piece may begin with zeros), add up the
            pieces, and apply F to the sum. What is the total of the {2**last} values of F modulo {self.modulus}?""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """F is linear, so F(n) can be read off x^n in the ring of polynomials modulo x^M - x^(M-1) - ... - 1."""
        powers = self._digit_powers()
        length = len(self.digits)
        totals = [[1] + [0] * (self.order - 1)]  # the sum of x^(sum of pieces) over the ways to cut each prefix
        for end in range(1, length + 1):
            total, piece = [0] * self.order, totals[0]
            for start in range(end - 1, -1, -1):
                piece = self._product(piece, powers[end - 1 - start][int(self.digits[start])])
                total = [a + b for a, b in zip(total, self._product(totals[start], piece))]
            totals.append([coefficient % self.modulus for coefficient in total])
        first = [1] + [1 << n for n in range(self.order - 1)]  # F(0), F(1), ...
        return sum(a * b for a, b in zip(totals[-1], first)) % self.modulus

    def _digit_powers(self) -> list[list[list[int]]]:
        """x^(d * 10^k) for each place k and digit d."""
        powers: list[list[list[int]]] = []
        one = [1] + [0] * (self.order - 1)
        step = self._reduced([0, 1] + [0] * (self.order - 1))
        for _ in self.digits:
            row = [one]
            for _ in range(10):
                row.append(self._product(row[-1], step))
            powers.append(row[:10])
            step = row[10]
        return powers

    def _product(self, left: list[int], right: list[int]) -> list[int]:
        product = [0] * (2 * self.order - 1)
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                product[i + j] += a * b
        return self._reduced(product)

    def _reduced(self, coefficients: list[int]) -> list[int]:
        while len(coefficients) > self.order:
            leading = coefficients.pop()
            for back in range(1, self.order + 1):
                coefficients[-back] += leading
        return [coefficient % self.modulus for coefficient in coefficients]
