"""The environments, their contract, and what runs them."""

if not __name__.startswith("rlve."):  # the bare name belongs to users' own packages
    raise ImportError("this folder is imported as rlve.envs")
