"""Processes that must not outlive whoever started them."""

import contextlib
import ctypes
import os
import signal
import sys
import time
from threading import Thread

PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


def end_with(parent: int) -> None:
    """End this process when its parent, of this id, is gone, also in the middle of its work."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)

    def watch() -> None:  # where there is no such thing, and for a parent that was gone before
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
