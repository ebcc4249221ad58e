"""What answers earn that take no thought: constants, echoes of the data, other problems' solutions, near misses.

    python -m benchmarks.guess_rates integer_sorting sudoku
    python -m benchmarks.guess_rates puzzles,-sudoku --difficulty 5 --seeds 100 --markdown

A strategy is a way to write an answer without solving the problem. For each one: the share of problems it gets right,
and its mean reward, where a negative reward counts as 0; the details of a single environment also give the mean with
negative rewards as they are. From difficulty 3 on, a strategy that is right too often or earns too much is a complaint,
and the exit status 1. Not judged: the sorted data (the right answer of sorting) and the solution's parts in another
order (right where the order is free); of the solution with one part replaced only how often it is right, not its
partial credit.

The shortcuts that an environment's own test names are tried at difficulties of their own: see benchmarks/shortcuts.py.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any

from benchmarks.shortcuts import LEVELS, Earned, about, earned, faults, is_the_skill, levels, shortcuts
from rlve.envs.answers import Letters, Permutation
from rlve.envs.problem import Problem
from rlve.envs.registry import Environment, select

MOST_CORRECT = 0.2
MOST_REWARD = 0.3
JUDGED_FROM = 3  # difficulty
CONSTANTS = 30
TOKENS = 6
DETAILS = 25

KINDS = ("constant", "filled", "echo", "order", "other", "random", "sorted", "reordered", "near miss")
Guess = tuple[str, str, str]  # kind, strategy, answer


@dataclass(frozen=True)
class Rate:
    """How one strategy does in one environment. `tries` can be fewer than the problems: not every guess fits each."""

    kind: str
    strategy: str
    tries: int
    correct: float
    reward: float
    raw_reward: float

    def too_good(self) -> bool:
        if self.kind in ("sorted", "reordered"):
            return False
        return self.correct > MOST_CORRECT or (self.kind != "near miss" and self.reward > MOST_REWARD)


@dataclass(frozen=True)
class Solved:
    """A problem and its solution as text, with its parts: characters of a string over an alphabet, or words."""

    problem: Problem[Any]
    text: str
    part: re.Pattern[str]

    @property
    def parts(self) -> list[str]:
        return self.part.findall(self.text)

    @property
    def shape(self) -> str:
        return self.part.sub("x", self.text)

    def with_parts(self, parts: Iterable[str]) -> str:
        """The solution's shape with other parts, which are repeated if there are too few."""
        supply = cycle(parts)
        return self.part.sub(lambda _: next(supply), self.text)


def solved(environment: Environment, difficulty: int, seed: int) -> Solved:
    problem = environment.problem(difficulty, seed)
    answer_format = problem.answer_format()
    innermost: Any = answer_format
    while (inner := getattr(innermost, "row", None) or getattr(innermost, "element", None)) is not None:
        innermost = inner
    part = r"\S" if isinstance(innermost, Letters) else r"\S+"
    return Solved(problem, answer_format.render(problem.solution), re.compile(part))


class Solutions:
    """The solutions of many problems of one environment, and what is common among them."""

    def __init__(self, problems: list[Solved]) -> None:
        self.problems = problems
        self.times = Counter(each.text for each in problems)
        self.parts = [part for each in problems for part in each.parts]
        common = Counter(self.parts).most_common(TOKENS)
        self.tokens = list(dict.fromkeys(["0", "1", *(token for token, _ in common)]))
        most_common = self.times.most_common(1)[0][0]
        self.constants = list(dict.fromkeys([most_common, *(each.text for each in problems[:CONSTANTS])]))
        self.by_shape: dict[str, list[Solved]] = {}
        for each in problems:
            self.by_shape.setdefault(each.shape, []).append(each)


def guesses(this: Solved, solutions: Solutions, rng: Random) -> Iterator[Guess]:
    """What the strategies answer to one of the problems."""
    for text in solutions.constants:
        if text != this.text or solutions.times[text] > 1:  # a constant is not judged by the problem it was taken from
            yield "constant", f"always {_excerpt(text)}", text
    for token in solutions.tokens:
        yield "filled", f"nothing but {_excerpt(token)}", this.with_parts([token])
    yield from _echoes(this)
    if isinstance(this.problem.answer_format(), Permutation):
        yield from _orders(this)
    alike = [each for each in solutions.by_shape[this.shape] if each is not this]
    if alike:
        yield "other", "another problem's solution", rng.choice(alike).text
    if this.parts:
        yield "random", "random parts of solutions", this.with_parts([rng.choice(solutions.parts) for _ in this.parts])
        yield from _near_misses(this, solutions.parts, rng)


def _echoes(this: Solved) -> Iterator[Guess]:
    for name, value in this.problem.instance().items():
        if name == "planted":
            continue
        with suppress(Exception):  # most fields are no values of the format
            yield "echo", f"{name} as it is", this.problem.answer_format().render(value)
        leaves = list(_leaves(value))
        if not leaves:
            continue
        texts = [str(leaf) for leaf in leaves]
        if this.parts:
            yield "echo", f"{name}, cut to the solution's shape", this.with_parts(texts)
            yield "echo", f"{name}, cut and reversed", this.with_parts(texts[::-1])
        if len(leaves) > 1 and this.parts:
            ascending = [str(leaf) for leaf in sorted(leaves, key=lambda leaf: (isinstance(leaf, str), leaf))]
            yield "sorted", f"{name}, sorted", this.with_parts(ascending)
            yield "sorted", f"{name}, sorted downwards", this.with_parts(ascending[::-1])
        if len(this.parts) == 1:
            yield "echo", f"count of {name}", str(len(leaves))
            numbers = [leaf for leaf in leaves if isinstance(leaf, int | float)]
            summaries: list[tuple[str, Callable[[list[Any]], Any]]] = [("least", min), ("largest", max), ("sum", sum)]
            if len(numbers) > 1:
                for summary, function in summaries:
                    yield "echo", f"{summary} of {name}", str(function(numbers))


def _leaves(value: object) -> Iterator[Any]:
    """Numbers, and texts by characters where they are one word."""
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, str):
        yield from value.split() if " " in value else value
    elif isinstance(value, int | float):
        yield value


def _orders(this: Solved) -> Iterator[Guess]:
    answer_format: Permutation = this.problem.answer_format()  # type: ignore[assignment]
    base, size = answer_format.base, answer_format.size
    yield "order", "first to last", answer_format.render(list(range(base, base + size)))
    yield "order", "last to first", answer_format.render(list(range(base, base + size))[::-1])
    for name, value in this.problem.instance().items():
        if name != "planted" and isinstance(value, list) and len(value) == size:
            try:
                order = sorted(range(size), key=value.__getitem__)
            except TypeError:
                continue
            yield "order", f"by {name}", answer_format.render([base + place for place in order])
            yield "order", f"by {name}, downwards", answer_format.render([base + place for place in order[::-1]])


def _near_misses(this: Solved, pool: list[str], rng: Random) -> Iterator[Guess]:
    changed = this.parts
    place = rng.randrange(len(changed))
    others = [part for part in pool if part != changed[place]]
    if others:
        changed[place] = rng.choice(others)
        yield "near miss", "one part replaced", this.with_parts(changed)
    yield "reordered", "the solution's parts, shuffled", this.with_parts(rng.sample(this.parts, len(this.parts)))
    swapped = this.parts
    if len(set(swapped)) > 1:
        first, second = rng.sample(range(len(swapped)), 2)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        if swapped != this.parts:
            yield "reordered", "two parts swapped", this.with_parts(swapped)


def rates(environment: Environment, difficulty: int, seeds: int) -> list[Rate]:
    """The rates of all strategies, best first."""
    problems = [solved(environment, difficulty, seed) for seed in range(seeds)]
    solutions = Solutions(problems)
    rewards: dict[tuple[str, str], list[float]] = {}
    for seed, this in enumerate(problems):
        for kind, strategy, answer in guesses(this, solutions, Random(f"{environment.name}/{seed}")):
            reward = this.problem.verify(f"<answer>{answer}</answer>").reward
            rewards.setdefault((kind, strategy), []).append(reward or 0.0)
    found = [
        Rate(
            kind,
            strategy,
            len(earned),
            sum(reward == 1.0 for reward in earned) / len(earned),
            sum(max(reward, 0.0) for reward in earned) / len(earned),
            sum(earned) / len(earned),
        )
        for (kind, strategy), earned in rewards.items()
        if len(earned) >= min(20, seeds)  # a strategy that fits few problems is no strategy
    ]
    return sorted(found, key=lambda rate: (-rate.reward, -rate.correct, KINDS.index(rate.kind)))


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:27] + "...")


def _cell(found: list[Rate], kind: str) -> str:
    """The best share of right answers and the best mean reward of a kind of strategy."""
    same = [rate for rate in found if rate.kind == kind]
    if not same:
        return "-"
    return f"{max(rate.correct for rate in same):.0%} / {max(rate.reward for rate in same):.2f}"


def _print_row(cells: list[str], widths: list[int], markdown: bool) -> None:
    padded = [cell.rjust(width) if cell[:1].isdigit() or cell == "-" else cell.ljust(width) for cell, width in
              zip(cells, widths)]  # fmt: skip
    print(f"| {' | '.join(padded)} |" if markdown else "  ".join(padded), flush=True)


def _print_details(found: list[Rate]) -> None:
    print(f"\n{'correct':>7} {'mean':>6} {'raw':>6} {'tries':>5}  strategy")
    for rate in found[:DETAILS]:
        numbers = f"{rate.correct:7.1%} {rate.reward:6.3f} {rate.raw_reward:6.2f} {rate.tries:5}"
        print(f"{numbers}  {rate.kind}: {rate.strategy}")


@dataclass(frozen=True)
class Shortcuts:
    """What the shortcuts of one environment's test earn, and what they do."""

    environment: str
    rates: dict[str, list[Earned]]
    texts: dict[str, str]
    complaints: list[str]


def tried(environment: Environment, seeds: int) -> Shortcuts:
    found = shortcuts(environment)
    rates = earned(environment, found, levels(environment), seeds)
    complaints = [] if found else [f"{environment.name}: its test names no shortcut"]
    for name, shortcut in found.items():
        if not is_the_skill(shortcut):
            complaints += [f"{environment.name}: the shortcut {name} {fault}" for fault in faults(rates[name])]
    return Shortcuts(environment.name, rates, {name: about(shortcut) for name, shortcut in found.items()}, complaints)


def _print_shortcuts(results: list[Shortcuts], markdown: bool) -> None:
    names = [f"{each.environment}: {name}" for each in results for name in each.rates]
    if not names:
        return
    titles = ["shortcut", *(f"at {difficulty}" for difficulty in LEVELS), "what it does"]
    widths = [max(map(len, names)), *[11] * len(LEVELS), 0]
    print()
    _print_row(titles, widths, markdown)
    if markdown:
        _print_row([":--", *["--:"] * len(LEVELS), ":--"], widths, markdown=True)
    for each in results:
        for name, rates in each.rates.items():
            cells = {rate.difficulty: f"{rate.correct:.0%} / {rate.mean:.2f}" for rate in rates}
            row = [cells.get(difficulty, "-") for difficulty in LEVELS]
            _print_row([f"{each.environment}: {name}", *row, each.texts[name]], widths, markdown)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("selection", nargs="*", default=["all"], help="names, families, splits, globs; all by default")
    parser.add_argument("--difficulty", type=int, default=3, help="of all strategies but the shortcuts")
    parser.add_argument("--seeds", type=int, default=200, help="problems for each strategy; half as many a shortcut")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    chosen = select(",".join(arguments.selection))

    widths = [max(len(environment.name) for environment in chosen), *(max(len(kind), 11) for kind in KINDS)]
    _print_row(["environment", *KINDS], widths, arguments.markdown)
    if arguments.markdown:
        _print_row([":--", *["--:"] * len(KINDS)], widths, markdown=True)
    complaints, by_shortcuts = [], []
    for environment in chosen:
        try:
            found = rates(environment, arguments.difficulty, arguments.seeds)
            by_shortcuts.append(tried(environment, max(1, arguments.seeds // 2)))
        except Exception as error:  # one broken environment must not hide the others
            complaints.append(f"{environment.name}: {type(error).__name__}: {error}")
            continue
        _print_row([environment.name, *(_cell(found, kind) for kind in KINDS)], widths, arguments.markdown)
        if arguments.difficulty >= JUDGED_FROM:
            complaints += [
                f"{environment.name}: {rate.strategy} ({rate.kind}) is correct for {rate.correct:.0%}, "
                f"mean reward {rate.reward:.2f}"
                for rate in found
                if rate.too_good()
            ]
        complaints += by_shortcuts[-1].complaints
    if len(chosen) == 1 and not arguments.markdown and by_shortcuts:
        _print_details(found)
    _print_shortcuts(by_shortcuts, arguments.markdown)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
