"""The grader of mathematics on right answers written another way and on wrong ones that are nearly right.

All of them, and every published gold answer: `python -m benchmarks.grading`.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from rlve.evaluation.graders import grade_math
from rlve.evaluation.graders.extraction import marked_answer
from tests.evaluation.mutations import GOLDS, Case, rewritings, wrong_changes
from tests.evaluation.stored_notation import NOTATION

FOLDER = Path(__file__).parents[3] / "shared" / "benchmarks"
PUBLISHED = ("aime24", "aime25", "omega500", "olympiadbench")
MOST_REFUSED = 0.02
SAMPLE = 15


def golds(source: str) -> list[str]:
    """Our own gold answers, or a sample of the published ones."""
    if source == "own":
        return GOLDS
    found = {
        str(row["ground_truth"]) for name in PUBLISHED for row in json.loads((FOLDER / f"{name}.json").read_text())
    }
    return Random(3).sample(sorted(found), SAMPLE)


def judged(source: str, cases: Callable[[str], Iterator[Case]]) -> list[tuple[bool, str, str, str]]:
    if source == "published" and not FOLDER.is_dir():
        pytest.skip("the published problems are not on this machine")
    return [(grade_math(one, gold), kind, gold, one) for gold in golds(source) for kind, one in cases(gold)]


@pytest.mark.parametrize("source", ["own", "published"])
def test_rewritings_are_right(source: str) -> None:
    found = judged(source, rewritings)
    refused = [case for right, *case in found if not right]
    assert len(found) > 300
    assert len(refused) <= MOST_REFUSED * len(found), refused


@pytest.mark.parametrize("source", ["own", "published"])
def test_wrong_changes_are_wrong(source: str) -> None:
    found = judged(source, wrong_changes)
    assert len(found) > 200
    assert [case for right, *case in found if right] == []


@pytest.mark.parametrize(("gold", "right", "wrong"), NOTATION, ids=[gold for gold, _, _ in NOTATION])
def test_notation(gold: str, right: list[str], wrong: list[str]) -> None:
    assert [one for one in right if not grade_math(f"\\boxed{{{one}}}", gold)] == []
    assert [one for one in wrong if grade_math(f"\\boxed{{{one}}}", gold)] == []


MARKED = {
    r"so \boxed 6": "6",
    r"so \boxed 36.": "36",
    r"\boxed6": "6",
    r"\boxed 12,345 and": "12,345",
    r"\boxed\frac12": r"\frac12",
    r"\boxed B": "B",
    r"use the \boxed notation: \boxed{5}": "5",
    r"\boxed{2} or \boxed 3": "2, 3",
    r"\boxed{\boxed 3}": "3",
    r"\boxed{36}. Format: \boxed{answer}": "36",
    r"\boxed{36} \boxed{}": "36",
    r"\boxed{3} \boxed{\text{your answer}}": "3",
    r"\boxed{3} and \boxed{...}": "3",
    r"\boxed{}": "",
    "<answer>3</answer> as <answer>...</answer>": "3",
    r"<answer>3</answer> then \boxed{answer}": "3",
    r"\boxed{3} <answer> </answer>": "3",
}


@pytest.mark.parametrize(("response", "answer"), MARKED.items(), ids=MARKED.keys())
def test_unbraced_empty_and_placeholder_boxes(response: str, answer: str) -> None:
    assert marked_answer(response) == answer
