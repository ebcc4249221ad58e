"""Speed in processor time, so that a busy machine makes nothing slow."""

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median

from rlve.envs.registry import Environment, select

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


def print_rates(
    about: str | None, unit: str, rate: Callable[[Environment, int, float], float], targets: Sequence[str]
) -> None:
    """The command line of a benchmark: `rate(environment, difficulty, seconds)` for every environment asked for."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--envs", default="all", help="a selection, as for `rlve generate --env`")
    parser.add_argument("--seconds", type=float, default=0.2, help="of processor time for each measurement")
    arguments = parser.parse_args()
    rates = {
        environment.name: [rate(environment, difficulty, arguments.seconds) for difficulty in DIFFICULTIES]
        for environment in select(arguments.envs)
    }
    print(report(unit, rates, DIFFICULTIES, targets))


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
