"""How a run is ended from outside: by signals, and by files where signals should not reach."""

import os
import signal
import socket
import sys
import time
from pathlib import Path
from threading import Thread
from types import FrameType

FILE = "stop"  # RUN/stop, made by hand; RELAY/stop, made by the launcher
BEGUN = "begun"  # RELAY/begun: from now on there is something to save
INTERRUPTED = 128 + signal.SIGINT
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
ECHO = 1.0  # seconds in which a signal that comes again is the same one: `timeout` sends its own twice
LAUNCHED_ECHO = 5.0  # torchrun passes on what the whole group has got already
GRACE = 5.0  # seconds to end by ourselves after a second signal


class Again:
    """Whether a signal is a second one, after which nobody wants to wait for a save."""

    def __init__(self, echo: float) -> None:
        self.echo = echo
        self.first: float | None = None

    def __call__(self, number: int) -> bool:
        if number not in ENDING:
            return False
        now = time.monotonic()
        if self.first is None:
            self.first = now
        return now - self.first > self.echo


class Stop:
    """Whether the run should save and stop after the current step, and with which exit status.

    Ctrl-C, SIGTERM, SIGHUP, and SIGUSR1 (which Slurm can send before its time limit) ask for it, and so does a file
    `stop` in the run folder, or in `relay`, a folder between a launcher and its workers. A second signal ends at once.
    """

    def __init__(self, run: Path, relay: Path | None = None, *, speaks: bool = True) -> None:
        self.files = [folder / FILE for folder in (run, relay) if folder is not None]
        self.speaks = speaks
        self.signal: int | None = None
        self.at_once: int | None = None  # the signal after which no save is wanted
        self.again = Again(LAUNCHED_ECHO if "RANK" in os.environ else ECHO)

    def listen(self) -> None:
        """Take over the signals of this process, but for those that are ignored, as under `nohup`."""
        for number in (*ENDING, signal.SIGUSR1):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self.heard)

    def insist(self) -> None:
        """See to it that a second signal ends this process even while it waits for others, deaf to handlers."""
        reader, writer = socket.socketpair()
        writer.setblocking(False)
        signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        Thread(target=self._insist, args=(reader, writer, Again(self.again.echo)), daemon=True).start()

    def _insist(self, reader: socket.socket, _: socket.socket, again: Again) -> None:
        while True:
            for number in reader.recv(64):
                if again(number):
                    time.sleep(GRACE)
                    os._exit(128 + number)

    def heard(self, number: int, _: FrameType | None) -> None:
        if self.again(number):
            self.at_once = number
            raise KeyboardInterrupt
        if self.signal in (None, signal.SIGUSR1):
            self.signal = number
            if self.speaks:
                again = "press Ctrl-C again" if number == signal.SIGINT else "a second signal is the way"
                print(f"Saving after this step; {again} to stop at once.", file=sys.stderr, flush=True)

    @property
    def requested(self) -> bool:
        return self.signal is not None or any(file.exists() for file in self.files)

    @property
    def status(self) -> int:
        """After saving."""
        return INTERRUPTED if self.signal == signal.SIGINT else 0

    @property
    def status_at_once(self) -> int:
        """Without saving."""
        return 128 + (self.at_once or self.signal or signal.SIGINT)


def default_signals() -> None:
    """Let signals end this process at once, even while it waits for others: there is nothing to save yet."""
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
