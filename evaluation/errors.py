"""The two ways in which an evaluation ends early, each with one sentence for the user."""


class WrongSettings(ValueError):
    """It was asked for wrongly: an unknown benchmark, a model that is not there, results of other settings."""


class EvaluationFailed(RuntimeError):
    """It was asked for rightly and could not be carried out."""
