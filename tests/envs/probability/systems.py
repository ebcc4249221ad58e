"""Expected numbers of steps by solving linear equations, as oracles."""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

State = TypeVar("State", bound=Hashable)


def expected_steps(chances: Mapping[State, Mapping[State, Fraction]], ends: Iterable[State]) -> dict[State, Fraction]:
    """For each state the expected number of steps to one of the ends: h = 1 + sum of chance * h of the next state."""
    ends = set(ends)
    states = [state for state in chances if state not in ends]
    rows = [
        [Fraction(state == other) - chances[state].get(other, Fraction(0)) for other in states] + [Fraction(1)]
        for state in states
    ]
    for column in range(len(rows)):
        pivot = next(row for row in range(column, len(rows)) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(len(rows)):
            if row != column and (factor := rows[row][column]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return dict.fromkeys(ends, Fraction(0)) | {state: row[-1] for state, row in zip(states, rows)}
