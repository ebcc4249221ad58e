"""The `rlve` command: where it starts and how it ends.

The overview is printed without importing anything: the option parser takes several times as long as starting Python.
"""

import os
import sys
from io import TextIOWrapper

from rlve_cli.errors import ReaderGone, trouble

COMMANDS = {  # name: module, function, what it is for
    "generate": ("rlve_cli.generate", "generate", "Write problems of chosen environments and difficulties."),
    "verify": ("rlve_cli.verify", "verify", "Judge responses to problems: rewards, outcomes, reasons."),
    "train": ("rlve_cli.train", "train", "Train a language model; each environment turns its own difficulty."),
    "eval": ("rlve_cli.eval", "evaluate", "Score a model on benchmarks and on held-out environments."),
    "inspect": ("rlve_cli.inspect", "inspect", "Show environments, records, runs and results; check your own."),
    "new": ("rlve_cli.new", "new", "Write an environment of your own and its test, to start from."),
}
PURPOSE = "Reinforcement learning for language models on problems that programs make and programs check."
OVERVIEW = """\
Usage: rlve COMMAND [OPTIONS]

{purpose}

Commands:
{commands}

Examples:
  rlve inspect sudoku
  rlve generate --env sudoku --difficulty 2-6 --count 100 > problems.jsonl
  rlve verify responses.jsonl --summary > verdicts.jsonl

Options:
  --version             Show the version.
  --install-completion  Install completion for the current shell.
  --help                Show this page; after a command, its options.
"""


def main() -> int:
    """Run the command line in `sys.argv`; returns the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):  # what its encoding has not, such as half of a surrogate pair
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = _run(sys.argv[1:])
    except (ReaderGone, BrokenPipeError):
        status = 0
    except KeyboardInterrupt:
        from rlve_cli import ending

        status = ending.status()
    except OSError as error:
        status = _no_output(error)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:  # what is still buffered goes nowhere, so that Python says nothing when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if status == 0 and not isinstance(error, BrokenPipeError):
            status = _no_output(error)
    return status


def _no_output(error: OSError) -> int:
    print(f"rlve: standard output: {trouble(error)}", file=sys.stderr)
    return 1


def overview() -> str:
    commands = "\n".join(f"  {name:9} {purpose}" for name, (_, _, purpose) in COMMANDS.items())
    return OVERVIEW.format(purpose=PURPOSE, commands=commands)


def _run(arguments: list[str]) -> int:
    completing = "_RLVE_COMPLETE" in os.environ
    if not completing and arguments in ([], ["--help"], ["-h"]):
        print(overview(), end="")
        return 0
    if arguments == ["--version"]:
        from importlib.metadata import version

        print(f"rlve {version('rlve')}")
        return 0
    from rlve_cli.application import run_command

    return run_command(arguments, completing)
