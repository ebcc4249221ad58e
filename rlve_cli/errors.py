"""What ends a command early, with one sentence for the user."""

import errno


class WrongUse(Exception):
    """The command was given wrongly: the sentence says what to give instead. Exit status 2."""


class WorkFailed(Exception):
    """The command was given rightly, and its work failed or did not pass. Exit status 1."""


class ReaderGone(Exception):
    """Whoever read the output has closed the pipe: nothing more is to be done, and nothing to be said."""


def trouble(error: OSError) -> str:
    """What the system refused, for a sentence."""
    what = f"{error.filename}: " if error.filename else ""
    full = "the disk is full: " if error.errno in (errno.ENOSPC, errno.EDQUOT) else ""
    return f"{what}{full}{error.strerror or error}"
