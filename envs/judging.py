"""Verdicts on responses to recorded problems, in the process that asks; whatever a check does, there is a verdict."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rlve.envs.problem import Problem
from rlve.envs.registry import get
from rlve.envs.verdict import Outcome, Verdict, one_line

Question = tuple[str, dict[str, Any], str]  # environment, instance, response


@dataclass(frozen=True, slots=True)
class Refused:
    """A question that shall not be judged, and why; its verdict keeps its place among the others."""

    reason: str


class Judge:
    """Judges one response after the other. Consecutive ones to an equal instance share a problem, and so its solution.

    A check that raises, whatever it raises, has the outcome `error`; only Ctrl-C goes on to the caller.
    """

    def __init__(self) -> None:
        self.last: tuple[str, dict[str, Any]] | None = None
        self.problem: Problem[Any] | None = None

    def __call__(self, question: Question | Refused) -> Verdict:
        if isinstance(question, Refused):
            return Verdict(None, Outcome.ERROR, question.reason)
        try:
            name, instance, response = question
            if self.problem is None or self.last != (name, instance):
                self.last, self.problem = None, None
                self.problem = get(name).restore(instance)
                self.last = name, instance
            verdict = self.problem.verify(response)
            if not isinstance(verdict, Verdict):
                raise TypeError(f"verify gave {type(verdict).__name__}, and no verdict")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # `sys.exit` in a check, or in a module that it imports, is a fault like others
            return Verdict(None, Outcome.ERROR, fault(error))
        return verdict


def verify(questions: Iterable[Question | Refused]) -> Iterator[Verdict]:
    """The verdicts of `Pool.verify`, made in this process and so without a limit."""
    return map(Judge(), questions)


def fault(error: BaseException) -> str:
    """An exception in one line, also where it cannot be turned into text."""
    name = type(error).__name__
    try:
        text = one_line(str(error))
    except BaseException:
        return name
    return f"{name}: {text}" if text else name


Answer = tuple[float | None, str, str]  # a verdict on its way between processes: half the work of an object

_judge = Judge()


def answer(question: Question | Refused) -> Answer:
    """The verdict on one response, as it travels; runs in the pool's processes."""
    try:
        verdict = _judge(question)
    except KeyboardInterrupt as error:  # nobody's Ctrl-C: workers do not see it
        verdict = Verdict(None, Outcome.ERROR, fault(error))
    return verdict.reward, verdict.outcome.value, verdict.reason
