"""The numbers round of Countdown when the target is out of reach."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, prod
from random import Random
from typing import Self

from rlve.envs.answers import Formula
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.expressions import Expression, exact_value, subexpressions
from rlve.envs.verdict import Infeasible

Values = dict[tuple[int, int], Expression]

FORMAT = Formula(operators=("+", "-", "*", "/"), negation=False)


@dataclass(frozen=True)
class CountdownClosestExpression(Problem[Expression]):
    """Come as close as possible to a target with given numbers, each used once, and + - * /."""

    numbers: list[int]
    target: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": schedule([3, 3, 4, 4, 4, 4, 4, 5], difficulty), "largest": 10 + 5 * difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int, largest: int) -> Self:
        numbers = [rng.randint(1, largest) for _ in range(count)]
        target = rng.randint(largest**2 // 4, largest**2)
        if prod(numbers) < target:
            raise Redraw  # most likely the product is the best
        problem = cls(numbers, target)
        if 10 * problem.distance(problem.solution) > target:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Write an arithmetic expression whose value is as close as possible to {self.target}: the absolute difference
            is to be as small as it can be, and it may be impossible to reach 0. The expression must use each of the
            numbers {", ".join(map(str, self.numbers))} exactly once (a number that is listed twice must be used twice)
            and no other number. Only +, -, * and / between two operands, and parentheses, are allowed: no minus sign in
            front of a number or parenthesis, no decimal point, no gluing of digits. Division is exact, so results may
            be fractions; they may also be negative on the way.""")

    def answer_format(self) -> Formula:
        return FORMAT

    def distance(self, expression: Expression) -> Fraction:
        return abs(exact_value(expression) - self.target)

    def solve(self) -> Expression:
        """All values of all sets of numbers, as reduced fractions; of the whole set only the closest is kept."""
        whole = (1 << len(self.numbers)) - 1
        values: dict[int, Values] = {1 << i: {(number, 1): number} for i, number in enumerate(self.numbers)}
        for subset in range(1, whole):
            if subset.bit_count() > 1:
                values[subset] = _reduced(_combined(values, subset))
        closest: Expression = 0
        least, over = 1, 0  # as a fraction: an infinite difference to begin with
        for numerator, denominator, expression in _combined(values, whole):
            difference, size = abs(numerator - self.target * denominator), abs(denominator)
            if difference * over < least * size:
                least, over, closest = difference, size, expression
        return closest

    def score(self, answer: Expression) -> float:
        used = Counter(part for part in subexpressions(answer) if isinstance(part, int))
        if used != Counter(self.numbers):
            raise Infeasible("the numbers are not the given ones, each used once")
        try:
            cost, least = 1 + self.distance(answer), 1 + self.distance(self.solution)
        except ZeroDivisionError:
            raise Infeasible("division by zero") from None
        return minimized(cost.numerator * least.denominator, least.numerator * cost.denominator)


def _combined(values: dict[int, Values], subset: int) -> Iterator[tuple[int, int, Expression]]:
    """Numerator, denominator (not 0, of any sign) and expression of all ways to join two parts of a set."""
    left = (subset - 1) & subset
    while 2 * left > subset:  # the part with the highest number comes first
        pairs = values[subset ^ left].items()
        for (p, q), u in values[left].items():
            for (r, s), v in pairs:
                ps, qr, qs = p * s, q * r, q * s
                yield ps + qr, qs, ("+", u, v)
                yield ps - qr, qs, ("-", u, v)
                yield qr - ps, qs, ("-", v, u)
                yield p * r, qs, ("*", u, v)
                if r:
                    yield ps, qr, ("/", u, v)
                if p:
                    yield qr, ps, ("/", v, u)
        left = (left - 1) & subset


def _reduced(results: Iterator[tuple[int, int, Expression]]) -> Values:
    found: Values = {}
    for numerator, denominator, expression in results:
        common = gcd(numerator, denominator) * (-1 if denominator < 0 else 1)
        found.setdefault((numerator // common, denominator // common), expression)
    return found
