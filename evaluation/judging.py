"""Verdicts on responses to problems of any benchmark, with what was taken for the answer and why it does not count.

A response that cannot be judged, by a fault of the problem or its environment, gets no verdict: it is in no score, and
counted. A grader that cannot work at all raises `GraderFailed` or `SandboxError`; neither is ever a wrong answer.
"""

import atexit
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from rlve.envs.cores import usable_cores
from rlve.envs.pool import Pool, PoolFailed
from rlve.envs.verdict import Outcome, one_line
from rlve.evaluation.benchmarks import BENCHMARKS, all_tests
from rlve.evaluation.graders import grade_bbeh, grade_math
from rlve.evaluation.graders.bbeh import bbeh_answer
from rlve.evaluation.graders.code import CodeTest, first_failure, last_fenced_block
from rlve.evaluation.graders.extraction import marked_answer
from rlve.evaluation.graders.sandbox import SandboxError
from rlve.evaluation.graders.worker import GraderFailed

Document = Mapping[str, Any]
Item = tuple[Document, Sequence[str]]  # a problem, and responses to it

CANNOT_JUDGE = (GraderFailed, SandboxError)
CHECK_SECONDS = 10.0
PROBLEMS_AT_ONCE = 4  # whose tests are unpacked: those of one can take hundreds of megabytes
NO_ANSWER = {
    "math": "no \\boxed{...} and no <answer>...</answer>",
    "bbeh": 'no \\boxed{...}, no <answer>...</answer>, no "the answer is"',
    "code": "no fenced block",
}
# Programs may sleep while others compute
_programs = threading.BoundedSemaphore(2 * usable_cores())
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Judgement:
    """`correct` is None where there is no verdict; `outcome` one word, `reason` one line, empty for a right answer."""

    correct: bool | None
    answer: str | None
    outcome: str
    reason: str = ""


def judge(name: str, items: Sequence[Item], allow_weak_isolation: bool = False) -> list[list[Judgement]]:
    """Judgements on the responses to some problems of a benchmark, in order. Safe in any thread.

    Raises GraderFailed and SandboxError where nothing can be judged.
    """
    if name not in BENCHMARKS:
        return of_environments(items)
    grading = BENCHMARKS[name].grading
    if grading == "code":
        return of_programs(items, allow_weak_isolation)
    grade, read = (grade_math, marked_answer) if grading == "math" else (grade_bbeh, bbeh_answer)
    with threads(usable_cores()) as pool:
        begun = [
            [
                pool.submit(of_text, response, document["gold"], grade, read, NO_ANSWER[grading])
                for response in responses
            ]
            for document, responses in items
        ]
        return [[future.result() for future in group] for group in begun]


@contextmanager
def threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads, of which those that have not begun are forgotten when something is raised."""
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def of_text(
    response: str, gold: str, grade: Callable[[str, str], bool], read: Callable[[str], str | None], no_answer: str
) -> Judgement:
    answer = read(response)
    if answer is None:
        return Judgement(False, None, "no answer", no_answer)
    if grade(response, gold):
        return Judgement(True, answer, "correct")
    return Judgement(False, answer, "wrong", one_line(f"the right answer is {gold}"))


def of_programs(items: Sequence[Item], allow_weak_isolation: bool) -> list[list[Judgement]]:
    """All programs of several problems at once, so that one that sleeps holds up no other."""
    found: list[list[Judgement]] = []
    begun: deque[list[Future[Judgement]]] = deque()
    with threads(2 * usable_cores()) as pool:
        for document, responses in items:
            judge_one = program_judge(document, allow_weak_isolation)
            begun.append([pool.submit(judge_one, response) for response in responses])
            while len(begun) >= PROBLEMS_AT_ONCE:
                found.append([future.result() for future in begun.popleft()])
        found += [[future.result() for future in group] for group in begun]
    return found


def program_judge(document: Document, allow_weak_isolation: bool) -> Callable[[str], Judgement]:
    """What judges programs for a problem; where its tests cannot be read, there are no verdicts."""
    try:
        tests = [CodeTest(**test) for test in all_tests(dict(document))]
    except (ValueError, KeyError, TypeError) as error:
        reason = one_line(f"the tests of the problem cannot be read: {error}")
        return lambda response: Judgement(None, last_fenced_block(response), Outcome.ERROR.value, reason)
    return partial(of_program, tests=tests, function_name=document["function_name"] or None, weak=allow_weak_isolation)


def of_program(response: str, tests: list[CodeTest], function_name: str | None, weak: bool) -> Judgement:
    program = last_fenced_block(response)
    if program is None:
        return Judgement(False, None, "no answer", NO_ANSWER["code"])
    try:
        with _programs:
            failure = first_failure(response, tests, function_name, allow_weak_isolation=weak)
    except ValueError as error:  # a problem without tests, or without the name of the function
        return Judgement(None, program, Outcome.ERROR.value, one_line(str(error)))
    if failure is None:
        return Judgement(True, program, "correct")
    return Judgement(False, program, "wrong", one_line(f"test {failure.test + 1}: {failure.reason}"))


def of_environments(items: Sequence[Item]) -> list[list[Judgement]]:
    """Verdicts of environments, from the pool's processes. Raises GraderFailed where none can be started."""
    questions = [
        (document["environment"], json.loads(document["instance"]), response)
        for document, responses in items
        for response in responses
    ]
    with _one_at_a_time:
        try:
            verdicts = iter(list(pool().verify(questions)))
        except PoolFailed as error:
            raise GraderFailed(f"no process can check answers to environments: {error}") from None
    found = []
    for _, responses in items:
        group = []
        for response, verdict in zip(responses, verdicts):
            correct = None if verdict.outcome is Outcome.ERROR else verdict.outcome is Outcome.CORRECT
            group.append(Judgement(correct, marked_answer(response), verdict.outcome.value, verdict.reason))
        found.append(group)
    return found


@cache
def pool() -> Pool:
    """Processes for the checks of environments, kept until the end."""
    kept = Pool(usable_cores(), timeout=CHECK_SECONDS, chunk=16)
    atexit.register(kept.close)
    return kept


def broken_grader(name: str) -> str:
    """Why the grader of a benchmark cannot work on this machine, found by a question to it; empty if it can."""
    if name not in BENCHMARKS or BENCHMARKS[name].grading != "math":
        return ""
    try:
        verdicts = [grade_math(rf"\boxed{{\sqrt{{8}} {sign} x}}", r"x + 2\sqrt{2}") for sign in "+-"]
    except GraderFailed as error:
        return str(error)
    return "" if verdicts == [True, False] else "the grader of mathematics gives wrong verdicts here"
