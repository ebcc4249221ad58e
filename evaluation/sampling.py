"""Responses and verdicts, chunk by chunk: sampled and graded by lm-eval, written down after each chunk."""

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rlve.evaluation import benchmarks, engines, samples
from rlve.evaluation.errors import EvaluationFailed
from rlve.evaluation.files import bars_only_on_a_terminal
from rlve.evaluation.graders.bbeh import bbeh_answer
from rlve.evaluation.graders.code import last_fenced_block
from rlve.evaluation.graders.extraction import marked_answer
from rlve.evaluation.samples import Sample
from rlve.evaluation.settings import HELDOUT, EngineName, EvaluationSettings, title_of
from rlve.evaluation.work import Work, pending

Say = Callable[[str], None]


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
    """Sample and grade what is pending. `share`: of several processes, which this is, and how many there are."""
    rank, ranks = share
    output = Path(settings.output)
    file_name = samples.FILE if ranks == 1 else f"samples-{rank}.jsonl"
    for work in works:
        missing = pending(work, output)
        keys = {work.keys[place] for place in missing}
        chunks = list(chunks_of(work, settings, engine))
        for number, (limit, places) in enumerate(chunks):
            if number % ranks != rank or keys.isdisjoint(work.keys[place] for place in places):
                continue
            began = time.monotonic()
            seed_everything(f"{settings.seed}/{work.name}/{places[0]}")
            rows = answered(work, places, limit, engine) if limit else unanswerable(work, places)
            # A chunk that was half written is sampled whole, so that the random numbers are the same, and added in part
            samples.append(output / work.name / file_name, [row for row in rows if row.prompt_hash in keys])
            say(
                f"{title_of(work.name)}: chunk {number + 1} of {len(chunks)}, {len(places)} problems, "
                f"{sum(row.correct for row in rows)} of {len(rows)} responses correct, {time.monotonic() - began:.0f} s"
            )


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
    """Responses to some problems, with verdicts. Raises EvaluationFailed when the model cannot go on."""
    from lm_eval.evaluator import evaluate as evaluate_task

    work.task.set_config("generation_kwargs", {"max_gen_toks": limit, "until": []}, update=True)
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
        responses, verdicts = logged["resps"][0], logged["verdicts"]
        for number, (response, verdict) in enumerate(zip(responses, verdicts, strict=True)):
            tokens = engines.response_tokens(engine.model, response)
            row = Sample(
                **of_problem(work, logged["doc_id"]),
                sample=number,
                response=response,
                answer=answer_in(work.name, response),
                correct=bool(verdict),
                tokens=tokens,
                truncated=None if tokens is None else tokens >= limit - 1,  # an end token is not encoded again
            )
            rows.append(row)
    return rows


def of_problem(work: Work, place: int) -> dict[str, Any]:
    """The fields of a sample that say which problem it answers."""
    document = work.documents[place]
    return {"id": document["id"], "prompt_hash": work.keys[place], "family": document.get("family")}


def unanswerable(work: Work, places: Sequence[int]) -> list[Sample]:
    """Problems whose prompt is longer than the model's context: wrong, and marked as cut off."""
    nothing: dict[str, Any] = {"response": "", "answer": None, "correct": False, "tokens": 0, "truncated": True}
    return [
        Sample(**of_problem(work, place), sample=number, **nothing)
        for place in places
        for number in range(work.samples)
    ]


def answer_in(name: str, response: str) -> str | None:
    """What the grader of a benchmark takes for the answer."""
    if name == HELDOUT:
        return marked_answer(response)
    grading = benchmarks.BENCHMARKS[name].grading
    extract = {"math": marked_answer, "bbeh": bbeh_answer, "code": last_fenced_block}[grading]
    return extract(response)


def seed_everything(purpose: str) -> None:
    """Seed the global generators for one chunk: its repeats differ, and running it again gives the same."""
    import numpy
    import torch

    seed = int.from_bytes(hashlib.sha256(purpose.encode()).digest()[:4])
    random.seed(seed)
    numpy.random.seed(seed)
    torch.manual_seed(seed)
