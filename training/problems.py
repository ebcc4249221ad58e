"""The problems of a round: which ones are wanted, and the prompts they become.

Everything random comes from a counter, not from a state: the stream for the difficulty of the third slot in the second
round of step 40 is named after exactly that. So there is nothing to save, the problems do not depend on the number of
processes, and no library can reseed them. This module imports no torch: pool workers import it to make problems.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rlve.envs import registry
from rlve.envs.pool import Failure, Pool
from rlve.envs.problem import Style
from rlve.training.curriculum import Curriculum

REDRAWS = 4


@dataclass(frozen=True, order=True)
class Slot:
    """A place in a run that a problem takes."""

    step: int
    round: int
    number: int


@dataclass(frozen=True)
class Wanted:
    """A problem to be made: `registry.get(environment).problem(difficulty, seed)`."""

    slot: Slot
    environment: str
    difficulty: int
    seed: int


@dataclass(frozen=True)
class Prompt:
    """A problem as the policy sees it: `text` is the problem's own prompt, `tokens` the whole templated prompt."""

    slot: Slot
    environment: str
    difficulty: int
    seed: int
    instance: dict[str, Any]
    text: str
    tokens: list[int]


def stream(seed: int, purpose: str, *place: int) -> Random:
    """The random stream for one purpose at one place of a run."""
    return Random("/".join(map(str, (seed, purpose, *place))))


def torch_seed(seed: int, purpose: str, *place: int) -> int:
    """A seed for engines that want a number instead of a stream."""
    return stream(seed, purpose, *place).getrandbits(62)


def want(curriculum: Curriculum, seed: int, step: int, round: int, count: int) -> list[Wanted]:
    """The next `count` problems that the curriculum asks for; the same on every rank."""
    wanted = []
    for number in range(count):
        place = (step, round, number)
        environment, difficulty = curriculum.draw(
            stream(seed, "environment", *place), stream(seed, "difficulty", *place)
        )
        wanted.append(Wanted(Slot(*place), environment, difficulty, problem_seed(seed, Slot(*place), 0)))
    return wanted


def problem_seed(seed: int, slot: Slot, attempt: int) -> int:
    return stream(seed, "problem", slot.step, slot.round, slot.number, attempt).getrandbits(48)


Made = tuple[dict[str, Any], str, str]  # instance, prompt, and what went wrong


@dataclass
class PromptMaker:
    """Makes problems in the pool and templates them; counts prompts that were too long, and notes what failed."""

    pool: Pool
    template: Callable[[str], list[int]]
    style: Style
    seed: int
    longest: int
    too_long: int = 0
    failures: list[str] = field(default_factory=list)

    def make(self, wanted: Iterable[Wanted]) -> Iterator[Prompt]:
        """Prompts for the wanted problems, as they are made; the pool begins at once, whenever the first is asked for.

        One that is too long, or that its environment fails to make, is drawn again, and at last left out.
        """
        listed = list(wanted)
        return self.prompts(listed, self.problems(listed))

    def problems(self, wanted: list[Wanted]) -> Iterator[Made]:
        return self.pool.map(make_problem, [(item, self.style) for item in wanted], no_problem)

    def prompts(self, wanted: list[Wanted], made: Iterator[Made]) -> Iterator[Prompt]:
        for attempt in range(1, REDRAWS + 1):
            again: list[Wanted] = []
            for item, (instance, text, failure) in zip(wanted, made):
                tokens = [] if failure else self.template(text)
                if failure:
                    self.failures.append(f"{item.environment} at difficulty {item.difficulty}: {failure}")
                elif len(tokens) > self.longest:
                    self.too_long += 1
                else:
                    yield Prompt(item.slot, item.environment, item.difficulty, item.seed, instance, text, tokens)
                    continue
                again.append(replace(item, seed=problem_seed(self.seed, item.slot, attempt)))
            if not again or attempt == REDRAWS:
                return
            wanted, made = again, self.problems(again)


def broken(wanted: Sequence[Wanted], pool: Pool, style: Style, seed: int) -> dict[str, str]:
    """The environments of which no problem can be made in some attempts, each with what goes wrong; `wanted` has one
    problem of each."""
    missing, failures = list(wanted), dict[str, str]()
    for attempt in range(REDRAWS):
        made = pool.map(make_problem, [(item, style) for item in missing], no_problem)
        failures = {item.environment: failure for item, (*_, failure) in zip(missing, made) if failure}
        missing = [
            replace(item, seed=problem_seed(seed, item.slot, attempt + 1))
            for item in missing
            if item.environment in failures
        ]
        if not missing:
            break
    return failures


def make_problem(work: tuple[Wanted, Style]) -> Made:
    """A wanted problem; runs in the pool's processes."""
    wanted, style = work
    try:
        problem = registry.get(wanted.environment).problem(wanted.difficulty, wanted.seed)
        return problem.instance(), problem.prompt(style), ""
    except Exception as error:  # a fault of one environment must not end a run of many
        return {}, "", f"{type(error).__name__}: {str(error)[:200]}"


def no_problem(_: tuple[Wanted, Style], failure: Failure) -> Made:
    return {}, "", str(failure)


def held_out(names: Sequence[str], levels: Sequence[int], count: int, seed: int) -> list[Wanted]:
    """`count` fixed problems for each environment and difficulty, none of which training draws (but by accident)."""
    wanted: list[Wanted] = []
    for name in names:
        for difficulty in levels:
            for number in range(count):
                slot = Slot(-1, 0, len(wanted))
                wanted.append(Wanted(slot, name, difficulty, 2**50 + seed * 1000 + number))
    return wanted
