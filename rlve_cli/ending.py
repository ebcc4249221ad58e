"""How a command ends when the system asks it to: as Ctrl-C ends it, with its files in order.

By default SIGTERM and SIGHUP end a process where it stands, and what it was writing stays behind.
"""

import signal
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP)

heard: int | None = None


class Ended(KeyboardInterrupt):
    """The system has asked for the end. Whoever tidies up after Ctrl-C tidies up after this."""


def heed() -> None:
    """From now on the signals raise `Ended` in the main thread. One that is ignored, as under `nohup`, stays so."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def status() -> int:
    """The exit status of a command that was interrupted: 128 and the signal's number."""
    return 128 + (heard or signal.SIGINT)


def _end(number: int, frame: FrameType | None) -> None:
    global heard  # noqa: PLW0603 - a process ends once
    heard = number
    for other in ENDING:  # tidying up is not interrupted again
        signal.signal(other, signal.SIG_IGN)
    raise Ended
