"""What verdicts amount to, environment by environment."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import comb, isnan, nan
from typing import TextIO

from rlve.envs.verdict import Outcome, Verdict
from rlve_cli.groups import MOST_KINDS, Groups, Sizes
from rlve_cli.tables import Table

MOST_COLUMNS = 3  # of pass@k
OTHERS = "(others)"


def pass_at_k(responses: int, correct: int, k: int) -> float:
    """The chance that of k different responses out of `responses` one is correct: unbiased for k <= responses.

    Chen et al., "Evaluating Large Language Models Trained on Code", arXiv:2107.03374.
    """
    return 1.0 - comb(responses - correct, k) / comb(responses, k)


@dataclass
class Tally:
    """The verdicts of one environment. An error is counted and is part of nothing else: it judges no response."""

    reward: float = 0.0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    sizes: Sizes = field(default_factory=Counter)

    @property
    def responses(self) -> int:
        return self.outcomes.total() - self.outcomes[Outcome.ERROR]

    @property
    def problems(self) -> int:
        return self.sizes.total()

    @property
    def accuracy(self) -> float:
        """The share of correct responses; NaN where there are none."""
        return self.outcomes[Outcome.CORRECT] / self.responses if self.responses else nan

    @property
    def mean_reward(self) -> float:
        return self.reward / self.responses if self.responses else nan

    def add(self, verdict: Verdict) -> None:
        self.outcomes[verdict.outcome] += 1
        if verdict.outcome is not Outcome.ERROR and verdict.reward is not None:
            self.reward += verdict.reward

    def pass_at(self, k: int) -> float:
        """The mean of pass@k over the problems with at least k responses."""
        asked = {size: problems for size, problems in self.sizes.items() if size[0] >= k}
        if not asked:
            return nan
        return sum(pass_at_k(*size, k) * problems for size, problems in asked.items()) / sum(asked.values())

    def mean_accuracy(self) -> float:
        """The mean over problems of the share of correct responses: avg@n."""
        shares = sum(correct / count * problems for (count, correct), problems in self.sizes.items())
        return shares / self.problems if self.sizes else nan


class Summary:
    """A tally for each environment, in constant memory. Without `by_problem` there is no table.

    With it 8 bytes a response go to a temporary file, once there are hundreds of thousands.
    """

    def __init__(self, by_problem: bool = True) -> None:
        self.groups = Groups() if by_problem else None
        self.tallies: dict[str, Tally] = {}
        self.kinds: dict[str, int] = {}

    def add(self, environment: str, problem: str, verdict: Verdict) -> None:
        """`problem` is what responses to the same problem have in common."""
        if environment not in self.tallies and len(self.tallies) >= MOST_KINDS - 1:
            environment = OTHERS  # no suite has so many: the records name what they like
        self.tallies.setdefault(environment, Tally()).add(verdict)
        if self.groups is not None and verdict.outcome is not Outcome.ERROR:
            kind = self.kinds.setdefault(environment, len(self.kinds))
            self.groups.add(kind, problem, verdict.outcome is Outcome.CORRECT)

    def accuracy(self) -> float:
        """The share of correct responses of all; NaN where there are none."""
        return self.total().accuracy

    def total(self) -> Tally:
        whole = Tally()
        for tally in self.tallies.values():
            whole.reward += tally.reward
            whole.outcomes += tally.outcomes
            whole.sizes += tally.sizes
        return whole

    def table(self) -> Table:
        """A row for each environment; only outcomes that occur have a column, pass@k where there are k responses."""
        if self.groups is not None:
            sizes_of_all = self.groups.sizes()
            for name, kind in self.kinds.items():
                self.tallies[name].sizes = sizes_of_all.get(kind, Counter())
        whole = self.total()
        outcomes = [outcome for outcome in Outcome if whole.outcomes[outcome] or outcome is Outcome.CORRECT]
        sizes = {count for count, _ in whole.sizes}
        several = bool(sizes) and max(sizes) > 1
        ks = shown_ks(min(sizes)) if several else []
        columns = ["environment", "problems", *(["responses"] if several else []), "accuracy", "reward"]
        if several:
            columns += [f"avg@{sizes.copy().pop()}" if len(sizes) == 1 else "avg", *(f"pass@{k}" for k in ks)]
        columns += outcomes

        def row(name: str, tally: Tally) -> list[str]:
            cells = [name, f"{tally.problems:,}", *([f"{tally.responses:,}"] if several else [])]
            cells += [_shown(tally.accuracy, ".1%"), _shown(tally.mean_reward, ".3f")]
            if several:
                cells += [_shown(tally.mean_accuracy(), ".1%"), *(_shown(tally.pass_at(k), ".1%") for k in ks)]
            return cells + [f"{tally.outcomes[outcome]:,}" if tally.outcomes[outcome] else "-" for outcome in outcomes]

        rows: Iterable[Sequence[str]] = (row(name, tally) for name, tally in self.tallies.items())
        return Table(columns, list(rows), total=row("all", whole) if len(self.tallies) > 1 else None)

    def print(self, stream: TextIO | None = None) -> None:
        stream = sys.stderr if stream is None else stream
        if not self.tallies:
            print("no responses", file=stream)
            return
        self.table().print(stream)


def _shown(value: float, style: str) -> str:
    return "-" if isnan(value) else format(value, style)


def shown_ks(responses: int) -> list[int]:
    """At most three values of k up to the number of responses, that number the last: 2, 4, 8 for 8."""
    ks = [k for k in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024) if k < responses]
    return [*ks, responses][-MOST_COLUMNS:] if responses > 1 else []
