"""Responses, chunk by chunk: sampled by lm-eval, written down after each, and judged while the next is sampled."""

import hashlib
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rlve.evaluation import engines
from rlve.evaluation.errors import EvaluationFailed
from rlve.evaluation.files import bars_only_on_a_terminal
from rlve.evaluation.grading import Grading
from rlve.evaluation.samples import Sample
from rlve.evaluation.served import Served
from rlve.evaluation.settings import EngineName, EvaluationSettings, Say, title_of
from rlve.evaluation.work import Work, pending


@dataclass(frozen=True)
class Engine:
    """A loaded model. `template`: whether prompts go through its chat template."""

    name: EngineName
    model: Any
    template: bool


def load(settings: EvaluationSettings, model: str, say: Say) -> Engine:
    """Start the engine. Raises EvaluationFailed when the model cannot be loaded."""
    name = engines.engine_name(settings)
    with bars_only_on_a_terminal():
        loaded = engines.start(settings, name, model)
    template = settings.chat_template and engines.has_chat_template(loaded)
    if settings.chat_template and not template:
        say("the model has no chat template: prompts are given as plain text")
    return Engine(name, loaded, template)


def run(
    works: Sequence[Work], settings: EvaluationSettings, engine: Engine, say: Say, share: tuple[int, int] = (0, 1)
) -> None:
    """Sample what is pending, and judge it meanwhile. `share`: of several processes, which this is, and how many.

    What could not be judged waits on disk. Raises EvaluationFailed when the model cannot go on.
    """
    rank, ranks = share
    with Grading(settings, say, "" if ranks == 1 else f"-{rank}") as grading:
        for work in works:
            sample(work, settings, engine, grading, share)


def sample(work: Work, settings: EvaluationSettings, engine: Engine, grading: Grading, share: tuple[int, int]) -> None:
    """What is pending of one benchmark, until its grader fails."""
    rank, ranks = share
    places_missing = pending(work, Path(settings.output))
    keys = {work.keys[place] for place in places_missing}
    chunks = list(chunks_of(work, settings, engine)) if places_missing else []
    for number, (limit, places) in enumerate(chunks):
        if work.name in grading.failures:
            return
        if number % ranks != rank or keys.isdisjoint(work.keys[place] for place in places):
            continue
        began = time.monotonic()
        seed_everything(f"{settings.seed}/{work.name}/{places[0]}")
        rows = answered(work, places, limit, engine) if limit else unanswerable(work, places)
        # A chunk that was half written is sampled whole, so that the random numbers are the same, and added in part
        label = f"chunk {number + 1} of {len(chunks)}, {len(places)} problems"
        wanted = [row for row in rows if row.prompt_hash in keys]
        grading.add(work, wanted, f"{label}, {time.monotonic() - began:.0f} s")


def chunks_of(work: Work, settings: EvaluationSettings, engine: Engine) -> Iterator[tuple[int, list[int]]]:
    """`(longest response, places)`: problems that are sampled together. The same division every time."""
    by_limit: dict[int, list[int]] = {}
    for place, document in enumerate(work.documents):
        tokens = engines.prompt_tokens(engine.model, document["prompt"], engine.template)
        limit = engines.response_limit(engine.model, settings.max_response_tokens, tokens)
        by_limit.setdefault(limit, []).append(place)
    size = max(1, engines.RESPONSES_AT_ONCE[engine.name] // work.samples)
    for limit, places in sorted(by_limit.items()):
        for start in range(0, len(places), size):
            yield limit, places[start : start + size]


def answered(work: Work, places: list[int], limit: int, engine: Engine) -> list[Sample]:
    """Responses to some problems. Raises EvaluationFailed when the model cannot go on."""
    from lm_eval.evaluator import evaluate as evaluate_task

    work.task.set_config("generation_kwargs", {"max_gen_toks": limit, "until": []}, update=True)
    work.task.set_config("process_results", no_verdicts)
    name = work.task.config.task
    try:
        with bars_only_on_a_terminal():
            evaluated = evaluate_task(
                lm=engine.model,
                task_dict={"tasks": {name: work.task}, "groups": {}},
                samples={name: places},
                bootstrap_iters=0,
                log_samples=True,
                apply_chat_template=engine.template,
                confirm_run_unsafe_code=True,  # such benchmarks got here only with --allow-code-execution
            )
    except (KeyboardInterrupt, SystemExit):
        raise
    except Exception as error:
        raise EvaluationFailed(
            f"{title_of(work.name)} stopped at problem {places[0] + 1}: {engines.first_line(error)}; "
            "run the same command again to go on from there"
        ) from error
    rows = []
    for logged in evaluated["samples"][name]:
        for number, response in enumerate(logged["resps"][0]):
            rows.append(row_for(work, logged["doc_id"], number, response, limit, engine))
    return rows


def no_verdicts(_document: object, _results: object) -> dict[str, Any]:
    """What lm-eval is told where the judging is done beside it."""
    return {"score": 0.0, "verdicts": [False]}


def row_for(work: Work, place: int, number: int, response: str, limit: int, engine: Engine) -> Sample:
    """A response that waits for its verdict."""
    tokens = engines.response_tokens(engine.model, response)
    truncated = None if tokens is None else tokens >= limit - 1  # an end token is not encoded again
    finish, thought = None, 0
    if isinstance(response, Served):
        tokens, finish, thought = response.tokens, response.finish, response.thought
        truncated = None if finish is None else finish == "length"
    return Sample(
        **of_problem(work, place),
        sample=number,
        response=str(response),
        answer=None,
        correct=None,
        tokens=tokens,
        truncated=truncated,
        finish=finish,
        thought=thought,
    )


def of_problem(work: Work, place: int) -> dict[str, Any]:
    """The fields of a sample that say which problem it answers."""
    document = work.documents[place]
    return {
        "id": document["id"],
        "prompt_hash": work.keys[place],
        **{field: document.get(field) for field in ("family", "environment", "difficulty")},
    }


def unanswerable(work: Work, places: Sequence[int]) -> list[Sample]:
    """Problems whose prompt is longer than the model's context: wrong, and marked as cut off."""
    nothing: dict[str, Any] = {"response": "", "answer": None, "correct": False, "tokens": 0, "truncated": True}
    nothing |= {"outcome": "no answer", "reason": "the prompt is longer than the model's context"}
    return [
        Sample(**of_problem(work, place), sample=number, **nothing)
        for place in places
        for number in range(work.samples)
    ]


def seed_everything(purpose: str) -> None:
    """Seed the global generators for one chunk: its repeats differ, and running it again gives the same."""
    import numpy
    import torch

    seed = int.from_bytes(hashlib.sha256(purpose.encode()).digest()[:4])
    random.seed(seed)
    numpy.random.seed(seed)
    torch.manual_seed(seed)
