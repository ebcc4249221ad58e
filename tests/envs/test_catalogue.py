from pathlib import Path

from rlve.envs.catalogue import growth, kind_of_check, markdown, summary
from rlve.envs.registry import get

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_page_is_fresh():
    assert PAGE.read_text() == markdown(), "run: python -m rlve.envs.catalogue > docs/environments.md"


def test_says_how_answers_are_checked():
    assert kind_of_check(get("integer_multiplication")) == "one answer"
    assert kind_of_check(get("integer_sorting")) == "one answer"
    assert kind_of_check(get("sudoku")) == "rules"
    assert kind_of_check(get("knapsack_01")) == "best value"


def test_says_what_grows():
    assert growth(get("integer_sorting")) == "size 3 to 16"
    assert summary(get("sudoku")) == "Complete a Sudoku whose blocks have a given height and width."
