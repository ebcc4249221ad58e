"""What ends a command early, with one sentence for the user."""


class WrongUse(Exception):
    """The command was given wrongly: the sentence says what to give instead. Exit status 2."""


class WorkFailed(Exception):
    """The command was given rightly, and its work failed or did not pass. Exit status 1."""


class ReaderGone(Exception):
    """Whoever read the output has closed the pipe: nothing more is to be done, and nothing to be said."""
