"""What the checking of a response can say."""

from dataclasses import dataclass
from enum import StrEnum


class Malformed(Exception):
    """A response without an answer, or an answer that is not written in its format."""


class Infeasible(Exception):
    """A well-written answer of the wrong count, length or range, or one that breaks a rule of its problem."""


class Outcome(StrEnum):
    """How a verdict came about. `timeout` and `error` come from the pool of verifier processes alone."""

    CORRECT = "correct"
    PARTIAL = "partial"
    WRONG = "wrong"
    INFEASIBLE = "infeasible"
    MALFORMED = "malformed"
    TIMEOUT = "timeout"  # the check did not end within its limit
    ERROR = "error"  # the check itself failed: a fault of the environment or of the record, never of the response


LONGEST_REASON = 300  # characters


@dataclass(frozen=True, slots=True)
class Verdict:
    """Reward in [-1, 1], how it came about, and for a refused answer why, in one printable line.

    An `error` has the reward None, and nothing else has: no number says anything about a response that was not judged.
    """

    reward: float | None
    outcome: Outcome
    reason: str = ""

    def __post_init__(self) -> None:
        if len(self.reason) > LONGEST_REASON or not self.reason.isprintable():  # it may quote the response
            object.__setattr__(self, "reason", one_line(self.reason))


def one_line(text: str) -> str:
    """At most `LONGEST_REASON` characters without breaks; what cannot be printed is shown as U+FFFD."""
    line = " ".join(text[: 4 * LONGEST_REASON].split())
    line = "".join(character if character.isprintable() else "\ufffd" for character in line)
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."
