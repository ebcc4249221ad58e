"""What lm-eval calls to grade: all responses to one problem at once, `results == [[response, ...]]`."""

from collections.abc import Iterable, Sequence
from typing import Any

from rlve.evaluation.benchmarks import BENCHMARKS
from rlve.evaluation.graders.worker import GraderFailed
from rlve.evaluation.judging import judge
from rlve.evaluation.statistics import pass_at

Document = dict[str, Any]
Responses = Sequence[Sequence[str]]


def keep_all(responses: Iterable[list[str]], _documents: object) -> list[list[str]]:
    """A filter that keeps every response: without one, lm-eval grades only the first of a problem's repeats."""
    return [list(one) for one in responses]


def verdicts(name: str, document: Document, results: Responses) -> list[bool]:
    """Those on responses that could be judged. Raises GraderFailed where none could."""
    (judgements,) = judge(name, [(document, results[0])])
    known = [judgement.correct for judgement in judgements if judgement.correct is not None]
    if not known:
        raise GraderFailed(f"no response to problem {document['id']} could be judged: {judgements[0].reason}")
    return known


def average(verdicts: Sequence[bool]) -> dict[str, Any]:
    return {"score": sum(verdicts) / len(verdicts), "verdicts": list(verdicts)}


def mathematics(document: Document, results: Responses) -> dict[str, Any]:
    return average(verdicts("aime24", document, results))


def bbeh(document: Document, results: Responses) -> dict[str, Any]:
    return average(verdicts("bbeh", document, results))


def programs(document: Document, results: Responses) -> dict[str, Any]:
    """pass@k, unbiased. Runs what the model wrote: lm-eval asks for a confirmation before it gets here."""
    found = verdicts("livecodebench_v6", document, results)
    passes = BENCHMARKS["livecodebench_v6"].passes or 1
    return {"score": pass_at(passes, len(found), sum(found)), "verdicts": found}


def environments(document: Document, results: Responses) -> dict[str, Any]:
    return average(verdicts("heldout", document, results))


def share_correct(items: Iterable[Sequence[bool]]) -> float:
    """Of all responses to all problems."""
    verdicts = [verdict for item in items for verdict in item]
    return sum(verdicts) / len(verdicts)
