"""Speed in processor time, so that a busy machine makes nothing slow."""

import time
from collections.abc import Callable, Sequence
from statistics import median

DIFFICULTIES = (0, 3, 6)
SLOWEST = 10


def per_second(work: Callable[[int], object], seconds: float) -> float:
    """How often `work(0)`, `work(1)`, ... is done in a second of processor time, measured for about `seconds`."""
    work(0)  # imports, caches
    done, block, spent = 0, 1, 0.0
    while spent < seconds:
        started = time.process_time()
        for number in range(done, done + block):
            work(number)
        spent += time.process_time() - started
        done += block
        block = min(2 * block, 4096)
    return done / spent


def report(unit: str, rates: dict[str, list[float]], difficulties: Sequence[int], targets: Sequence[str]) -> str:
    """A table with a row for each environment, then the medians and the slowest."""
    width = max(map(len, rates))
    lines = [f"{unit:{width}}" + "".join(f"{f'at {difficulty}':>12}" for difficulty in difficulties)]
    lines += [f"{name:{width}}" + "".join(f"{rate:12,.0f}" for rate in row) for name, row in rates.items()]
    columns = list(zip(*rates.values()))
    lines += ["", f"{'median':{width}}" + "".join(f"{median(column):12,.0f}" for column in columns)]
    lines += [f"{'least':{width}}" + "".join(f"{min(column):12,.0f}" for column in columns)]
    for difficulty, column in zip(difficulties, columns):
        slowest = sorted(zip(column, rates))[:SLOWEST]
        lines += ["", f"slowest at {difficulty}: " + ", ".join(f"{name} {rate:,.0f}" for rate, name in slowest)]
    return "\n".join([*lines, "", *targets])
