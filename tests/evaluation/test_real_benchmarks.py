"""The graders on the published problems, none of which is in this project: skipped where the files are absent."""

import json
from pathlib import Path

import pytest

from rlve.evaluation.graders import grade_bbeh, grade_math

FOLDER = Path(__file__).parents[3] / "shared" / "benchmarks"
COUNTS = {"aime24": 30, "aime25": 30, "omega500": 500, "olympiadbench": 675, "bbeh": 368}
SAME_CHOICE = {("(D)", "D")}  # equal by the published rule that brackets round an option do not count

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the published problems are not on this machine")


@pytest.mark.parametrize("name", COUNTS)
def test_every_ground_truth_is_right_and_other_problems_are_wrong(name: str) -> None:
    golds = [row["ground_truth"] for row in json.loads((FOLDER / f"{name}.json").read_text())]
    grade = grade_bbeh if name == "bbeh" else grade_math
    assert len(golds) == COUNTS[name]
    rejected = [gold for gold in golds if not grade(f"So it is $\\boxed{{{gold}}}$.", gold)]
    rejected += [gold for gold in golds if not grade(f"<answer>{gold}</answer>", gold)]
    accepted = {
        (gold, other)
        for offset in (1, 7)
        for gold, other in zip(golds, golds[offset:] + golds[:offset])
        if gold != other and grade(f"\\boxed{{{other}}}", gold)
    }
    assert rejected == []
    assert accepted <= SAME_CHOICE
