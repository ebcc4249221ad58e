"""Are two formulas equal? Their values are compared, exactly or with ever more digits, at points chosen beforehand.

Two different formulas of the size an answer has agree at none of these points by accident: they are fractions with
nothing in common. Where rounding, factorials or powers of a negative number make sense for whole numbers only, whole
numbers are put in for the letters that usually stand for them.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random

from mpmath import mp

from rlve.evaluation.graders.formulas import Tree, calls, names
from rlve.evaluation.graders.values import Undecided, Undefined, Value, Valuer, Vanishing, inexact, is_real, multiply

DIGITS = ((40, 80), (600, 1_200))
SHRINKS = 20  # digits: a difference that is only rounding shrinks by more when twice as many are taken
WHOLE_POINTS, REAL_POINTS = 32, 14
FEWEST_POINTS = 3
NOTHING = 1e-9
WHOLE_ONLY = {"floor", "ceil", "factorial", "double factorial", "binomial", "gcd", "lcm", "sum", "product"}
USUALLY_REAL = set("xyztuvwrs")

Values = Callable[[Valuer], tuple[Value, Value]]


def equal(left: Tree, right: Tree) -> bool:
    """Whether two formulas have the same value wherever both have one."""
    return agree(left, right, lambda value: (value(left), value(right)))


def proportional(left: Tree, right: Tree, positive: bool = False) -> bool:
    """Whether one formula is the other times a constant other than 0 (`positive`: above 0).

    So two equations `left = 0` and `right = 0` are the same, and two inequalities.
    """
    if not names(left) or not names(right):
        return False
    start: dict[str, Value] = {}

    def crossed(value: Valuer) -> tuple[Value, Value]:
        if not start:
            here = value(left), value(right)
            if any(not is_real(one) or abs(inexact(one)) < NOTHING for one in here):
                raise Undefined("nothing to compare with")
            start.update(value.names)
        beginning = Valuer(start)
        known_left, known_right = beginning(left), beginning(right)
        if positive and (known_left > 0) is not (known_right > 0):
            return Fraction(0), Fraction(1)
        return multiply(known_left, value(right)), multiply(known_right, value(left))

    return agree(left, right, crossed)


def agree(left: Tree, right: Tree, values: Values) -> bool:
    """Whether a pair of values is equal at every point where both exist; real ones count, if there are enough."""
    letters = sorted(names(left) | names(right))
    if not letters:
        return bool(same_at(values, {}))
    real_points = other_points = 0
    for point in points(letters, whole_only(left, right)):
        found = same_at(values, point)
        if found is None:
            continue
        if found is False:
            return False
        if found == "complex":
            other_points += 1
        else:
            real_points += 1
    return real_points >= FEWEST_POINTS or (real_points == 0 and other_points >= FEWEST_POINTS)


def whole_only(*trees: Tree) -> bool:
    return any(calls(tree) & WHOLE_ONLY or has_sign_power(tree) for tree in trees)


def has_sign_power(tree: Tree) -> bool:
    """Whether a negative number is raised to a power with a letter in it."""
    if tree[0] == "power" and names(tree[2]) and tree[1][0] == "negate":
        return True
    return any(has_sign_power(part) for part in tree[1:] if isinstance(part, tuple))


def points(letters: list[str], whole: bool) -> Iterator[dict[str, Value]]:
    """Where to look: small whole numbers, all of them for one letter; fractions below and above 1, some negative."""
    rng = Random(20_25)
    for place in range(WHOLE_POINTS if whole else REAL_POINTS):
        point: dict[str, Value] = {}
        for letter in letters:
            if whole and letter[0] not in USUALLY_REAL:
                point[letter] = Fraction(place + 1 if len(letters) == 1 else rng.randint(1, 24))
                continue
            value = Fraction(rng.randint(101, 997), 1009)
            if place % 3 == 1:
                value *= 7
            if place % 3 == 2:
                value *= rng.choice([-1, -5])
            point[letter] = value
        yield point


def same_at(values: Values, point: Mapping[str, Value]) -> bool | str | None:
    """Whether both values are equal at a point: "complex" for equal ones that are not real; None where one is missing.

    Different values that are not real say nothing: branches of roots and logarithms differ where nobody asks.
    """
    for fewer, more in DIGITS:
        try:
            return compared(values, point, fewer, more)
        except Undefined:
            return None
        except Vanishing:
            continue
        except (Undecided, OverflowError, ZeroDivisionError):
            break
    return False


def compared(values: Values, point: Mapping[str, Value], fewer: int, more: int) -> bool | str | None:
    with mp.workdps(fewer):
        left, right = values(Valuer(point))
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return left == right
        left, right = inexact(left), inexact(right)
        if not (mp.isfinite(left) and mp.isfinite(right)):
            raise Undefined("no finite value")
        rough = abs(left - right)
    with mp.workdps(more):
        left, right = (inexact(value) for value in values(Valuer(point)))
        fine, size = abs(left - right), max(abs(left), abs(right))
        same = fine == 0 or fine <= max(rough, size * mp.mpf(10) ** -fewer) * mp.mpf(10) ** -SHRINKS
        if all(map(nearly_real, (left, right))):
            return bool(same)
        if not point:
            return bool(same)
        return "complex" if same else None


def nearly_real(value: Value) -> bool:
    return is_real(value) or abs(value.imag) <= abs(value) * mp.mpf(10) ** -SHRINKS
