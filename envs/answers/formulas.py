"""Expressions and polynomials."""

import re
from dataclasses import dataclass

from rlve.envs.answers.formats import MINUS, MOST_DIGITS, AnswerFormat, excerpt, without_label
from rlve.envs.toolkit.expressions import Expression, ExpressionError, parse_expression, render_expression
from rlve.envs.verdict import Malformed

Monomials = dict[tuple[int, ...], int]

MOST_MONOMIALS = 500
MOST_FACTORS = 500  # characters of the powers of one monomial

_CONSTANT = re.compile(r"[ \t]{0,9}\+[ \t]{0,9}(?:[Cc]|\\text\{C\})[ \t]*\.?$")
_MONOMIAL = re.compile(r"([+-])([0-9]*)((?:\*?[a-z](?:(?:\^|\*\*)(?:[0-9]+|\{[0-9]+\}))?)*)", re.ASCII)
_GLUED = re.compile(r"[0-9}]\s+[0-9]", re.ASCII)
_FACTOR = re.compile(r"([a-z])(?:(?:\^|\*\*)\{?([0-9]+)\}?)?", re.ASCII)


@dataclass(frozen=True)
class Formula(AnswerFormat[Expression]):
    """An expression in the project's own small grammar (envs/toolkit/expressions.py)."""

    operators: tuple[str, ...] = ("+", "-", "*", "/", "**")
    variables: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    negation: bool = True
    constant: bool = False  # a final `+ C` is taken off

    @property
    def instruction(self) -> str:
        parts = ["integers", *self.variables, *(f"{name}(...)" for name in self.functions), "parentheses"]
        return f"one expression made of {', '.join(parts)} and the operators {' '.join(self.operators)}"

    def parse(self, text: str) -> Expression:
        text = without_label(text.translate(MINUS).strip(" \t\r\n`$"))
        if self.constant:
            text = _CONSTANT.sub("", text)
        try:
            return parse_expression(text, self.operators, self.variables, self.functions, self.negation)
        except ExpressionError as error:
            raise Malformed(f"expected an expression: {error}") from None

    def render(self, value: Expression) -> str:
        return render_expression(value)


@dataclass(frozen=True)
class Polynomial(AnswerFormat[Monomials]):
    """An expanded polynomial with integer coefficients: exponents of the variables -> coefficient, which is not 0.

    `3*x^2*y - x + 5` is `{(2, 1): 3, (1, 0): -1, (0, 0): 5}`. Products of sums and like terms that were not collected
    are malformed, so that an unevaluated form is no answer.
    """

    variables: tuple[str, ...] = ("x",)

    @property
    def instruction(self) -> str:
        example = "7*{0}^3 - {0} + 2" if len(self.variables) == 1 else "7*{0}^3*{1} - {1} + 2"
        return (
            f"one polynomial in {', '.join(self.variables)}, expanded, like terms collected "
            f"(notation: {example.format(*self.variables)})"
        )

    def parse(self, text: str) -> Monomials:
        text = without_label(text.translate(MINUS).strip(" \t\r\n`$")).replace("\\cdot", "*")
        if _GLUED.search(text):
            raise Malformed("two numbers without an operator between them")
        compact = "".join(text.split())
        compact = compact if compact[:1] in ("+", "-") else "+" + compact
        position, value = 0, Monomials()
        while position < len(compact):
            match = _MONOMIAL.match(compact, position)
            if match is None or match.end() == match.start() + 1 or match[3].startswith("*") > bool(match[2]):
                raise Malformed(f"expected a monomial, not {excerpt(compact[position:])}")
            if match[2].startswith("0") and match[2] != "0":
                raise Malformed("a number begins with 0")
            if len(value) >= MOST_MONOMIALS or len(match[2]) > MOST_DIGITS or len(match[3]) > MOST_FACTORS:
                raise Malformed("the polynomial is too long")
            exponents = self._exponents(match[3])
            if exponents in value:
                raise Malformed("like terms are not collected")
            value[exponents] = int(match[1] + (match[2] or "1"))
            position = match.end()
        if not value or (0 in value.values() and len(value) > 1):
            raise Malformed("a term is 0" if value else "the answer is empty")
        return {exponents: coefficient for exponents, coefficient in value.items() if coefficient}

    def _exponents(self, text: str) -> tuple[int, ...]:
        exponents = dict.fromkeys(self.variables, 0)
        for variable, power in _FACTOR.findall(text):
            if variable not in exponents or len(power) > 6 or (power.startswith("0") and power != "0"):
                raise Malformed(f"expected powers of {', '.join(self.variables)}, not {excerpt(text)}")
            exponents[variable] += int(power or 1)
        return tuple(exponents.values())

    def render(self, value: Monomials) -> str:
        terms = []
        for exponents, coefficient in sorted(value.items(), reverse=True):
            powers = [
                variable if power == 1 else f"{variable}^{power}"
                for variable, power in zip(self.variables, exponents)
                if power
            ]
            size = [] if abs(coefficient) == 1 and powers else [str(abs(coefficient))]
            terms.append(("- " if coefficient < 0 else "+ ") + "*".join(size + powers))
        text = " ".join(terms) or "+ 0"
        return text.removeprefix("+ ") if text.startswith("+") else "-" + text.removeprefix("- ")
