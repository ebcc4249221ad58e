"""Every environment fulfils the contract; adding one needs no edit here."""

from pathlib import Path

import pytest

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
