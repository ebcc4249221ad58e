"""The six benchmarks: where their problems come from, how each is scored, and how its files are read.

Problems load from the public data sets by name, or from local files: lists of `{"user_prompt", "ground_truth"}` (as
published with the RLVE paper) and rows with the public sets' own fields are both understood.
"""

import hashlib
import json
import os
import socket
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import getproxies

Grading = Literal["math", "bbeh", "code"]
Row = dict[str, Any]

BOXED = "Please reason step by step, and put your final answer within \\boxed{}."
READ_AND_PRINT = (
    "Write a Python program that reads the input from standard input and prints the answer to standard output. "
    "Put the whole program into one fenced code block that starts with ```python."
)
FILL_IN = (
    "Complete the following Python code. Put the whole program into one fenced code block that starts with ```python."
    "\n\n```python\n{code}\n```"
)
PROMPT_FIELDS = ("user_prompt", "prompt", "problem", "Problem", "question", "Question", "input", "question_content")
GOLD_FIELDS = ("ground_truth", "answer", "Answer", "final_answer", "target", "expected_answer")
FORMATS = (".json", ".jsonl")
BBEH_PROBLEMS_PER_TASK = 16


class MissingData(Exception):
    """A benchmark's problems cannot be had; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class Benchmark:
    """One benchmark: `samples` responses a problem, of which the score is the mean, or pass@`passes` where that is set.

    `problems` is how many the paper used. `files` are names in a data set's repository that are read directly.
    """

    name: str
    title: str
    grading: Grading
    problems: int
    samples: int
    repository: str
    configuration: str | None = None
    split: str = "train"
    files: tuple[str, ...] = ()
    passes: int | None = None

    @property
    def task(self) -> str:
        """Its name in lm-eval."""
        return f"rlve_{self.name}"

    def metric(self, samples: int) -> str:
        """What the score is called, given how many responses there are to each problem."""
        return f"avg@{samples}" if self.passes is None else f"pass@{min(self.passes, samples)}"


BENCHMARKS = {
    benchmark.name: benchmark
    for benchmark in (
        Benchmark("aime24", "AIME 2024", "math", 30, 64, "Maxwell-Jia/AIME_2024"),
        Benchmark("aime25", "AIME 2025", "math", 30, 64, "math-ai/aime25", split="test"),
        Benchmark("omega500", "OMEGA-500", "math", 500, 4, "allenai/omega-500"),
        Benchmark("olympiadbench", "OlympiadBench", "math", 675, 4, "Hothan/OlympiadBench", "OE_TO_maths_en_COMP"),
        Benchmark("bbeh", "BBEH", "bbeh", 368, 4, "BBEH/bbeh"),
        Benchmark(
            "livecodebench_v6",
            "LiveCodeBench v6",
            "code",
            175,
            16,
            "livecodebench/code_generation_lite",
            files=(
                "test6.jsonl",
            ),  # what release v6 adds to v5; the repository's loader script is refused by `datasets`
            passes=8,
        ),
    )
}


@dataclass(frozen=True)
class Problem:
    """One problem of a benchmark. `tests` is JSON or packed JSON (see `graders.code`), empty but for programs."""

    id: str
    prompt: str
    gold: str
    tests: str = ""
    hidden_tests: str = ""
    function_name: str = ""


@dataclass(frozen=True)
class Source:
    """Where problems came from, and a hash over all of them."""

    origin: str
    revision: str
    sha256: str
    problems: int


def load(
    name: str, data: str | os.PathLike[str] | None = None, revision: str | None = None
) -> tuple[list[Problem], Source]:
    """The problems of a benchmark and their source: from the folder `data`, else from its public data set.

    All files of a public set are read at one commit: `revision`, else the newest, which the source names.

    Raises MissingData when there is none, or when a row cannot be understood.
    """
    benchmark = BENCHMARKS[name]
    if data is None:
        rows, origin, commit = public_rows(benchmark, revision)
    else:
        path = local_file(benchmark, Path(data))
        rows, origin, commit = read_rows(path), str(path), ""
    if name == "bbeh":
        rows = the_papers_share(rows)
    problems = [problem_of(benchmark, row, place, origin) for place, row in enumerate(rows)]
    if not problems:
        raise MissingData(f"{benchmark.title}: {origin} holds no problems")
    return problems, Source(origin, commit, fingerprint(problems), len(problems))


def keys_of(prompts: Iterable[str]) -> list[str]:
    """A name for each problem that is the same in every run, whatever its place: a hash of its prompt.

    The second of two equal prompts (OMEGA-500 has such) is told apart by a number.
    """
    seen: Counter[str] = Counter()
    keys = []
    for prompt in prompts:
        key = hashlib.sha256(prompt.encode()).hexdigest()[:16]
        seen[key] += 1
        keys.append(key if seen[key] == 1 else f"{key}-{seen[key]}")
    return keys


def fingerprint(problems: Iterable[Problem]) -> str:
    """A hash of all prompts, answers and tests, in order."""
    digest = hashlib.sha256()
    for problem in problems:
        digest.update(json.dumps(asdict(problem), sort_keys=True).encode())
    return digest.hexdigest()


def local_file(benchmark: Benchmark, folder: Path) -> Path:
    """The benchmark's file in a folder."""
    names = [benchmark.name + suffix for suffix in FORMATS] + list(benchmark.files)
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise MissingData(
        f"{benchmark.title}: put {names[0]} or {names[1]} into {folder}, or leave out --data to use the hub"
    )


def read_rows(path: Path) -> list[Row]:
    """The rows of a JSON list or of JSON lines."""
    try:
        text = path.read_text(encoding="utf-8")
        rows = (
            json.loads(text)
            if text.lstrip().startswith("[")
            else [json.loads(line) for line in text.splitlines() if line]
        )
    except (OSError, ValueError) as error:
        raise MissingData(f"{path} cannot be read as JSON or JSON lines: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise MissingData(f"{path} must hold a list of objects, or an object a line")
    return rows


def public_rows(benchmark: Benchmark, revision: str | None) -> tuple[list[Row], str, str]:
    """The rows of a public data set, its name, and the commit they were read at."""
    try:
        import datasets
        from huggingface_hub import HfApi, constants, hf_hub_download

        if not reachable(constants.ENDPOINT):
            raise ConnectionError
        commit = str(HfApi().dataset_info(benchmark.repository, revision=revision, timeout=20).sha)
        rows: list[Row] = []
        if benchmark.files:
            for file in benchmark.files:
                path = hf_hub_download(benchmark.repository, file, repo_type="dataset", revision=commit)
                rows += read_rows(Path(path))
        else:
            loaded = datasets.load_dataset(
                benchmark.repository, benchmark.configuration, split=benchmark.split, revision=commit
            )
            rows = [dict(row) for row in loaded]
    except ImportError as error:
        raise MissingData(f"{benchmark.title}: install rlve[eval] to load public data sets ({error})") from None
    except Exception as error:  # the hub's libraries raise many kinds for a missing network or repository
        raise MissingData(
            f"{benchmark.title}: the data set {benchmark.repository} could not be loaded ({type(error).__name__}); "
            f"put {benchmark.name}.json into a folder and pass it with --data"
        ) from None
    return rows, benchmark.repository, commit


@cache
def reachable(address: str) -> bool:
    """Whether a server answers at all: the hub's own client tries for half a minute for each data set."""
    if getproxies():
        return True
    try:
        host = urlsplit(address)
        socket.create_connection((host.hostname or "", host.port or 443), timeout=10).close()
    except OSError:
        return False
    return True


def the_papers_share(rows: list[Row]) -> list[Row]:
    """Of the full BBEH the first 16 problems a task, those of the mini set first; other lists as they are."""
    if not rows or not all("task" in row for row in rows):
        return rows
    taken: Counter[str] = Counter()
    chosen = []
    for place, row in sorted(enumerate(rows), key=lambda placed: not placed[1].get("mini")):
        if taken[row["task"]] < BBEH_PROBLEMS_PER_TASK:
            taken[row["task"]] += 1
            chosen.append((place, row))
    return [row for _, row in sorted(chosen, key=lambda placed: placed[0])]


def problem_of(benchmark: Benchmark, row: Row, place: int, origin: str) -> Problem:
    """One row as a problem. Raises MissingData with the place of a row that has no prompt or no answer."""
    prompt, gold = prompt_in(row), gold_in(row)
    identifier = str(row.get("id") or row.get("ID") or row.get("question_id") or place)
    where = f"{benchmark.title}: row {place + 1} of {origin}"
    if prompt is None:
        raise MissingData(f"{where} has none of the fields {', '.join(PROMPT_FIELDS)}")
    if benchmark.grading == "code":
        return programming_problem(row, prompt, identifier, where)
    if gold is None:
        raise MissingData(f"{where} has none of the fields {', '.join(GOLD_FIELDS)}")
    context = row.get("context")
    if isinstance(context, str) and context.strip():
        prompt = f"{context.strip()}\n\n{prompt}"
    if "\\boxed" not in prompt:
        prompt = f"{prompt.rstrip()}\n\n{BOXED}"
    return Problem(identifier, prompt, gold)


def prompt_in(row: Row) -> str | None:
    messages = row.get("messages")
    if isinstance(messages, list):
        asked = [message["content"] for message in messages if message.get("role") == "user"]
        if asked:
            return str(asked[0])
    return next((row[field] for field in PROMPT_FIELDS if isinstance(row.get(field), str) and row[field].strip()), None)


def gold_in(row: Row) -> str | None:
    for field in GOLD_FIELDS:
        value = row.get(field)
        if isinstance(value, list) and value:
            return ", ".join(map(str, value))
        if value not in (None, "", []) and not isinstance(value, dict):
            return str(value)
    return None


def programming_problem(row: Row, prompt: str, identifier: str, where: str) -> Problem:
    """A problem with tests: in the public set's fields, or as `ground_truth` with inputs, outputs, maybe `fn_name`."""
    if "public_test_cases" in row or "private_test_cases" in row:
        metadata = row.get("metadata") or "{}"
        name = (json.loads(metadata) if isinstance(metadata, str) else metadata).get("func_name") or ""
        starter = (row.get("starter_code") or "").strip("\n")
        task = FILL_IN.format(code=starter) if starter else READ_AND_PRINT
        full_prompt = f"{prompt.rstrip()}\n\n{task}"
        return Problem(
            identifier, full_prompt, "", row.get("public_test_cases") or "", row.get("private_test_cases") or "", name
        )
    tests, name = tests_in(row.get("tests", row.get("ground_truth")), where)
    if "```" not in prompt:
        prompt = f"{prompt.rstrip()}\n\n{READ_AND_PRINT}"
    return Problem(identifier, prompt, "", json.dumps(tests), "", str(row.get("function_name") or name))


def tests_in(value: Any, where: str) -> tuple[list[Row], str]:
    """Tests as a list of `{"input", "output"}`, or as `{"inputs", "outputs", "fn_name"}`; either may be JSON text."""
    try:
        tests = json.loads(value) if isinstance(value, str) else value
        if isinstance(tests, list):
            return [{**test, "input": test["input"], "output": test["output"]} for test in tests], ""
        name = tests.get("fn_name") or ""
        kind = "functional" if name else "stdin"
        pairs = zip(tests["inputs"], tests["outputs"], strict=True)
        return [{"input": as_text(given), "output": as_text(out), "testtype": kind} for given, out in pairs], name
    except (AttributeError, KeyError, TypeError, ValueError):
        raise MissingData(f"{where} has no tests: neither a list of input and output nor inputs and outputs") from None


def as_text(value: Any) -> str:
    """Texts as they are; lists of arguments as JSON, one a line."""
    if isinstance(value, str):
        return value
    return "\n".join(json.dumps(one) for one in value) if isinstance(value, list) else json.dumps(value)


def all_tests(problem: Row) -> Iterator[Row]:
    """A problem's visible and hidden tests, given its fields."""
    from rlve.evaluation.graders.code import decoded_tests

    for packed in (problem["tests"], problem["hidden_tests"]):
        if packed:
            yield from (
                {"input": test.input, "output": test.output, "kind": test.kind} for test in decoded_tests(packed)
            )
