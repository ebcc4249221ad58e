"""What every environment must pass, ours and a user's own: `complaints(environment)` is empty for a good one.

`python -m rlve.envs.checker NAME...` prints the complaints, as `rlve inspect FILE.py --check` does. What can be read is
checked first; everything else runs in a process of its own, which is ended when it makes no progress. The checker
cannot see a wrong `solve` that `score` trusts: for that, each environment has a test with an independent oracle.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import get_context
from typing import Any

from rlve.envs.checks import drawing, judging, reading
from rlve.envs.checks.shared import Problems, Progress, digest
from rlve.envs.loading import BrokenEnvironment
from rlve.envs.registry import Environment, select

DIFFICULTIES = (0, 1, 2, 3, 6, 10, 15)
SEEDS = 25
PATIENCE = 20  # seconds of processor time without any progress
WAIT = 30  # times as many seconds by the clock, for what waits or swaps

RULES: tuple[Callable[[Environment, Problems, Progress], Iterable[str]], ...] = (
    drawing.check_speed, drawing.check_sizes, drawing.check_same_seed, drawing.check_global_random,
    drawing.check_variety, drawing.check_round_trip, judging.check_solution, judging.check_untouched,
    judging.check_prompt, judging.check_hostile_answers, judging.check_cheap_answers,
    judging.check_answers_of_others, drawing.check_redraws, judging.check_threads,
)  # fmt: skip


def complaints(
    environment: Environment, difficulties: Sequence[int] = DIFFICULTIES, seeds: int = SEEDS, hash_seeds: bool = True
) -> list[str]:
    """What is wrong with an environment, one sentence each.

    `hash_seeds` also draws the problems in two new interpreters; `differing` does that for many environments at once.
    """
    try:
        problem_class = environment.problem_class
    except BrokenEnvironment as error:
        return [str(error)]
    found = [
        *reading.check_class(environment, problem_class),
        *reading.check_source(problem_class),
        *reading.check_parameters(problem_class),
    ]
    if found:  # what is wrong to read is not run: it may never end
        return found
    most = problem_class.max_difficulty
    levels = [difficulty for difficulty in difficulties if most is None or difficulty <= most]
    found = _in_a_process(environment, levels, seeds)
    if hash_seeds and not found:
        found += [f"{environment.name} {what}" for what in differing([environment]).values()]
    return found


def _in_a_process(environment: Environment, difficulties: Sequence[int], seeds: int) -> list[str]:
    receiver, sender = get_context("fork").Pipe(duplex=False)
    child = get_context("fork").Process(target=_run, args=(environment, difficulties, seeds, sender))
    child.start()
    sender.close()
    found: list[str] = []
    doing = "drawing problems"
    endless = "no end of {} in {} s{}: bound the loops, or let parameters grow slower"
    try:
        while True:
            if not receiver.poll(WAIT * PATIENCE):
                found.append(endless.format(doing, WAIT * PATIENCE, ""))
                break
            kind, text = receiver.recv()
            if kind == "done":
                break
            if kind == "doing":
                doing = text
            else:
                found.append(text)
    except EOFError:
        child.join()
        if child.exitcode == -signal.SIGPROF:
            found.append(endless.format(doing, PATIENCE, " of processor time"))
        else:
            found.append(f"the process died (status {child.exitcode}) while {doing}")
    finally:
        child.kill()
        child.join()
    return found


def _run(environment: Environment, difficulties: Sequence[int], seeds: int, sender: Any) -> None:
    def progress(doing: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)  # when it has run out, the system ends the process
        sender.send(("doing", doing))

    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    problems: Problems = {}
    try:
        for difficulty in difficulties:
            for seed in range(seeds):
                progress(f"drawing the problem of difficulty {difficulty} and seed {seed}")
                problems[difficulty, seed] = environment.problem(difficulty, seed)
    except Exception as error:
        sender.send(("complaint", f"drawing problems fails: {type(error).__name__}: {error}"))
        problems = {}
    for rule in RULES if problems else ():
        progress(f"drawing, solving and verifying to check {rule.__name__.removeprefix('check_').replace('_', ' ')}")
        try:
            for complaint in dict.fromkeys(rule(environment, problems, progress)):
                sender.send(("complaint", complaint))
        except Exception as error:
            sender.send(("complaint", f"{rule.__name__}: {type(error).__name__}: {str(error)[:300]}"))
    sender.send(("done", ""))


# The same problems and verdicts in other processes -------------------------------------------------------------------


def differing(
    checked: Sequence[Environment], difficulties: Sequence[int] = (0, 3, 6), seeds: int = 8
) -> dict[str, str]:
    """What differs between this process and two others with other hash seeds, by environment."""
    wanted = digests(checked, difficulties, seeds)
    found = {}
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-P", "-c", _DIGESTS, json.dumps([list(difficulties), seeds]), *(e.name for e in checked)],
            capture_output=True, text=True, env=os.environ | {"PYTHONHASHSEED": hash_seed}, check=False,
        )  # fmt: skip
        got = json.loads(done.stdout) if done.returncode == 0 else {}
        for name, fingerprint in wanted.items():
            if got.get(name) != fingerprint:
                found[name] = (
                    f"has other problems or verdicts under PYTHONHASHSEED={hash_seed} {done.stderr[-300:]}".strip()
                )
    return found


_DIGESTS = """
import json, sys
from rlve.envs.checker import digests
from rlve.envs.registry import get
print(json.dumps(digests([get(name) for name in sys.argv[2:]], *json.loads(sys.argv[1]))))
"""


def digests(checked: Sequence[Environment], difficulties: Sequence[int], seeds: int) -> dict[str, str]:
    """A fingerprint of problems and verdicts, by environment."""
    return {
        environment.name: digest({(d, s): environment.problem(d, s) for d in difficulties for s in range(seeds)})
        for environment in checked
    }


def main() -> int:
    failed = False
    for environment in select(",".join(sys.argv[1:])):
        started = time.monotonic()
        found = complaints(environment)
        print(
            f"{environment.name}: {'; '.join(found) if found else 'ok'} ({time.monotonic() - started:.1f} s)",
            flush=True,
        )
        failed |= bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
