"""How many processor cores this process may use."""

import os


def usable_cores() -> int:
    """Those that the system lets it run on, where it says so (Linux); otherwise all of the machine's. At least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
