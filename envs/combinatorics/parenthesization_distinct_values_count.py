"""What an expression can be worth with parentheses."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class ParenthesizationDistinctValuesCount(Problem[list[int]]):
    """How many different values does an expression take over all ways to parenthesize it, and which is the largest?"""

    max_difficulty = 11

    numbers: list[int]
    operators: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"numbers": 5 + (difficulty + 1) // 2, "largest": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, numbers: int, largest: int) -> Self:
        operators = "".join(rng.choice("+-*") for _ in range(numbers - 1))
        if "-" not in operators or 3 * operators.count("*") < numbers - 1 or set(operators) == {"*"}:
            raise Redraw
        return cls([rng.randint(1, largest) for _ in range(numbers)], operators)

    def statement(self) -> str:
        expression = " ".join(f"{number} {operator}" for number, operator in zip(self.numbers, self.operators))
        return prose(f"""
            Parenthesize the expression {expression} {self.numbers[-1]} fully, so that the order in which its operations
            are carried out is fixed; numbers and operators stay where they are, and nothing else is added. (For
            example, 9 - 4 * 2 becomes (9 - (4 * 2)) or ((9 - 4) * 2).) Over all ways to do so, how many different
            values does it take, and what are the largest and the smallest of these values? Give three integers: the
            number of different values, the largest value, the smallest value.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=3)

    def solve(self) -> list[int]:
        """The values of each part of the expression, by the operation that is carried out last in it."""
        size = len(self.numbers)
        values = {(place, place + 1): {number} for place, number in enumerate(self.numbers)}
        for length in range(2, size + 1):
            for low in range(size - length + 1):
                found = set[int]()
                for middle in range(low + 1, low + length):
                    left, right = values[low, middle], values[middle, low + length]
                    match self.operators[middle - 1]:
                        case "+":
                            found |= {a + b for a in left for b in right}
                        case "-":
                            found |= {a - b for a in left for b in right}
                        case _:
                            found |= {a * b for a in left for b in right}
                values[low, low + length] = found
        every = values[0, size]
        return [len(every), max(every), min(every)]
