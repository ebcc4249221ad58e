"""The two ways in which a run ends early, each with one sentence for the user."""


class SettingsError(ValueError):
    """The run was asked for wrongly: an unknown setting, an impossible value, a checkpoint of another run.

    Exit status 2.
    """


class RunError(RuntimeError):
    """The run was asked for rightly and could not be carried out: a full disk, a broken hand-over. Exit status 1."""
