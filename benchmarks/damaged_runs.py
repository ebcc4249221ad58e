"""Damage the folder of a run in many ways: each is a sentence, or changes nothing that a resume reads.

    python -m benchmarks.damaged_runs --trials 300 --seed 1

One bit is flipped, a file is cut, emptied, lost or filled with noise, or two files are swapped, anywhere in a small
run's folder. Then the run is asked to go on, as far as its checkpoints are read, and `rlve inspect` shows it. Damage of
a checkpoint must be noticed and named in one sentence; nothing may end in a traceback. Exit status 1 if anything does.
"""

import argparse
import contextlib
import io
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from benchmarks.kill_training import FLAGS, whole_run
from rlve.training import config, metrics
from rlve.training.errors import RunError, SettingsError
from rlve.training.run_folder import Order, check_resumable
from rlve.training.saved import newest
from rlve_cli.application import run_command

KINDS = ("bit", "cut", "empty", "lost", "noise", "swap")


def damaged(run: Path, rng: Random) -> tuple[str, Path]:
    """Damage one file, or swap two; says how and which."""
    files = [path for path in sorted(run.rglob("*")) if path.is_file() and path.stat().st_size]
    path, kind = rng.choice(files), rng.choice(KINDS)
    content = bytearray(path.read_bytes())
    if kind == "bit":
        place = rng.randrange(8 * len(content))
        content[place // 8] ^= 1 << place % 8
    elif kind == "cut":
        del content[rng.randrange(len(content)) :]
    elif kind == "empty":
        content.clear()
    elif kind == "noise":
        content[:] = rng.randbytes(len(content))
    elif kind == "swap":
        other = rng.choice([each for each in files if each.read_bytes() != content] or files)
        content[:], _ = other.read_bytes(), other.write_bytes(content)
    path.write_bytes(content)
    if kind == "lost":
        path.unlink()
    return kind, path


def resumed(run: Path) -> str:
    """What a resume says of a folder; no text if it would go on. Other exceptions than ours are faults."""
    try:
        check_resumable(Order(run, config.resumed(run, {}), resume=True))
        metrics.take_back(run, 2)
    except (SettingsError, RunError) as error:
        return str(error)
    return ""


def trial(whole: Path, run: Path, rng: Random) -> tuple[str, str]:
    """How the folder was damaged and what came of it: told, unharmed, or a fault in words."""
    shutil.copytree(whole, run)
    kind, path = damaged(run, rng)
    said = resumed(run)
    last = newest(whole)
    assert last is not None
    below = {each.relative_to(whole): each.read_bytes() for each in last.rglob("*") if each.is_file()}
    same = all((run / name).is_file() and (run / name).read_bytes() == content for name, content in below.items())
    if "\n" in said.strip() or (not said and not same):
        return kind, f"fault: damage of {path.relative_to(run)} gave {said!r}"
    with (
        contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())),
        contextlib.redirect_stderr(io.StringIO()) as errors,
    ):
        for options in ([], ["--json"], ["--html", str(run / "page.html")]):
            status = run_command(["inspect", f"{run}/", *options])
            if status not in (0, 1, 2) or "Traceback" in errors.getvalue():
                return kind, f"fault: inspect of {path.relative_to(run)}: {errors.getvalue()[-300:]}"
    return kind, "told" if said else "unharmed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    found: Counter[tuple[str, str]] = Counter()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        whole_run(whole, [*FLAGS, "--steps", "2"])
        for number in range(arguments.trials):
            run = Path(folder) / f"run{number}"
            try:
                kind, outcome = trial(whole, run, Random(f"{arguments.seed}/{number}"))
            except Exception:
                kind, outcome = "any", f"fault: trial {number}: {traceback.format_exc()[-1500:]}"
            if outcome.startswith("fault"):
                faults.append(outcome)
                outcome = "fault"
            found[kind, outcome] += 1
            shutil.rmtree(run, ignore_errors=True)
    for (kind, outcome), count in sorted(found.items()):
        print(f"{kind:6} {outcome:9} {count:4}")
    print("\n".join(faults[:5]) or f"{arguments.trials} damaged folders: each told or unharmed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
