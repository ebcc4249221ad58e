"""Training with adaptive difficulty."""

if not __name__.startswith("rlve."):  # the bare name belongs to users' own packages
    raise ImportError("this folder is imported as rlve.training")
