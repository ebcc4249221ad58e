"""Every environment fulfils the contract; adding one needs no edit here."""

from pathlib import Path

import pytest

from benchmarks.shortcuts import about, earned, is_the_skill, levels, shortcuts
from rlve.envs import checker, registry

OURS = [environment for environment in registry.environments().values() if environment.module.startswith("rlve.envs.")]
TESTS = Path(__file__).parent


@pytest.mark.parametrize("environment", OURS, ids=lambda environment: environment.name)
def test_passes_the_checker(environment):
    assert checker.complaints(environment, seeds=12, hash_seeds=False) == []


def test_problems_and_verdicts_are_the_same_under_every_hash_seed():
    assert checker.differing(OURS, seeds=4) == {}


@pytest.mark.parametrize("environment", OURS, ids=lambda environment: environment.name)
def test_has_an_oracle_of_its_own(environment):
    text = (TESTS / environment.family / f"test_{environment.name}.py").read_text()
    assert "def test_worked_example" in text
    assert "drawn(" in text
    assert text.count("def test_") >= 2


@pytest.mark.parametrize("environment", OURS, ids=lambda environment: environment.name)
def test_names_shortcuts_that_earn_little(environment):
    """With few problems, so only what is far above the limit of benchmarks/shortcuts.py is seen here."""
    found = shortcuts(environment)
    assert found
    assert all(about(shortcut).endswith((".", "?")) for shortcut in found.values())
    judged = {name: shortcut for name, shortcut in found.items() if not is_the_skill(shortcut)}
    for name, rates in earned(environment, judged, levels(environment, (3, 10)), 16).items():
        assert all(rate.mean - 2 * rate.standard_error <= 0.3 for rate in rates), name
