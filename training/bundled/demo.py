"""The demonstration: train the bundled tiny model for a few minutes, then show what it learned.

`python -m rlve.training.bundled.demo --output runs/demo` starts `rlve train --preset demo`, or goes on with it where it
was stopped; other options are handed on to it.
At the end a table sets accuracy on fixed problems before and after beside each other, and the upper difficulties beside
those of a control: the same run with learning rate 0, recorded in `training/tiny/control.json` when the model was made
(`--control` records it anew). An upper difficulty that rises in the control says nothing about learning.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rlve.training import run_folder
from rlve.training.errors import RunError, SettingsError
from rlve.training.lines import Line, read
from rlve.training.stopping import INTERRUPTED

CONTROL = Path(__file__).parents[1] / "tiny" / "control.json"
EXAM, UPPER = "heldout/accuracy/", "curriculum/upper/"
WRITTEN = ("metrics.jsonl", "timings.jsonl", "events", "rollouts")  # by a run before its first checkpoint


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="folder of the run")
    parser.add_argument("--control", action="store_true", help="train with learning rate 0 and record what comes out")
    options, others = parser.parse_known_args()
    run: Path = options.output
    if options.control:
        others += ["--learning-rate", "0"]
    if run_folder.last_step(run) is not None:
        command = ["train", "--run", str(run), "--resume"]
    else:
        try:
            clear(run)
        except (SettingsError, RunError) as error:
            print(f"make demo: {error}", file=sys.stderr)
            return 2 if isinstance(error, SettingsError) else 1
        command = ["train", "--preset", "demo", "--run", str(run), *others]
    print("rlve " + " ".join(command), file=sys.stderr)
    status = completed(command)
    if status == INTERRUPTED:
        saved = run_folder.last_step(run) is not None
        left = "goes on from here" if saved else "starts anew, for nothing was saved yet"
        print(f"Stopped; make demo {left}.", file=sys.stderr)
    if status:
        return status
    lines, complaint = read(run / "metrics.jsonl")
    if complaint:
        print(complaint, file=sys.stderr)
    if options.control:
        uppers = {name.removeprefix(UPPER): value for name, value in lines[-1].items() if name.startswith(UPPER)}
        CONTROL.write_text(json.dumps({name: int(upper) for name, upper in uppers.items()}, indent=1) + "\n")
        from rlve.training.bundled.warmstart import write_card

        write_card(CONTROL.parent)
    print(table(lines, json.loads(CONTROL.read_text())))
    return 0


def clear(run: Path) -> None:
    """Take away what a run wrote that ended before its first checkpoint. Raises `SettingsError` while it goes on."""
    if not (run / "metrics.jsonl").exists():
        return
    with run_folder.claim(run):
        for name in WRITTEN:
            path = run / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def completed(arguments: Sequence[str]) -> int:
    """Run `rlve` to its end; returns its exit status, in a shell's way for one that was killed.

    Ctrl-C reaches it too, and it saves: we wait. `subprocess.run` would kill it a quarter of a second later.
    """
    program = Path(sys.executable).with_name("rlve")
    command = [str(program)] if program.exists() else [sys.executable, "-P", "-m", "rlve_cli"]
    child = subprocess.Popen([*command, *arguments])
    while True:
        try:
            status = child.wait()
        except KeyboardInterrupt:
            continue
        return status if status >= 0 else 128 - status


def table(lines: Sequence[Line], control: dict[str, float]) -> str:
    """Accuracy at the first and the last exam, and upper difficulties at the end, by environment."""
    exams = [line for line in lines if any(name.startswith(EXAM) for name in line)]
    end = next((line for line in reversed(lines) if any(name.startswith(UPPER) for name in line)), {})
    names = sorted(name.removeprefix(UPPER) for name in end if name.startswith(UPPER))
    if not exams or not names:
        return "The run wrote down too little for a table: make clean, then make demo."
    first, last = exams[0], exams[-1]
    width = max(map(len, names))
    rows = [f"{'':{width}}  accuracy before  after   upper difficulty  control's"]
    for name in names:
        rows.append(
            f"{name:{width}}  {first[EXAM + name]:15.2f}  {last[EXAM + name]:5.2f}   {end[UPPER + name]:16.0f}  "
            f"{control.get(name, 0):9.0f}"
        )
    risen = sum(last[EXAM + name] >= first[EXAM + name] + 0.2 for name in names)
    above = sum(end[UPPER + name] >= control.get(name, 0) + 2 for name in names)
    rows.append(f"Accuracy rose by 0.2 or more for {risen} of {len(names)} environments.")
    rows.append(f"The upper difficulty ended 2 or more above the control's for {above} of {len(names)}.")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
