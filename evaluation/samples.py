"""Graded responses on disk: `samples.jsonl` in a folder per benchmark, a line each, only ever appended to."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "samples.jsonl"


@dataclass(frozen=True)
class Sample:
    """One response. `prompt_hash` tells problems apart, `sample` its place among the problem's responses.

    `tokens` is None where the model's tokenizer is not at hand; `truncated` then too.
    """

    id: str
    prompt_hash: str
    sample: int
    response: str
    answer: str | None
    correct: bool
    tokens: int | None
    truncated: bool | None
    family: str | None = None


def append(path: Path, samples: Iterable[Sample]) -> None:
    """Add samples in one write, so that a kill leaves at most one broken line at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(asdict(sample), ensure_ascii=False) + "\n" for sample in samples)
    whole_so_far = not path.exists() or path.stat().st_size == 0 or path.read_bytes()[-1:] == b"\n"
    with path.open("a", encoding="utf-8", errors="surrogatepass") as file:
        file.write(lines if whole_so_far else "\n" + lines)


def read(folder: Path) -> list[Sample]:
    """All whole samples of a benchmark, those of interrupted data-parallel processes too. Broken lines are left out."""
    found = []
    for path in sorted(folder.glob("samples*.jsonl")):
        for line in path.read_bytes().splitlines():
            try:
                found.append(Sample(**json.loads(line.decode("utf-8", errors="surrogatepass"))))
            except (ValueError, TypeError):
                continue
    return found


def by_problem(samples: Iterable[Sample], count: int) -> dict[str, list[Sample]]:
    """The problems that have all their `count` responses, by hash; each response once, in order."""
    groups: dict[str, dict[int, Sample]] = defaultdict(dict)
    for sample in samples:
        if sample.sample < count:
            groups[sample.prompt_hash][sample.sample] = sample
    return {key: [group[place] for place in sorted(group)] for key, group in groups.items() if len(group) == count}


def merge(folder: Path) -> None:
    """Put the files of data-parallel processes into the one file."""
    main = folder / FILE
    for path in sorted(folder.glob("samples-*.jsonl")):
        text = path.read_bytes()
        if text and not text.endswith(b"\n"):
            text += b"\n"
        with main.open("ab") as file:
            file.write(text)
        path.unlink()
