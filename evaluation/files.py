"""Files written whole, and a standard output that libraries do not write to."""

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def write_json(path: Path, value: Any) -> None:
    """Written beside and renamed, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".tmp")
    beside.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")
    beside.replace(path)


@contextlib.contextmanager
def stdout_kept_clean() -> Iterator[None]:
    """Whatever libraries print goes to standard error; progress bars of downloads only onto a terminal.

    TQDM_DISABLE would quieten all bars, but vLLM divides by the time that its bar has been running.
    """
    if not sys.stderr.isatty():
        for name in ("HF_HUB_DISABLE_PROGRESS_BARS", "HF_DATASETS_DISABLE_PROGRESS_BARS"):
            os.environ.setdefault(name, "1")
    with contextlib.redirect_stdout(sys.stderr):
        yield


def bars_only_on_a_terminal() -> contextlib.AbstractContextManager[object]:
    """lm-eval's progress bars take no switch; what is said through `logging` is not affected."""
    return contextlib.nullcontext() if sys.stderr.isatty() else contextlib.redirect_stderr(io.StringIO())
