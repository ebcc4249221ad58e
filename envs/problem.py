"""The contract that every environment fulfils: draw a problem, pose it, solve it, and judge a response."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from functools import cached_property
from inspect import get_annotations
from random import Random
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from rlve.envs.answers import AnswerFormat, extract
from rlve.envs.verdict import Infeasible, Malformed, Outcome, Verdict

Value = TypeVar("Value")
Style = Literal["tag", "boxed"]

# no complete marker with content: a prompt that is graded as a response must not hold an answer
PLACES: dict[Style, str] = {
    "tag": "Put your final answer inside <answer></answer>",
    "boxed": "Put your final answer inside \\boxed{}",
}
ATTEMPTS = 1000


class Redraw(Exception):
    """The drawn data make no good problem: draw again."""


@dataclass(frozen=True)
class Problem(ABC, Generic[Value]):
    """A problem whose answers are read as `Value`. Subclasses are frozen dataclasses; their fields are the data.

    Fields hold JSON values only. A field that holds a witness the prompt must not show is called `planted`.
    """

    max_difficulty: ClassVar[int | None] = None

    def __init_subclass__(cls) -> None:
        for name in get_annotations(cls):
            if hasattr(Problem, name):
                raise TypeError(f"{cls.__name__}: a field called {name} would hide a part of the contract")

    @staticmethod
    @abstractmethod
    def parameters(difficulty: int) -> dict[str, int]:
        """What `generate` is given at this difficulty."""

    @classmethod
    @abstractmethod
    def generate(cls, rng: Random, *args: Any, **parameters: Any) -> Self:
        """One attempt to draw a problem, from `rng` alone. May raise `Redraw`."""

    @abstractmethod
    def statement(self) -> str:
        """The task in words, with all its rules and its data."""

    @abstractmethod
    def answer_format(self) -> AnswerFormat[Value]:
        """How an answer to this problem is written."""

    @abstractmethod
    def solve(self) -> Value:
        """A right answer."""

    def score(self, answer: Value) -> float:
        """How good an answer is, from 0 to 1; 1 only if it is right. Raises `Infeasible` if it breaks a rule."""
        return float(answer == self.solution)

    @classmethod
    def draw(cls, rng: Random, **parameters: Any) -> Self:
        """`generate` until it succeeds. Raises `ValueError` if these parameters seem to allow no problem."""
        for _ in range(ATTEMPTS):
            try:
                return cls.generate(rng, **parameters)
            except Redraw:
                continue
        settings = ", ".join(f"{name}={value}" for name, value in parameters.items())
        raise ValueError(f"{cls.__name__} found no problem in {ATTEMPTS} draws with {settings}")

    @cached_property
    def solution(self) -> Value:
        """The problem's own right answer."""
        return self.solve()

    def prompt(self, style: Style = "tag") -> str:
        """The statement, and how and where to write the answer."""
        return f"{self.statement()}\n\n{PLACES[style]}: {self.answer_format().instruction}."

    def verify(self, response: str) -> Verdict:
        """The verdict on any text. An exception from here is a fault of the environment."""
        try:
            score = self.score(self.answer_format().parse(extract(response)))
        except Malformed as error:
            return Verdict(-1.0, Outcome.MALFORMED, str(error))
        except Infeasible as error:
            return Verdict(-0.5, Outcome.INFEASIBLE, str(error))
        if not 0.0 <= score <= 1.0:  # catches NaN too
            raise ValueError(f"{type(self).__name__} gave the score {score}")
        if score == 1.0:
            return Verdict(1.0, Outcome.CORRECT)
        return Verdict(score, Outcome.PARTIAL if score > 0.0 else Outcome.WRONG)

    def instance(self) -> dict[str, Any]:
        """The data as JSON values: `cls(**problem.instance()) == problem`."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
