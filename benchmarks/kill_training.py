"""Is a run that is killed again and again the run that never was? `python -m benchmarks.kill_training --kills 20`

A short run of the bundled model with partial rollouts, from beginning to end; then the same one, killed without warning
at random moments and resumed each time, until it is done. Metrics, rollouts, weights and prompts in flight must be the
same bytes. Exit status 1 if anything differs.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rlve.training import metrics
from rlve.training.checkpoints import folder_of, newest

FLAGS = [
    *("--preset", "tiny", "--envs", "integer_sorting,minimal_cyclic_rotation", "--prompts-per-step", "4"),
    *("--group-size", "4", "--max-response-tokens", "48", "--partial-rollouts", "12", "--judge-after", "4"),
    *("--save-every", "1", "--eval-every", "0", "--workers", "1"),
]
LONGEST = 3600  # seconds for one start, on however busy a machine


def command(run: Path, flags: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "rlve_cli", "train", "--run", str(run), *flags]


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("RANK", "WORLD_SIZE", "LOCAL_RANK")}
    return kept | {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}


def whole_run(run: Path, flags: Sequence[str]) -> None:
    """Exits with the run's own words if it fails."""
    done = subprocess.run(
        command(run, flags), capture_output=True, text=True, timeout=LONGEST, check=False, env=environment()
    )
    if done.returncode:
        sys.exit(f"the run {run} failed:\n{done.stderr[-2000:]}")


def killed_run(run: Path, flags: Sequence[str], kills: int, random: Random, *, steps: int) -> int:
    """Start the run, kill it so often, and let it end. Returns how often it was killed before it was done."""
    killed = 0
    while killed < kills and newest(run) != folder_of(run, steps):
        resume = ["--resume"] if newest(run) else [*flags]
        if not newest(run):
            shutil.rmtree(run, ignore_errors=True)
        before = seen(run)
        said = run.with_name(run.name + ".log")
        with said.open("w") as log:
            process = subprocess.Popen(
                command(run, resume), stdout=log, stderr=log, start_new_session=True, env=environment()
            )
        more = random.choice([0, 1, 1, 1, 2])  # steps that it may take first; with 0 it may not even have loaded
        wait(process, run, before + more, LONGEST)
        wait(process, run, before + more + 1, random.uniform(0.0, step_seconds(run) if more else 10.0))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            killed += 1
        elif process.returncode:
            sys.exit(f"the run {run} failed after {killed} kills:\n{said.read_text()[-2000:]}")
        process.wait()
    if newest(run) != folder_of(run, steps):
        whole_run(run, ["--resume"] if newest(run) else flags)
    return killed


def seen(run: Path) -> int:
    """The last step that a run has written down."""
    path = run / "metrics.jsonl"
    return max((line["step"] for line in metrics.read(path)), default=0) if path.exists() else 0


def wait(process: "subprocess.Popen[bytes]", run: Path, step: int, seconds: float) -> None:
    """Until a run has written down a step, ends, or so much time is over."""
    deadline = time.monotonic() + seconds
    while process.poll() is None and seen(run) < step and time.monotonic() < deadline:
        time.sleep(0.02)


def step_seconds(run: Path) -> float:
    """The longest of a run's last steps, with its checkpoint and a little more."""
    timings = metrics.read(run / "timings.jsonl") if (run / "timings.jsonl").exists() else []
    return 0.1 + max((line["time/step"] for line in timings[-3:]), default=1.0)


def differences(one: Path, other: Path, steps: int) -> list[str]:
    """The files in which two runs differ that should be the same."""
    last = Path("checkpoints") / folder_of(one, steps).name
    names = ["metrics.jsonl", str(last / "policy" / "model.safetensors"), str(last / "in_flight.npz")]
    names += [f"rollouts/{path.name}" for path in sorted((one / "rollouts").glob("*.jsonl"))]
    return [
        name
        for name in names
        if not (other / name).is_file() or (one / name).read_bytes() != (other / name).read_bytes()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--steps", type=int, default=0, help="of the run; enough for the kills if not given")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    arguments = parser.parse_args()
    steps = arguments.steps or 2 * arguments.kills + 4
    flags = [*FLAGS, "--steps", str(steps), "--processes", str(arguments.processes)]
    with tempfile.TemporaryDirectory() as folder:
        straight, broken = Path(folder) / "straight", Path(folder) / "killed"
        whole_run(straight, flags)
        killed = killed_run(broken, flags, arguments.kills, Random(arguments.seed), steps=steps)
        found = differences(straight, broken, steps)
    print(f"{killed} kills, {steps} steps, {arguments.processes} processes: {', '.join(found) or 'the same bytes'}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
