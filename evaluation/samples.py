"""Responses on disk, in a folder per benchmark, a line each: graded ones in `samples.jsonl`, only ever appended to.

Those that wait for their verdict are in `waiting.jsonl`, so that none is sampled twice whatever happens to its grader.
Prompts are in `problems.jsonl`, once each.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FILE, WAITING, PROBLEMS = "samples.jsonl", "waiting.jsonl", "problems.jsonl"


@dataclass(frozen=True)
class Sample:
    """One response. `prompt_hash` tells problems apart, `sample` its place among the problem's responses.

    `correct` is None where it could not be judged, or not yet; `outcome` is one word, `reason` says in one line why a
    response does not count. `tokens` is None where the model's tokenizer is not at hand and its server does not count;
    `truncated` where neither says. `finish` is why a server stopped; `thought` how many characters it kept to itself.
    """

    id: str
    prompt_hash: str
    sample: int
    response: str
    answer: str | None
    correct: bool | None
    tokens: int | None
    truncated: bool | None
    family: str | None = None
    outcome: str = ""
    reason: str = ""
    finish: str | None = None
    thought: int = 0
    environment: str | None = None
    difficulty: int | None = None

    @property
    def place(self) -> tuple[str, int]:
        """What tells it from every other response."""
        return self.prompt_hash, self.sample


def append(path: Path, samples: Iterable[Sample]) -> None:
    """Add samples in one write, so that a kill leaves at most one broken line at the end."""
    samples = list(samples)
    if not samples:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(asdict(sample), ensure_ascii=False) + "\n" for sample in samples)
    whole_so_far = not path.exists() or path.stat().st_size == 0 or path.read_bytes()[-1:] == b"\n"
    with path.open("a", encoding="utf-8", errors="surrogatepass") as file:
        file.write(lines if whole_so_far else "\n" + lines)


def read(folder: Path, file: str = FILE) -> list[Sample]:
    """All whole samples of a benchmark, those of interrupted data-parallel processes too. Broken lines are left out."""
    found = []
    for path in sorted(folder.glob(file.replace(".", "*."))):
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


def waiting(folder: Path) -> list[Sample]:
    """The responses that have no verdict yet, each once."""
    judged = {sample.place for sample in read(folder)}
    return list({sample.place: sample for sample in read(folder, WAITING) if sample.place not in judged}.values())


def forget_waiting(folder: Path) -> None:
    """Remove the files of waiting responses, once none waits."""
    for path in folder.glob(WAITING.replace(".", "*.")):
        path.unlink()


def write_prompts(folder: Path, documents: Iterable[Mapping[str, Any]], keys: Iterable[str]) -> None:
    """The problems of a benchmark, for whoever reads responses."""
    folder.mkdir(parents=True, exist_ok=True)
    known = prompts(folder)
    rows = [
        {"prompt_hash": key, "id": document["id"], "prompt": document["prompt"]}
        for key, document in zip(keys, documents)
        if key not in known
    ]
    with (folder / PROBLEMS).open("a", encoding="utf-8", errors="surrogatepass") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def prompts(folder: Path) -> dict[str, str]:
    """Prompts by their hash; none where they were not written."""
    found = {}
    path = folder / PROBLEMS
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        try:
            row = json.loads(line.decode("utf-8", errors="surrogatepass"))
            found[str(row["prompt_hash"])] = str(row["prompt"])
        except (ValueError, TypeError, KeyError):
            continue
    return found
