"""Polynomials in x with integer coefficients: lists of them, the constant term first."""

from collections.abc import Iterable, Sequence


def multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The product of two polynomials, neither of them empty."""
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def from_roots(roots: Iterable[int]) -> list[int]:
    """The monic polynomial with these roots, each as often as it is named."""
    product = [1]
    for root in roots:
        product = multiply(product, [-root, 1])
    return product


def divide_by_root(polynomial: Sequence[int], root: int) -> tuple[list[int], int]:
    """(quotient, remainder) of the division by x - root; the remainder is the value at the root (Horner's scheme)."""
    carried = 0
    values = []
    for coefficient in reversed(polynomial):
        carried = carried * root + coefficient
        values.append(carried)
    return values[-2::-1], values[-1]


def derivative(polynomial: Sequence[int]) -> list[int]:
    return [power * coefficient for power, coefficient in enumerate(polynomial)][1:]


def in_words(polynomial: Sequence[int], variable: str = "x") -> str:
    """Text such as `3*x^2 - x + 5`, the highest power first, without the terms that are 0."""
    text = ""
    for power in range(len(polynomial) - 1, -1, -1):
        coefficient = polynomial[power]
        if coefficient:
            sign = (" - " if coefficient < 0 else " + ") if text else "-" * (coefficient < 0)
            factors = [str(abs(coefficient))] if abs(coefficient) != 1 or power == 0 else []
            factors += [variable if power == 1 else f"{variable}^{power}"] if power else []
            text += sign + "*".join(factors)
    return text or "0"
