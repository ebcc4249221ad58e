"""Buttons that change their meaning with every press."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible

MOST_VALUES = 1_000  # of a search: beyond it a shorter way may go unnoticed


@dataclass(frozen=True)
class ToggleButtonTargetValue(Problem[list[int]]):
    """Reach a number with buttons, each of which acts in one way at odd presses and in another at even ones."""

    start: int
    rules: list[list[str]]  # for each button, what it does while X is 0 and while X is 1: "+5", "-2" or "*3"
    target: int
    presses: int
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"buttons": 3 + difficulty // 3, "presses": 4 + difficulty // 2, "largest": 20 + 5 * difficulty}

    @classmethod
    def generate(cls, rng: Random, buttons: int, presses: int, largest: int) -> Self:
        rules = [[_draw_rule(rng, largest) for _ in range(2)] for _ in range(buttons)]
        start = rng.randint(-largest, largest)
        planted = [rng.randint(1, buttons) for _ in range(presses)]
        problem = cls(start, rules, _press(start, rules, planted), presses, planted)
        if problem.target in _values_within(start, rules, presses - 1):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A lock holds two numbers: X, which is 0 at first, and Y, which is {self.start} at first. It has
            {len(self.rules)} buttons. Pressing a button changes Y by the rule of that button for the current X, and
            then changes X from 0 to 1 or from 1 to 0. +5 means that 5 is added to Y, -5 that 5 is subtracted from Y,
            and *5 that Y is multiplied by 5. These are the rules:""")
        buttons = "\n".join(
            f"Button {number}: {off} while X is 0, {on} while X is 1"
            for number, (off, on) in enumerate(self.rules, start=1)
        )
        question = prose(f"""
            Press buttons at most {self.presses} times in all, so that Y is {self.target} in the end, and give the
            numbers of the pressed buttons, in the order of the presses. A button may be pressed several times. What X
            is in the end does not matter.""")
        return f"{rules}\n{buttons}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.rules)))

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        if len(answer) > self.presses:
            raise Infeasible(f"{len(answer)} presses, not at most {self.presses}")
        return float(_press(self.start, self.rules, answer) == self.target)


def _draw_rule(rng: Random, largest: int) -> str:
    operator = rng.choice("++--*")
    return operator + str(rng.choice((2, 3)) if operator == "*" else rng.randint(2, largest))


def _apply(rule: str, value: int) -> int:
    number = int(rule[1:])
    return value * number if rule[0] == "*" else value + number if rule[0] == "+" else value - number


def _press(value: int, rules: list[list[str]], buttons: list[int]) -> int:
    for step, button in enumerate(buttons):
        value = _apply(rules[button - 1][step % 2], value)
    return value


def _values_within(start: int, rules: list[list[str]], presses: int) -> set[int]:
    """The values after at most so many presses; X is known from the number of presses."""
    last, values = {start}, {start}
    for step in range(presses):
        if len(last) * len(rules) > MOST_VALUES:
            break
        last = {_apply(rule[step % 2], value) for value in last for rule in rules}
        values |= last
    return values
