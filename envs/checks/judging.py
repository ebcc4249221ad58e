"""Rules about prompts and verdicts: the solution is right, and nothing else is paid by mistake."""

import copy
import dataclasses
import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from random import Random
from typing import Any

from rlve.envs.checks.shared import Problems, Progress, digest
from rlve.envs.hostile import TEXTS, fields_as_answers, hedged, spoilt
from rlve.envs.problem import Problem
from rlve.envs.registry import Environment
from rlve.envs.verdict import Infeasible, Malformed, Outcome

HIDDEN = "planted"
ENDS = ["the first part of ", "the last part of "]
LONGEST_REASON = 300  # characters
LONGEST_PROMPT = 8_000  # characters, up to difficulty READABLE
READABLE = 15
MOST_CORRECT = 0.2  # of problems that one thoughtless way to answer may solve
EMPTY = ["<answer></answer>", "<answer> \n</answer>", "<answer>``</answer>", '<answer>""</answer>', "\\boxed{}"]

_UNTIDY = re.compile(r".{0,20}([ \t]\n|\n\n\n|  |[a-z],[a-zA-Z]|[a-z]\.[A-Z]|None|<envs|Fraction\(|\{|\[\[).{0,9}")


def check_solution(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for (difficulty, seed), problem in problems.items():
        where = f"difficulty {difficulty}, seed {seed}: "
        answer_format = problem.answer_format()
        text = answer_format.render(problem.solution)
        try:
            if answer_format.parse(text) != problem.solution:
                yield where + "parse(render(solution)) is another value"
        except (Malformed, Infeasible) as error:
            yield where + f"the solution is not in the answer format: {error}"
        for response in (f"<think>no <answer>0</answer></think> So <answer>{text}</answer>.", f"\\boxed{{{text}}}"):
            verdict = problem.verify(response)
            if verdict.outcome is not Outcome.CORRECT:
                yield where + f"the solution is judged {verdict.outcome} ({verdict.reason})"
        if problem.verify(text).outcome is not Outcome.MALFORMED:
            yield where + "an answer without a marker is read"
        for response in EMPTY:
            if (verdict := problem.verify(response)).outcome is not Outcome.MALFORMED:
                yield where + f"the empty answer {response!r} is judged {verdict.outcome}, not malformed"


def check_untouched(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for difficulty, seed in problems:
        where = f"difficulty {difficulty}, seed {seed}: "
        fresh = environment.problem(difficulty, seed)
        data = copy.deepcopy(fresh.instance())
        solution = copy.deepcopy(fresh.solution)
        if fresh.solve() != solution:
            yield where + "solve() gives another answer the second time"
        fresh.statement()
        fresh.verify(f"<answer>{fresh.answer_format().render(solution)}</answer>")
        if fresh.instance() != data or fresh.solution != solution:
            yield where + "solving or scoring changed the problem"


def check_prompt(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    shown, total, seen = Counter[int](), Counter[int](), set[str]()
    for (difficulty, seed), problem in problems.items():
        where = f"difficulty {difficulty}, seed {seed}: "
        prompt, statement = problem.prompt(), problem.statement()
        if difficulty <= READABLE and len(prompt) > LONGEST_PROMPT:
            yield where + f"a prompt of {len(prompt):,} characters, more than {LONGEST_PROMPT:,}"
        if untidy := _UNTIDY.search(statement):
            yield where + f"an untidy statement near {untidy.group()!r}"
        if not prompt.isascii():
            yield where + "a prompt that is not ASCII"
        text = problem.answer_format().render(problem.solution)
        shown[difficulty] += len(text) >= 6 and text in statement
        total[difficulty] += 1
        for response in (prompt, problem.prompt("boxed"), statement):
            if (verdict := problem.verify(response)).outcome is not Outcome.MALFORMED:
                yield where + f"the prompt itself, as a response, is judged {verdict.outcome}: it holds an answer"
        notation = re.search(r"\(notation: ([^)]*)\)", prompt)
        if notation and (earned := problem.verify(f"<answer>{notation.group(1)}</answer>").reward or 0.0) > 0.3:
            yield where + f"the notation {notation.group(1)!r} earns {earned}"
        seen.update(_fields_that_show(problem, Random(seed)))
    for field in dataclasses.fields(environment.problem_class):
        if not field.name.startswith(HIDDEN):
            for end in [""] if field.name in seen else ENDS:
                if end + field.name not in seen:
                    yield f"{end}{field.name} never shows in the prompt"
    for difficulty, times in shown.items():
        if times > total[difficulty] / 5:
            yield f"{times} of {total[difficulty]} prompts at difficulty {difficulty} contain the solution"


def _fields_that_show(problem: Problem[Any], rng: Random) -> Iterator[str]:
    """The fields, and first and last parts of fields, of which a change makes a difference to the prompt."""
    for name, value in problem.instance().items():
        for end in ENDS if isinstance(value, list | dict | str) and value else [""]:
            try:
                other = dataclasses.replace(problem, **{name: _changed(rng, value, end)})
                if other.prompt() != problem.prompt():
                    yield f"{end}{name}"
            except Exception:  # the change makes no problem
                continue


def _changed(rng: Random, value: Any, end: str) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return value + "z" if end == ENDS[1] else "z" + value
    if isinstance(value, list) and value:
        i = 0 if end == ENDS[0] else len(value) - 1
        return [*value[:i], _changed(rng, value[i], end), *value[i + 1 :]]
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return value | {key: _changed(rng, value[key], end)}
    return [0]


def check_hostile_answers(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    rng = Random(environment.name)
    for (difficulty, seed), problem in problems.items():
        if seed >= 2 or difficulty not in (0, 6):
            continue
        text = problem.answer_format().render(problem.solution)
        ruined = [spoilt(rng, text) for _ in range(60)]
        ruined = [answer for answer in ruined if answer.split() != text.split()]
        correct = 0
        for answer in [*TEXTS, *ruined, *fields_as_answers(problem)]:
            progress(f"verifying the answer {answer[:60]!r}")
            for response in (f"<answer>{answer}</answer>", f"\\boxed{{{answer}}}", answer):
                started = time.process_time()
                try:
                    verdict = problem.verify(response)
                except Exception as error:
                    yield f"verifying {answer[:60]!r} raises {type(error).__name__}: {str(error)[:200]}"
                    continue
                if (spent := time.process_time() - started) > 0.25:
                    yield f"verifying {answer[:60]!r} takes {spent:.2f} s"
                if len(verdict.reason) > LONGEST_REASON or "\n" in verdict.reason:
                    yield f"the reason is no short sentence: {verdict.reason[:100]!r}"
                correct += verdict.reward == 1 and answer in ruined
        if correct > 0.3 * 2 * len(ruined):
            yield f"{correct // 2} of {len(ruined)} spoilt solutions are correct at difficulty {difficulty}"


def check_cheap_answers(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    """Data, constants and hedged answers are not paid."""
    for difficulty in sorted({difficulty for difficulty, _ in problems}):
        here = [problem for (d, _), problem in problems.items() if d == difficulty]
        texts = [problem.answer_format().render(problem.solution) for problem in here]
        correct, hedges = Counter[str](), Counter[int]()
        for i, problem in enumerate(here):
            progress(f"trying cheap answers at difficulty {difficulty}")
            for answer in {*fields_as_answers(problem)}:
                correct["the data themselves"] += problem.verify(f"<answer>{answer}</answer>").reward == 1
            for answer in TEXTS:
                if len(answer) < 20:
                    correct[repr(answer)] += problem.verify(f"<answer>{answer}</answer>").reward == 1
            other = texts[i - 1] if texts[i - 1] != texts[i] else "0"
            for number, answer in enumerate(hedged(texts[i], other)):
                hedges[number] += problem.verify(f"<answer>{answer}</answer>").reward == 1
        most = _with_tolerance(MOST_CORRECT, len(here))
        for answer, times in correct.items():
            if times > most * len(here):
                yield f"{answer} solved {times} of {len(here)} problems at difficulty {difficulty}"
        for number, times in hedges.items():
            if times > most * len(here):
                example = hedged("SOLUTION", "OTHER")[number]
                yield f"hedged answers such as {example!r} are right at difficulty {difficulty}"


def check_answers_of_others(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for difficulty in sorted({difficulty for difficulty, _ in problems}):
        here = [problem for (d, _), problem in problems.items() if d == difficulty]
        texts = [problem.answer_format().render(problem.solution) for problem in here]
        rewards = [
            max(0.0, problem.verify(f"<answer>{text}</answer>").reward or 0.0)
            for i, problem in enumerate(here)
            for j, text in enumerate(texts)
            if i != j
        ]
        mean = sum(rewards) / max(1, len(rewards))
        if mean > _with_tolerance(MOST_CORRECT, len(here)):
            yield f"solutions of other problems earn {mean:.2f} on average at difficulty {difficulty}"


def _with_tolerance(share: float, problems: int) -> float:
    """A share that is not exceeded by chance in so few problems: one and a half standard deviations more."""
    return share + 1.5 * sqrt(share * (1 - share) / problems)


def check_threads(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    with ThreadPoolExecutor(1) as thread:
        if thread.submit(digest, problems).result() != digest(problems):
            yield "verify judges otherwise in a thread"
