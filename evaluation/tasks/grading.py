"""What lm-eval calls to grade: all responses to one problem at once, `results == [[response, ...]]`."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from rlve.envs.cores import usable_cores
from rlve.evaluation import heldout
from rlve.evaluation.benchmarks import BENCHMARKS, all_tests
from rlve.evaluation.graders import grade_bbeh, grade_code, grade_math
from rlve.evaluation.graders.code import CodeTest
from rlve.evaluation.statistics import pass_at

Document = dict[str, Any]
Responses = Sequence[Sequence[str]]


def keep_all(responses: Iterable[list[str]], _documents: object) -> list[list[str]]:
    """A filter that keeps every response: without one, lm-eval grades only the first of a problem's repeats."""
    return [list(one) for one in responses]


def grade_each(grade: Callable[[str], bool], responses: Sequence[str]) -> list[bool]:
    """Verdicts in order; the work happens in other processes, so threads are enough to keep the cores busy."""
    with ThreadPoolExecutor(usable_cores()) as threads:
        return list(threads.map(grade, responses))


def average(verdicts: Sequence[bool]) -> dict[str, Any]:
    return {"score": sum(verdicts) / len(verdicts), "verdicts": list(verdicts)}


def mathematics(document: Document, results: Responses) -> dict[str, Any]:
    return average(grade_each(lambda response: grade_math(response, document["gold"]), results[0]))


def bbeh(document: Document, results: Responses) -> dict[str, Any]:
    return average([grade_bbeh(response, document["gold"]) for response in results[0]])


def programs(document: Document, results: Responses) -> dict[str, Any]:
    """pass@k, unbiased. Runs what the model wrote: lm-eval asks for a confirmation before it gets here."""
    tests = [CodeTest(**test) for test in all_tests(document)]
    grade = partial(grade_code, tests=tests, function_name=document["function_name"] or None)
    verdicts = grade_each(grade, results[0])
    passes = BENCHMARKS["livecodebench_v6"].passes or 1
    return {"score": pass_at(passes, len(verdicts), sum(verdicts)), "verdicts": verdicts}


def heldout_environments(document: Document, results: Responses) -> dict[str, Any]:
    return average(grade_each(partial(heldout.is_correct, document), results[0]))


def share_correct(items: Iterable[Sequence[bool]]) -> float:
    """Of all responses to all problems."""
    verdicts = [verdict for item in items for verdict in item]
    return sum(verdicts) / len(verdicts)
