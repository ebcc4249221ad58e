"""The demonstration: train the bundled tiny model for a few minutes, then show what it learned.

`python -m rlve.training.demo --output runs/demo` starts `rlve train --preset demo`, or goes on with it where it was
stopped.
At the end a table sets accuracy on fixed problems before and after beside each other, and the upper difficulties beside
those of a control: the same run with learning rate 0, recorded in `training/tiny/control.json` when the model was made
(`--control` records it anew). An upper difficulty that rises in the control says nothing about learning.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from rlve.training.metrics import read

CONTROL = Path(__file__).parent / "tiny" / "control.json"
EXAM, UPPER = "heldout/accuracy/", "curriculum/upper/"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="folder of the run")
    parser.add_argument("--control", action="store_true", help="train with learning rate 0 and record what comes out")
    options = parser.parse_args()
    command = ["train", "--preset", "demo", "--run", str(options.output)]
    if options.control:
        command += ["--learning-rate", "0"]
    if (options.output / "checkpoints").exists():
        command = ["train", "--run", str(options.output), "--resume"]
    print("rlve " + " ".join(command), file=sys.stderr)
    try:
        status = subprocess.run([Path(sys.executable).with_name("rlve"), *command], check=False).returncode
    except KeyboardInterrupt:  # rlve train has heard it too, and saves
        status = 130
    if status == 130:
        print("Stopped; make demo goes on from here.", file=sys.stderr)
    if status:
        return status
    lines = read(options.output / "metrics.jsonl")
    if options.control:
        uppers = {name.removeprefix(UPPER): value for name, value in lines[-1].items() if name.startswith(UPPER)}
        CONTROL.write_text(json.dumps({name: int(upper) for name, upper in uppers.items()}, indent=1) + "\n")
        from rlve.training.warmstart import write_card

        write_card(CONTROL.parent)
    print(table(lines, json.loads(CONTROL.read_text())))
    return 0


def table(lines: list[dict[str, float]], control: dict[str, float]) -> str:
    """Accuracy at the first and the last exam, and upper difficulties at the end, by environment."""
    exams = [line for line in lines if any(name.startswith(EXAM) for name in line)]
    first, last, end = exams[0], exams[-1], lines[-1]
    names = sorted(name.removeprefix(UPPER) for name in end if name.startswith(UPPER))
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
