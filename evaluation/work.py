"""What an evaluation has to do: each benchmark's lm-eval task and problems, and what of it is still to be done."""

import hashlib
import json
import logging
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rlve.evaluation import benchmarks, samples, suite
from rlve.evaluation.errors import EvaluationFailed
from rlve.evaluation.graders import sandbox
from rlve.evaluation.heldout import HeldoutProblem
from rlve.evaluation.judging import broken_grader
from rlve.evaluation.settings import ENVIRONMENTS, HELDOUT, SUITE, EvaluationSettings, samples_of, title_of

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
    """The benchmarks that can be run and judged on this machine, and for the others why not.

    Everything that can be found without a model is found here: missing data, graders that cannot work, a sandbox in
    which no program can run.
    """
    works, missing = [], {}
    for name in settings.benchmarks:
        try:
            reason = objection(name, settings.allow_code_execution, settings.allow_weak_isolation)
            if reason:
                missing[name] = f"{title_of(name)} {reason}"
            else:
                works.append(work_for(name, settings))
        except (benchmarks.MissingData, EvaluationFailed) as error:
            missing[name] = str(error)
    if not works and not settings.named:
        works.append(work_for(HELDOUT, settings))
    return works, missing


def objection(name: str, allow_code_execution: bool, allow_weak_isolation: bool = False) -> str:
    """Why a benchmark cannot be judged on this machine, after its title; empty if it can."""
    if name not in CODE:
        broken = broken_grader(name)
        return f"cannot be judged here: {broken}" if broken else ""
    if sys.platform != "linux":
        return "runs programs that the model writes, and the sandbox for them needs Linux"
    if not allow_code_execution:
        return "runs programs that the model writes: allow it with --allow-code-execution"
    reason = sandbox.objection(allow_weak_isolation)
    return f"runs programs that the model writes, which cannot be judged here: {reason}" if reason else ""


def environment_options(name: str, settings: EvaluationSettings) -> dict[str, Any]:
    """What a task of environments finds in its metadata."""
    if name == SUITE:
        return {"environments": settings.suite_environments, "problems_per_setting": settings.suite_problems}
    return {
        "environments": settings.heldout_environments,
        "difficulties": settings.heldout_difficulties,
        "problems_per_environment": settings.heldout_problems,
        "seed": settings.seed,
    }


def work_for(name: str, settings: EvaluationSettings) -> Work:
    """A benchmark's task with the settings of this evaluation. Raises MissingData."""
    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    from lm_eval.tasks import TaskManager

    if name in ENVIRONMENTS:
        options = environment_options(name, settings)
        source: dict[str, Any] = {"origin": options["environments"], **options}
    else:
        options = {"data": settings.data, "revision": settings.revision(name)}
        options = {option: value for option, value in options.items() if value is not None}
        source = asdict(benchmarks.load(name, **options)[1])
    manager = TaskManager(include_path=[str(TASKS)], include_defaults=False, metadata=options)
    task_name = f"rlve_{name.removeprefix('rlve-')}"
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
    if name in ENVIRONMENTS:
        whole = json.dumps(documents, sort_keys=True).encode()
        source |= {"problems": len(documents), "sha256": hashlib.sha256(whole).hexdigest()}
    if name == SUITE:
        found = [HeldoutProblem(**document) for document in documents]
        source |= {"version": suite.VERSION, "changed": suite.changed(found)}
    return Work(name, task, documents, benchmarks.keys_of(document["prompt"] for document in documents), source, count)


def pending(work: Work, output: Path) -> list[int]:
    """The places of problems that do not have all their responses yet, graded or waiting for it."""
    folder = output / work.name
    there = samples.by_problem([*samples.read(folder), *samples.waiting(folder)], work.samples)
    return [place for place, key in enumerate(work.keys) if key not in there]
