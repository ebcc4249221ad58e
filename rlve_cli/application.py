"""The subcommands as one typer application, and what went wrong in them as one sentence and an exit status."""

import os
import re
import select
import sys
import warnings
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from typing import Any

import typer

from rlve_cli import ending
from rlve_cli.errors import ReaderGone, WorkFailed, WrongUse, trouble
from rlve_cli.main import COMMANDS, PURPOSE
from rlve_cli.terminal import printable

SEE_HELP = "see rlve --help"


def run_command(arguments: Sequence[str], completing: bool = False) -> int:
    """Run a command line, or complete it for a shell; returns the exit status.

    Only the module of the command in question is imported.
    """
    words = _words_to_complete() if completing else list(arguments)
    first = words[0] if words else ""
    if not completing and first not in COMMANDS and not first.startswith("-"):
        near = get_close_matches(first, COMMANDS, n=1)
        return _ended(f"rlve: there is no command {first!r}; " + (f"did you mean {near[0]}?" if near else SEE_HELP), 2)
    ending.heed()
    warnings.formatwarning = _warning(warnings.formatwarning)
    app = typer.Typer(
        help=PURPOSE,
        rich_markup_mode="markdown" if sys.stdout is not None and sys.stdout.isatty() else None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(lambda: None)
    for name, (module, function, purpose) in COMMANDS.items():
        if name == first:
            app.command(name, short_help=purpose)(_ending_quietly(getattr(import_module(module), function)))
        else:
            app.command(name, short_help=purpose)(lambda: None)  # for its name alone

    place = f"rlve {first}" if first in COMMANDS else "rlve"
    try:
        status = app(args=list(arguments), prog_name="rlve", standalone_mode=False)
    except typer.TyperException as error:
        return _ended(f"{place}: {_sentence(error.format_message())}; see {place} --help", error.exit_code)
    except WrongUse as error:
        return _ended(f"{place}: {error}", 2)
    except WorkFailed as error:
        return _ended(f"{place}: {error}", 1)
    except OSError as error:
        return _ended(f"{place}: {trouble(error)}", 1)
    if ending.heard is not None:  # the option parser takes any interrupt for Ctrl-C
        return ending.status()
    return status if isinstance(status, int) else 0


def _words_to_complete() -> list[str]:
    """The words after `rlve` in the line that a shell asks about: bash passes it in its own way."""
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    return line.split()[1:]


def _ending_quietly(command: Callable[..., None]) -> Callable[..., None]:
    """The command with `ReaderGone` where its reader has closed the pipe: typer would take that for a failure."""

    @wraps(command)
    def quiet(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except BrokenPipeError as error:
            if _reader_is_gone():
                raise ReaderGone from None
            raise WorkFailed(f"a connection was closed by its other end: {error}") from error

    return quiet


def _warning(others: Callable[..., str]) -> Callable[..., str]:
    """How warnings look on standard error: ours are sentences for users, those of libraries stay as they are."""

    def formatted(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> str:
        if category.__module__.startswith("rlve."):
            return f"rlve: {printable(str(message))}\n"
        return others(message, category, *place, **more)

    return formatted


def _reader_is_gone() -> bool:
    """Whether standard output is a pipe or a socket that nobody reads any more."""
    poll = select.poll()
    poll.register(sys.__stdout__.fileno() if sys.__stdout__ is not None else 1, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


def _ended(sentence: str, status: int) -> int:
    print(printable(sentence), file=sys.stderr)
    return status


def _sentence(message: str) -> str:
    """A message of the option parser as a part of a sentence, in one line and in our words."""
    text = " ".join(message.split()).removesuffix(".")
    text = re.sub(
        r"a valid float( range)?\b", "a number", re.sub(r"a valid int(eger)?( range)?\b", "a whole number", text)
    )
    return text[:1].lower() + text[1:]
