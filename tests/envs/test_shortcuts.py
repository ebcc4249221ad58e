"""What hurried solvers earn is found and judged by the rules of benchmarks/shortcuts.py."""

import sys
from pathlib import Path

import pytest

from benchmarks import guess_rates, shortcuts
from benchmarks.shortcuts import Earned, faults
from rlve.envs import registry
from rlve.envs.verdict import Outcome, Verdict
from tests.envs import drawing


def rated(*shares, count=100):
    """Rewards of 1 for these shares of the problems, at the difficulties that are judged."""
    return [
        Earned(difficulty, [1.0] * round(share * count) + [0.0] * (count - round(share * count)))
        for difficulty, share in zip(shortcuts.LEVELS, shares)
    ]


def test_functions_of_the_environments_own_test_are_found():
    found = shortcuts.shortcuts(registry.get("minimum_xor_pair"))
    assert {"closest", "second_closest"} <= found.keys()
    assert shortcuts.about(found["closest"]) == "The two numbers of least difference."


def test_an_environment_without_a_test_has_none(tmp_path):
    path = tmp_path / "nobody_knows_this.py"
    path.write_text(Path("envs/bits/minimum_xor_pair.py").read_text())
    assert shortcuts.shortcuts(registry.from_file(path)) == {}


@pytest.mark.parametrize(
    ("shares", "fault"),
    [
        ((0.3, 0.3, 0.3, 0.3, 0.3), ""),
        ((1.0, 0.3, 0.2, 0.0, 0.0), ""),  # difficulty 0 may be easy
        ((0.0, 0.0, 0.0, 0.0, 0.02), ""),  # noise
        ((0.5, 0.31), "earns 0.31 at difficulty 3"),
        ((0.05, 0.05, 0.05, 0.05, 0.2), "rises from 0.05 at difficulty 0 to 0.20 at difficulty 20"),
        ((0.0, 0.0, 0.1), "rises from 0.00 at difficulty 0 to 0.10 at difficulty 6"),
        ((0.3, 0.1, 0.25), ""),  # not above the highest before
    ],
)
def test_the_limits(shares, fault):
    found = faults(rated(*shares))
    assert [fault in each for each in found] == ([True] if fault else [])


def test_negative_and_missing_rewards_count_as_nothing():
    class Judged:
        def __init__(self, reward):
            self.verdict = Verdict(reward, Outcome.WRONG)

        def verify(self, response):
            return self.verdict

    for given in (-1.0, None, 0.0):
        assert shortcuts.reward(Judged(given), lambda problem: "1") == 0.0
    assert shortcuts.reward(Judged(0.25), lambda problem: "1") == 0.25
    assert shortcuts.reward(Judged(1.0), lambda problem: None) == 0.0


def test_answers_are_values_or_texts():
    problem = registry.get("minimum_xor_pair").problem(0, 0)
    i, j = problem.solution
    assert shortcuts.reward(problem, lambda each: each.solution) == 1.0
    assert shortcuts.reward(problem, lambda each: f"{i}, {j}") == 1.0


def test_levels_end_at_the_largest_difficulty():
    assert shortcuts.levels(registry.get("symbolic_antiderivative")) == [0, 3, 6, 10]
    assert drawing.earned("minimum_xor_pair", lambda problem: problem.solution, 3, problems=5) == 1.0


def test_guess_rates_prints_and_judges_them(monkeypatch, capsys):
    def shortcut_peek(problem):
        """Look at the solution."""
        return problem.solution

    environment = registry.get("minimum_xor_pair")
    monkeypatch.setattr(guess_rates, "shortcuts", lambda _: {"peek": shortcut_peek})
    assert guess_rates.tried(environment, 3).complaints[0] == (
        "minimum_xor_pair: the shortcut peek earns 1.00 at difficulty 3, more than 0.3"
    )
    monkeypatch.setattr(sys, "argv", ["guess_rates", "minimum_xor_pair", "--seeds", "6"])
    assert guess_rates.main() == 1
    printed = capsys.readouterr()
    assert "minimum_xor_pair: peek  100% / 1.00" in printed.out
    assert "Look at the solution." in printed.out
    assert "the shortcut peek earns 1.00 at difficulty 20" in printed.err
    shortcut_peek.__doc__ = "The skill: looking at the solution."
    assert guess_rates.tried(environment, 3).complaints == []
    monkeypatch.setattr(guess_rates, "shortcuts", lambda _: {})
    assert guess_rates.tried(environment, 3).complaints == ["minimum_xor_pair: its test names no shortcut"]
