"""Requests to stop: signals, and a file for processes that signals should not reach."""

import signal
import sys
from pathlib import Path
from types import FrameType

FILE = "stop"  # RUN/stop: made by the launcher, or by hand
INTERRUPTED = 130


class Stop:
    """Whether the run should save and stop after the current step, and with which exit status.

    Ctrl-C, SIGTERM, and SIGUSR1 (which Slurm can send before its time limit) ask for it; a second Ctrl-C ends at once.
    """

    def __init__(self, run: Path) -> None:
        self.file = run / FILE
        self.signal: int | None = None

    def listen(self) -> None:
        """Take over the signals of this process."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            signal.signal(number, self.heard)

    def heard(self, number: int, _: FrameType | None) -> None:
        if number == signal.SIGINT:
            if self.signal == signal.SIGINT:
                raise KeyboardInterrupt
            print("Saving after this step; press Ctrl-C again to stop at once.", file=sys.stderr, flush=True)
        self.signal = number

    @property
    def requested(self) -> bool:
        return self.signal is not None or self.file.exists()

    @property
    def status(self) -> int:
        return INTERRUPTED if self.signal == signal.SIGINT else 0
