"""What ends a command early, with one sentence for the user."""


class WrongUse(Exception):
    """The command was given wrongly: the sentence says what to give instead. Exit status 2."""


class WorkFailed(Exception):
    """The command was given rightly, and its work failed or did not pass. Exit status 1."""


class ReaderGone(Exception):
    """Whoever read the output has closed the pipe: nothing more is to be done, and nothing to be said."""


def unknown(error: Exception) -> str:
    """What the registry says of an unknown name, and where the names are if it suggests none."""
    return str(error) if str(error).endswith("?") else f"{error}; 'rlve inspect' lists them all"
