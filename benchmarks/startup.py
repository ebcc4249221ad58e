"""Start-up times of the command, as multiples of `python -c pass` in the same run; and the memory of `generate`.

python -m benchmarks.startup
python -m benchmarks.startup --problems 1000000
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

BARE = "python -c pass"
COMMANDS = {
    BARE: None,
    "rlve --help": ["--help"],
    "rlve generate --help": ["generate", "--help"],
    "rlve generate --env integer_sorting": ["generate", "--env", "integer_sorting"],
    "rlve generate --env sudoku -d 7": ["generate", "--env", "sudoku", "-d", "7"],
    "rlve inspect integer_sorting": ["inspect", "integer_sorting"],
    "rlve inspect": ["inspect"],
}
TARGET = "Target: rlve --help within 6 times a bare interpreter's start."
PEAK = """
import resource, sys
from rlve_cli.main import main
main()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def start_times(rounds: int) -> dict[str, list[float]]:
    """Seconds of wall time of each command; the commands take turns, so that all see the same machine."""
    script = Path(sys.executable).with_name("rlve")
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, arguments in COMMANDS.items():
            command = [sys.executable, "-c", "pass"] if arguments is None else [str(script), *arguments]
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - started)
    return times


def peak_memory(problems: int) -> int:
    """MiB of resident memory at most, while `rlve generate` writes so many problems."""
    arguments = ["generate", "--env", "integer_sorting", "-n", str(problems), "--output", "/dev/null"]
    done = subprocess.run([sys.executable, "-c", PEAK, *arguments], check=True, capture_output=True, text=True)
    return int(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--problems", type=int, default=100_000, help="for the measurement of memory")
    arguments = parser.parse_args()
    times = start_times(arguments.rounds)
    width = max(map(len, times))
    print(f"{'':{width}}  median ms  least ms  times bare (median)")
    for name, seconds in times.items():
        ratio = median(seconds) / median(times[BARE])
        print(f"{name:{width}}  {1000 * median(seconds):9.1f}  {1000 * min(seconds):8.1f}  {ratio:.1f}")
    print(TARGET)
    for problems in (1_000, arguments.problems):
        print(f"memory of generate for {problems:,} problems: {peak_memory(problems)} MiB at most")


if __name__ == "__main__":
    main()
