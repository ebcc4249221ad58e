"""Cryptarithms in any base."""

from dataclasses import dataclass
from random import Random
from string import ascii_uppercase
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class BaseNCryptarithmAddition(Problem[list[int]]):
    """Find digits for the letters of an addition in a given base."""

    max_difficulty = 22  # beyond it there are not enough letters for the digits

    base: int
    addends: list[str]
    total: str
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"base": 4 + difficulty, "length": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, base: int, length: int) -> Self:
        addends = [[rng.randrange(1, base), *(rng.randrange(base) for _ in range(length - 1))] for _ in range(2)]
        total = _digits(sum(_number(addend, base) for addend in addends), base)
        used = sorted({*addends[0], *addends[1], *total})
        if 4 * len(used) < 3 * base:
            raise Redraw
        values = rng.sample(used, len(used))
        letters = dict(zip(values, ascii_uppercase))
        first, second, written = ("".join(letters[digit] for digit in number) for number in (*addends, total))
        return cls(base, [first, second], written, values)

    def statement(self) -> str:
        letters = self._letters()
        return prose(f"""
            The addition {self.addends[0]} + {self.addends[1]} = {self.total} is written in base {self.base}, the most
            significant digit first, with letters in place of the digits 0..{self.base - 1}. Each letter stands for one
            digit, different letters stand for different digits, and no number begins with a letter that stands for 0.
            Find digits for the letters that make the addition true; if there are several ways, give any one. Give the
            digits of {", ".join(letters)}, in this order, as decimal integers.""")

    def _letters(self) -> list[str]:
        return sorted({*"".join(self.addends), *self.total})

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.base - 1), count=len(self._letters()))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) != len(answer):
            raise Infeasible("two letters stand for the same digit")
        values = dict(zip(self._letters(), answer))
        first, second, total = ([values[letter] for letter in number] for number in (*self.addends, self.total))
        if 0 in (first[0], second[0], total[0]):
            raise Infeasible("a number begins with 0")
        return float(_number(first, self.base) + _number(second, self.base) == _number(total, self.base))


def _number(digits: list[int], base: int) -> int:
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def _digits(number: int, base: int) -> list[int]:
    digits = []
    while number:
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]
