"""What hurried solvers earn: the `shortcut_*` functions in the tests of the environments.

A shortcut is a module-level function `shortcut_<what>(problem)` in `tests/envs/<family>/test_<name>.py`: a greedy pass,
an estimate, the runner-up after the obvious answer. It returns an answer value, a text as a response would give it, or
None where it gives up; its docstring says in one line what the hurried solver does. The mean reward of its answers,
negative rewards as 0,

- is at most `MOST_REWARD` from difficulty `JUDGED_FROM` on, and
- never rises with difficulty: at no level is it above the highest mean of the levels before by more than two standard
  errors of the difference, of which none counts as less than that of one right answer among all.

A docstring that begins "The skill:" says that the shortcut is what the environment teaches: measured, but not judged.
"""

import importlib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from math import sqrt
from statistics import fmean
from typing import Any, TypeAlias

from rlve.envs.problem import Problem
from rlve.envs.registry import Environment

LEVELS = (0, 3, 6, 10, 20)  # difficulties
JUDGED_FROM = 3  # difficulty
MOST_REWARD = 0.3
FIRST_SEED = 10_000  # none that a person looked at while writing the environment
SKILL = "The skill:"

Shortcut: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True)
class Earned:
    """What one shortcut earned at one difficulty, from as many problems as there are `rewards`."""

    difficulty: int
    rewards: list[float]  # negative ones as 0

    @property
    def correct(self) -> float:
        return sum(reward == 1.0 for reward in self.rewards) / len(self.rewards)

    @property
    def mean(self) -> float:
        return fmean(self.rewards)

    @property
    def standard_error(self) -> float:
        count, mean = len(self.rewards), self.mean
        variance = sum((reward - mean) ** 2 for reward in self.rewards) / count
        return sqrt(max(variance, 1 / count) / count)


def shortcuts(environment: Environment) -> dict[str, Shortcut]:
    """The shortcuts in the environment's own test, by name without `shortcut_`; none where there is no such test."""
    module = f"tests.envs.{environment.family}.test_{environment.name}"
    try:
        if find_spec(module) is None:
            return {}
    except ModuleNotFoundError:
        return {}
    found = vars(importlib.import_module(module))
    return {
        name.removeprefix("shortcut_"): value
        for name, value in found.items()
        if name.startswith("shortcut_") and inspect.isfunction(value)
    }


def about(shortcut: Shortcut) -> str:
    """What the hurried solver does: the first line of the docstring."""
    return (inspect.getdoc(shortcut) or "").partition("\n")[0]


def is_the_skill(shortcut: Shortcut) -> bool:
    return about(shortcut).startswith(SKILL)


def reward(problem: Problem[Any], shortcut: Shortcut) -> float:
    """What the shortcut's answer to a problem earns; a negative reward, or no answer, is 0."""
    answer = shortcut(problem)
    if answer is None:
        return 0.0
    text = answer if isinstance(answer, str) else problem.answer_format().render(answer)
    return max(problem.verify(f"<answer>{text}</answer>").reward or 0.0, 0.0)


def levels(environment: Environment, wanted: Iterable[int] = LEVELS) -> list[int]:
    most = environment.problem_class.max_difficulty
    return [difficulty for difficulty in wanted if most is None or difficulty <= most]


def earned(
    environment: Environment, found: dict[str, Shortcut], difficulties: Iterable[int], count: int
) -> dict[str, list[Earned]]:
    """What each of the shortcuts earns at each difficulty, from the same `count` problems."""
    rates: dict[str, list[Earned]] = {name: [] for name in found}
    for difficulty in difficulties:
        problems = [environment.problem(difficulty, FIRST_SEED + seed) for seed in range(count)]
        for name, shortcut in found.items():
            rates[name].append(Earned(difficulty, [reward(problem, shortcut) for problem in problems]))
    return rates


def faults(rates: list[Earned]) -> list[str]:
    """What is wrong with what one shortcut earns at rising difficulties, by the rules above."""
    found = []
    for place, rate in enumerate(rates):
        if rate.difficulty >= JUDGED_FROM and not rate.mean <= MOST_REWARD:
            found.append(f"earns {rate.mean:.2f} at difficulty {rate.difficulty}, more than {MOST_REWARD}")
        if place:
            before = max(rates[:place], key=lambda earlier: earlier.mean)
            error = sqrt(before.standard_error**2 + rate.standard_error**2)
            if not rate.mean <= before.mean + 2 * error:
                found.append(
                    f"rises from {before.mean:.2f} at difficulty {before.difficulty} "
                    f"to {rate.mean:.2f} at difficulty {rate.difficulty}"
                )
    return found
