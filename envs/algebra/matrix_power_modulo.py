"""Powers of matrices modulo an integer."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion


@dataclass(frozen=True)
class MatrixPowerModulo(Problem[list[list[int]]]):
    """Raise a square matrix to a power, modulo an integer."""

    matrix: list[list[int]]
    exponent: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "size": schedule([2, 2, 2, 2, 3, 3, 3, 3, 4], difficulty),
            "modulus": schedule([10, 10, 10, 100, 100, 100, 100, 1000], difficulty),
            "exponent": 2 ** (difficulty // 2) * (3 if difficulty % 2 else 2),
        }

    @classmethod
    def generate(cls, rng: Random, size: int, modulus: int, exponent: int) -> Self:
        """The exponent lies between the given one and its double."""
        matrix = [[rng.randrange(modulus) for _ in range(size)] for _ in range(size)]
        problem = cls(matrix, rng.randrange(exponent, 2 * exponent), modulus)
        if problem.solution == matrix or sum(row.count(0) for row in problem.solution) > size:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.matrix)
        rules = prose(f"""
            Let A be the following {size} x {size} matrix. Compute A^{self.exponent}, the matrix product of
            {self.exponent} copies of A, with every entry reduced modulo {self.modulus} to 0..{self.modulus - 1}.""")
        return f"{rules}\n{table(self.matrix)}"

    def answer_format(self) -> Rows[list[int]]:
        size = len(self.matrix)
        return Rows(Items(Integer(0, self.modulus - 1), count=size), count=size)

    def solve(self) -> list[list[int]]:
        """By squaring, along the binary digits of the exponent after the first."""
        result = self.matrix
        for digit in f"{self.exponent:b}"[1:]:
            result = self.product(result, result)
            if digit == "1":
                result = self.product(result, self.matrix)
        return result

    def product(self, left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
        columns = list(zip(*right))
        return [[sum(a * b for a, b in zip(row, column)) % self.modulus for column in columns] for row in left]

    def score(self, answer: list[list[int]]) -> float:
        right = sum(a == b for row, other in zip(answer, self.solution) for a, b in zip(row, other))
        return proportion(right, len(self.matrix) ** 2)
