"""Pages for a browser: of runs, of the results of an evaluation, of verdicts. `rlve inspect TARGET... --html FILE`."""

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rlve.training.errors import SettingsError
from rlve_cli.errors import WorkFailed, WrongUse
from rlve_cli.streams import opened_output

SECONDS = 10  # between looks at a run that goes on


def write(targets: Sequence[Path], html: Path, watch: bool = False) -> None:
    """Write a page of targets that belong on one. Raises `WrongUse` and `WorkFailed`.

    With `watch` it is written again whenever the runs have gone on, until they are finished.
    """
    if html.is_dir():
        raise WrongUse(f"{html} is a folder; --html takes a file")
    runs = all(target.is_dir() and not (target / "results.json").is_file() for target in targets)
    if not runs and (watch or len(targets) > 1):
        raise WrongUse("several on one page, and --watch, are for folders of runs")
    if watch:
        if str(html) == "-":
            raise WrongUse("--watch needs a file to write again: --html FILE")
        watch_runs(targets, html)
    elif runs:
        put(run_page(targets), html)
    elif _is_results(targets[0]):
        put(results_page(targets[0]), html)
    else:
        whole, complaints = verdicts_page(targets[0])
        put(whole, html)
        if complaints:
            raise WorkFailed(complaints)


def put(page: str, html: Path) -> None:
    with opened_output(html) as stream:
        stream.write(page.encode())


def run_page(folders: Sequence[Path], refresh: int = 0) -> str:
    """One run, or several over each other. Raises `WrongUse`."""
    try:
        if len(folders) == 1:
            from rlve.training.report.page import page

            return page(folders[0], refresh)
        from rlve.training.report.comparison import comparison

        return comparison(folders, refresh)
    except SettingsError as error:
        raise WrongUse(str(error)) from None


def watch_runs(folders: Sequence[Path], html: Path) -> None:
    """Write the page whenever a run has gone on, until all are finished or Ctrl-C."""
    from rlve.training.report.run import read_run

    seen: list[tuple[int, int]] = []
    while True:
        now = [_mark(folder / "metrics.jsonl") for folder in folders]
        if now != seen:
            put(run_page(folders, SECONDS), html)
            if not seen:
                print(f"{html} is written again as the run goes on; Ctrl-C ends that.", file=sys.stderr)
            seen = now
            if all(read_run(folder).finished for folder in folders):
                return
        time.sleep(SECONDS)


def _mark(path: Path) -> tuple[int, int]:
    """What changes when a file is written to."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _is_results(path: Path) -> bool:
    from rlve_cli.reading import holds_records

    return (path / "results.json").is_file() or (path.suffix == ".json" and not holds_records(path))


def results_page(path: Path) -> str:
    """The scores of an evaluation, and the responses that lie beside its results. Raises `WrongUse`."""
    from rlve.evaluation.errors import WrongSettings
    from rlve.evaluation.report import number, percent, read_results, share
    from rlve.training.report.samples import samples_page
    from rlve.training.report.shell import table

    try:
        results = read_results(path)
    except WrongSettings as error:
        raise WrongUse(str(error)) from None
    rows = [
        (
            str(one.get("title", name)),
            str(one.get("metric", "")),
            percent(one),
            f"{one['problems']:,}",
            share(one.get("truncated")),
            share(one.get("without_answer")),
            number(one.get("mean_tokens")),
        )
        for name, one in results["benchmarks"].items()
    ]
    heads = ("benchmark", "metric", "score", "problems", "cut off", "without answer", "tokens")
    tables = [table(heads, rows, figures=True)]
    families = results["benchmarks"].get("heldout", {}).get("families", {})
    if families:
        members = [(family, percent(one), str(one["problems"])) for family, one in families.items()]
        tables.append("<h3>Held-out families</h3>" + table(("family", "score", "problems"), members, figures=True))
    missing = [f"Not run: {sentence}" for sentence in results.get("missing", {}).values()]
    folder = path if path.is_dir() else path.parent
    titles = {name: str(one.get("title", name)) for name, one in results["benchmarks"].items()}
    items = list(_samples(folder, titles))
    if not items:
        missing.append(f"{folder} holds no responses: they lie beside results.json, in a folder for each benchmark.")
    state = f"{results['date']}, {json.dumps(results.get('settings', {}))}" if "date" in results else ""
    return samples_page(str(results["model"]), state, tables, items, missing)


def _samples(folder: Path, titles: dict[str, str]) -> Iterator[Any]:
    from rlve.evaluation.samples import prompts, read
    from rlve.training.report.samples import Item

    for name, title in titles.items():
        asked = prompts(folder / name)
        for sample in read(folder / name):
            outcome = "correct" if sample.correct else "wrong" if sample.answer is not None else "no answer"
            yield Item(
                group=f"{title}: {sample.family}" if sample.family else title,
                identity=f"{sample.id} #{sample.sample + 1}",
                outcome=sample.outcome or outcome,
                answer=sample.answer,
                reason=sample.reason or ("cut off by the limit of tokens" if sample.truncated else ""),
                prompt=asked.get(sample.prompt_hash, ""),
                difficulty=sample.difficulty,
                response=sample.response,
                tokens=sample.tokens,
                cut=bool(sample.truncated),
            )


@dataclass
class Tally:
    """How responses of one environment fared; a verdict without a reward is in no average."""

    outcomes: Counter[str] = field(default_factory=Counter)
    rewards: list[float] = field(default_factory=list)

    def row(self, name: str, outcomes: Sequence[str]) -> tuple[str, ...]:
        count = self.outcomes.total()
        judged = len(self.rewards)
        accuracy = f"{self.outcomes['correct'] / judged:.1%}" if judged else "-"
        reward = f"{sum(self.rewards) / judged:.3f}" if judged else "-"
        return (name, f"{count:,}", accuracy, reward, *(f"{self.outcomes[outcome]:,}" for outcome in outcomes))


def verdicts_page(path: Path) -> tuple[str, str]:
    """The page of a file that `rlve verify` wrote, and a sentence about lines that are none. Raises `WrongUse`."""
    from rlve.training.report.samples import samples_page
    from rlve.training.report.shell import table
    from rlve_cli.reading import Complaints, opened_records

    complaints = Complaints()
    items = []
    tallies: dict[str, Tally] = defaultdict(Tally)
    with opened_records(path, complaints) as records:
        for number, record in records:
            found = list(_verdicts(record))
            if not found:
                complaints.tell(number, "no verdict: it has no outcome")
            for item in found:
                tallies[item.group].outcomes[item.outcome] += 1
                if item.reward is not None:
                    tallies[item.group].rewards.append(item.reward)
                items.append(item)
    if not items:
        raise WrongUse(
            f"{path} holds no verdicts; --html takes runs, results of rlve eval, and what rlve verify writes"
        )
    outcomes = list(dict.fromkeys(item.outcome for item in items))
    rows = [tally.row(name, outcomes) for name, tally in sorted(tallies.items())]
    if len(rows) > 1:
        every = Tally()
        for tally in tallies.values():
            every.outcomes += tally.outcomes
            every.rewards += tally.rewards
        rows.append(every.row("all", outcomes))
    scores = table(("environment", "responses", "accuracy", "reward", *outcomes), rows, figures=True)
    notes = []
    if not any(item.response for item in items):
        notes.append("The file holds verdicts alone: rlve verify --merge keeps prompts and responses beside them.")
    page = samples_page(path.name, f"{len(items):,} responses", [scores], items, notes)
    sentence = f"{complaints.count} {complaints.noun}s of {path} are no verdicts" if complaints.count else ""
    return page, sentence


def _verdicts(record: dict[str, Any]) -> Iterator[Any]:
    """The verdict of a line, or those of a group that a run wrote down."""
    from rlve.training.report.samples import Item

    several = isinstance(record.get("outcomes"), list)
    identity = record.get("id")
    name = record.get("environment")
    if not isinstance(name, str):
        name = identity.partition("/")[0] if isinstance(identity, str) else "?"
    level = record.get("difficulty")
    if level is None and isinstance(identity, str):
        part = identity.split("/")[1] if identity.count("/") >= 2 else ""
        level = int(part) if part.isdecimal() else None
    for place in range(len(record["outcomes"]) if several else int(isinstance(record.get("outcome"), str))):

        def at(one: str, many: str, place: int = place) -> Any:
            values = record.get(many) if several else [record.get(one)]
            here = place if several else 0
            return values[here] if isinstance(values, list) and here < len(values) else None

        reward, response = at("reward", "rewards"), at("response", "responses")
        number = record.get("index", place if several else None)
        tokens = at("tokens", "tokens") if several else record.get("tokens")
        yield Item(
            group=name,
            identity=f"{'' if identity is None else identity}{f' #{number + 1}' if isinstance(number, int) else ''}",
            outcome=str(at("outcome", "outcomes")),
            reward=float(reward) if isinstance(reward, int | float) and abs(reward) < 1e9 else None,
            answer=_answer(response) if isinstance(response, str) else None,
            reason=str(at("reason", "reasons") or ""),
            prompt=_prompt(record),
            response=response if isinstance(response, str) else None,
            difficulty=level if isinstance(level, int) else None,
            tokens=tokens if isinstance(tokens, int) else None,
            cut=at("", "finished") is False if several else False,
        )


def _answer(response: str) -> str | None:
    """What is read out of a response; None where there is no answer."""
    from rlve.envs.answers import Malformed, extract

    try:
        return extract(response)
    except Malformed:
        return None


def _prompt(record: dict[str, Any]) -> str:
    prompt = record.get("prompt")
    if isinstance(prompt, list):
        return "\n\n".join(str(message.get("content", "")) for message in prompt if isinstance(message, dict))
    return prompt if isinstance(prompt, str) else ""
