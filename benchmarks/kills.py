"""Kill worker processes at random moments, and see that no verdict and no problem is lost.

    python -m benchmarks.kills
    python -m benchmarks.kills --kills 20 --seed 1

Three kinds of work are done while their workers are killed with SIGKILL: many quick checks, as `rlve verify` has them;
problems that are made, as for `rlve generate --workers 2`; and chunks of checks that come one by one while the caller
computes, as in training. Each is repeated until its share of the kills is done. Results must equal those of this
process, in order. The exit status is 1 if any differ; a run that hangs ends by itself.
"""

import argparse
import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from rlve.envs.pool import Pool, Question, verify
from rlve.envs.problem import Style
from rlve.envs.registry import get
from rlve.envs.verdict import Verdict
from rlve.training.problems import Made, Slot, Wanted, make_problem

ENVIRONMENTS = ("integer_sorting", "sudoku", "josephus_elimination_order")
HANGING = 120.0  # seconds without an end


def questions(count: int) -> list[Question]:
    """Right, wrong and malformed answers to problems of several environments."""
    found: list[Question] = []
    for seed in range(count // 3 + 1):
        name = ENVIRONMENTS[seed % len(ENVIRONMENTS)]
        problem = get(name).problem(seed % 4, seed)
        right = problem.answer_format().render(problem.solution)
        for text in (f"<answer>{right}</answer>", f"<answer>{right} 1</answer>", "I do not know."):
            found.append((name, problem.instance(), text))
    return found[:count]


class Killer(threading.Thread):
    """Kills one of this process's children after another, with pauses of at most `pause` seconds between."""

    def __init__(self, rng: Random, pause: float, kills: int) -> None:
        super().__init__(daemon=True)
        self.rng, self.pause, self.left = rng, pause, kills
        self.killed = 0
        self.over = threading.Event()

    def run(self) -> None:
        while self.left and not self.over.wait(self.rng.random() * self.pause):
            if living := children():
                victim = self.rng.choice(living)
                try:
                    os.kill(victim, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.killed += 1
                self.left -= 1


def children() -> list[int]:
    """Process ids of this process's worker processes, also those that only start. Linux."""
    listed: list[int] = []
    for path in Path("/proc/self/task").glob("*/children"):
        try:
            listed += map(int, path.read_text().split())
        except OSError:
            continue
    return sorted(listed)


def checking(asked: list[Question]) -> list[Verdict]:
    with Pool(2, chunk=16) as pool:
        return list(pool.verify(asked))


def making(work: list[tuple[Wanted, Style]]) -> list[Made]:
    with Pool(2, chunk=4) as pool:
        return list(pool.map(make_problem, work))


def training(asked: list[Question]) -> list[Verdict]:
    """The stream of questions takes time, as a sampler does."""

    def sampled() -> Iterator[Question]:
        for number, question in enumerate(asked):
            if number % 8 == 0:
                until = time.monotonic() + 0.01
                while time.monotonic() < until:
                    pass
            yield question

    with Pool(2, timeout=20.0, chunk=8, ahead=sys.maxsize) as pool:
        return list(pool.verify(sampled()))


def trial(
    do: Callable[[Any], list[Any]], work: Any, expected: list[Any], rng: Random, pause: float, kills: int
) -> tuple[int, int, int]:
    """Kills, runs, and runs whose results differ."""
    done = runs = wrong = 0
    while done < kills:
        killer = Killer(rng, pause, kills - done)
        killer.start()
        found = do(work)
        killer.over.set()
        killer.join()
        done, runs, wrong = done + killer.killed, runs + 1, wrong + (found != expected)
    return done, runs, wrong


def trials(kills: int, seed: int, items: int, pause: float) -> Iterator[tuple[str, int, int, int]]:
    """Name, kills, runs and wrong runs for each kind of work, with a third of the kills each."""
    rng = Random(seed)
    work: list[tuple[Wanted, Style]]
    asked = questions(items)
    work = [(Wanted(Slot(0, 0, number), asked[number][0], number % 4, number), "tag") for number in range(items)]
    judged, made = list(verify(asked)), [make_problem(each) for each in work]
    kinds: list[tuple[str, Callable[[Any], list[Any]], Any, list[Any]]] = [
        ("verify", checking, asked, judged),
        ("generate", making, work, made),
        ("training", training, asked, judged),
    ]
    for number, (name, do, given, expected) in enumerate(kinds):
        share = kills // 3 + (number < kills % 3)
        yield name, *trial(do, given, expected, rng, pause, share)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--items", type=int, default=3000, help="of each run")
    parser.add_argument("--pause", type=float, default=0.6, help="the most seconds between two kills")
    arguments = parser.parse_args()
    failed = 0
    faulthandler.dump_traceback_later(HANGING + 10 * arguments.kills, exit=True)
    for name, kills, runs, wrong in trials(arguments.kills, arguments.seed, arguments.items, arguments.pause):
        print(f"{name:10} {kills:4} kills in {runs:3} runs: {wrong} of them differ", flush=True)
        failed += wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
