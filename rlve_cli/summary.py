"""What verdicts amount to, environment by environment."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import comb, nan
from typing import TextIO

from rlve.envs.verdict import Outcome, Verdict
from rlve_cli.tables import Table

MOST_COLUMNS = 3  # of pass@k


def pass_at_k(responses: int, correct: int, k: int) -> float:
    """The chance that of k different responses out of `responses` one is correct: unbiased for k <= responses.

    Chen et al., "Evaluating Large Language Models Trained on Code", arXiv:2107.03374.
    """
    return 1.0 - comb(responses - correct, k) / comb(responses, k)


@dataclass
class Tally:
    """The verdicts of one environment. `problems` counts responses and correct ones by the record's id."""

    reward: float = 0.0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    problems: dict[str, list[int]] = field(default_factory=dict)

    @property
    def responses(self) -> int:
        return self.outcomes.total()

    @property
    def accuracy(self) -> float:
        """The share of correct responses; NaN where there are none."""
        return self.outcomes[Outcome.CORRECT] / self.responses if self.responses else nan

    def add(self, problem: str, verdict: Verdict) -> None:
        self.reward += verdict.reward
        self.outcomes[verdict.outcome] += 1
        counts = self.problems.setdefault(problem, [0, 0])
        counts[0] += 1
        counts[1] += verdict.outcome is Outcome.CORRECT

    def pass_at(self, k: int) -> float:
        """The mean of pass@k over the problems with at least k responses."""
        values = [pass_at_k(count, correct, k) for count, correct in self.problems.values() if count >= k]
        return sum(values) / len(values) if values else nan

    def mean_accuracy(self) -> float:
        """The mean over problems of the share of correct responses: avg@n."""
        return sum(correct / count for count, correct in self.problems.values()) / len(self.problems)


class Summary:
    """A tally for each environment. Without `by_problem` it takes constant memory, and there is no table."""

    def __init__(self, by_problem: bool = True) -> None:
        self.by_problem = by_problem
        self.tallies: dict[str, Tally] = {}

    def add(self, environment: str, problem: str, verdict: Verdict) -> None:
        """`problem` is what responses to the same problem have in common."""
        self.tallies.setdefault(environment, Tally()).add(problem if self.by_problem else "", verdict)

    def accuracy(self) -> float:
        """The share of correct responses of all; NaN where there are none."""
        return self.total().accuracy

    def total(self) -> Tally:
        whole = Tally()
        for name, tally in self.tallies.items():
            whole.reward += tally.reward
            whole.outcomes += tally.outcomes
            whole.problems |= {f"{name} {problem}": counts for problem, counts in tally.problems.items()}
        return whole

    def table(self) -> Table:
        """A row for each environment; only outcomes that occur have a column, pass@k where there are k responses."""
        whole = self.total()
        outcomes = [outcome for outcome in Outcome if whole.outcomes[outcome] or outcome is Outcome.CORRECT]
        sizes = {count for count, _ in whole.problems.values()}
        several = bool(sizes) and max(sizes) > 1
        ks = shown_ks(min(sizes)) if several else []
        columns = ["environment", "problems", *(["responses"] if several else []), "accuracy", "reward"]
        if several:
            columns += [f"avg@{sizes.copy().pop()}" if len(sizes) == 1 else "avg", *(f"pass@{k}" for k in ks)]
        columns += outcomes

        def row(name: str, tally: Tally) -> list[str]:
            cells = [name, f"{len(tally.problems):,}", *([f"{tally.responses:,}"] if several else [])]
            cells += [f"{tally.accuracy:.1%}", f"{tally.reward / tally.responses:.3f}"]
            if several:
                cells += [f"{tally.mean_accuracy():.1%}", *(f"{tally.pass_at(k):.1%}" for k in ks)]
            return cells + [f"{tally.outcomes[outcome]:,}" if tally.outcomes[outcome] else "-" for outcome in outcomes]

        rows: Iterable[Sequence[str]] = (row(name, tally) for name, tally in self.tallies.items())
        return Table(columns, list(rows), total=row("all", whole) if len(self.tallies) > 1 else None)

    def print(self, stream: TextIO | None = None) -> None:
        stream = sys.stderr if stream is None else stream
        if not self.tallies:
            print("no responses", file=stream)
            return
        self.table().print(stream)


def shown_ks(responses: int) -> list[int]:
    """At most three values of k up to the number of responses, that number the last: 2, 4, 8 for 8."""
    ks = [k for k in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024) if k < responses]
    return [*ks, responses][-MOST_COLUMNS:] if responses > 1 else []
