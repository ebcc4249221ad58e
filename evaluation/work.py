"""What an evaluation has to do: each benchmark's lm-eval task and problems, and what of it is still to be done."""

import hashlib
import json
import logging
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rlve.evaluation import benchmarks, samples
from rlve.evaluation.settings import HELDOUT, EvaluationSettings, samples_of, title_of

TASKS = Path(__file__).with_name("tasks")
CODE = [name for name, benchmark in benchmarks.BENCHMARKS.items() if benchmark.grading == "code"]


@dataclass(frozen=True)
class Work:
    """One benchmark ready to run: its lm-eval task, its problems, where they came from."""

    name: str
    task: Any
    documents: list[dict[str, Any]]
    keys: list[str]
    source: dict[str, Any]
    samples: int


def prepare(settings: EvaluationSettings) -> tuple[list[Work], dict[str, str]]:
    """The benchmarks that can run, and for the others why not."""
    works, missing = [], {}
    for name in settings.benchmarks:
        if name in CODE and (reason := objection(name, settings.allow_code_execution)):
            missing[name] = f"{title_of(name)} {reason}"
            continue
        try:
            works.append(work_for(name, settings))
        except benchmarks.MissingData as error:
            missing[name] = str(error)
    return works, missing


def objection(name: str, allow_code_execution: bool) -> str:
    """Why a benchmark cannot be judged on this machine, after its title; empty if it can."""
    if name not in CODE:
        return ""
    if sys.platform != "linux":
        return "runs programs that the model writes, and the sandbox for them needs Linux"
    if not allow_code_execution:
        return "runs programs that the model writes: allow it with --allow-code-execution"
    return ""


def work_for(name: str, settings: EvaluationSettings) -> Work:
    """A benchmark's task with the settings of this evaluation. Raises MissingData."""
    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    from lm_eval.tasks import TaskManager

    if name == HELDOUT:
        options: dict[str, Any] = {
            "environments": settings.heldout_environments,
            "difficulties": settings.heldout_difficulties,
            "problems_per_environment": settings.heldout_problems,
            "seed": settings.seed,
        }
        source: dict[str, Any] = {"origin": settings.heldout_environments, **options}
    else:
        options = {"data": settings.data, "revision": settings.revision(name)}
        options = {option: value for option, value in options.items() if value is not None}
        source = asdict(benchmarks.load(name, **options)[1])
    manager = TaskManager(include_path=[str(TASKS)], include_defaults=False, metadata=options)
    task_name = f"rlve_{name}"
    task = manager.load([task_name])["tasks"][task_name]
    count = samples_of(name, settings.samples)
    task.set_config("repeats", count)
    sampling: dict[str, Any] = {"max_gen_toks": settings.max_response_tokens, "until": []}
    if settings.temperature > 0:
        sampling |= {"do_sample": True, "temperature": settings.temperature, "top_p": settings.top_p}
    else:
        sampling |= {"do_sample": False, "temperature": 0.0}
    task.set_config("generation_kwargs", sampling)
    documents = [dict(document) for document in task.dataset["test"]][: settings.limit]
    if name == HELDOUT:
        whole = json.dumps(documents, sort_keys=True).encode()
        source |= {"problems": len(documents), "sha256": hashlib.sha256(whole).hexdigest()}
    return Work(name, task, documents, benchmarks.keys_of(document["prompt"] for document in documents), source, count)


def pending(work: Work, output: Path) -> list[int]:
    """The places of problems that do not have all their responses yet."""
    done = samples.by_problem(samples.read(output / work.name), work.samples)
    return [place for place, key in enumerate(work.keys) if key not in done]
