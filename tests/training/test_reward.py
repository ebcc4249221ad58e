"""What responses earn, graded or binary, and what that does to groups."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import numpy
import pytest

from rlve.envs.pool import Pool
from rlve.envs.verdict import Outcome, Verdict
from rlve.training import metrics
from rlve.training.config import TrainSettings
from rlve.training.curriculum import choose
from rlve.training.heldout import Accuracy
from rlve.training.problems import Prompt, Slot
from rlve.training.rollouts import Group, Rollout, binary, summary
from rlve.training.samplers import Response
from tests.training.scripted import numbers, right, wrong
from tests.training.test_rollouts import Scene, settings


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1, timeout=5.0, chunk=4) as processes:
        yield processes


def nearly(prompt: str, position: int) -> str:
    """All right in the odd problems of a round; else half right, or no answer at all."""
    if sum(numbers(prompt)) % 2:
        return (right if position % 2 else nearly_right)(prompt, position)
    return (nearly_right if position % 2 else wrong)(prompt, position)


def nearly_right(prompt: str, position: int) -> str:
    ordered = sorted(numbers(prompt))
    return f"<answer>{' '.join(map(str, [*ordered[:-2], ordered[-1], ordered[-2]]))}</answer>"


def test_binary_rewards_are_one_or_nothing_and_decide_what_teaches(model: str, pool: Pool) -> None:
    graded = Scene(settings(max_rounds=1, prompts_per_step=16), model, nearly, pool).collect()
    batch = Scene(settings(max_rounds=1, prompts_per_step=16, reward="binary"), model, nearly, pool).collect()
    assert {reward for item in graded.summaries for reward in item.rewards} - {0.0, 1.0}
    assert {reward for item in batch.summaries for reward in item.rewards} == {0.0, 1.0}
    assert [item.correct for item in batch.summaries] == [item.correct for item in graded.summaries]
    useful = [item.useful for item in batch.summaries]
    assert useful == [0 < item.correct < 4 for item in batch.summaries]
    assert 0 < sum(useful) < sum(item.useful for item in graded.summaries)
    assert all(group.rewards == [0.0, 1.0, 0.0, 1.0] for group in batch.groups)


def test_a_check_that_failed_earns_nothing_in_either_way() -> None:
    failed = Verdict(None, Outcome.ERROR, "a fault of the record")
    assert binary(failed) is failed
    assert [binary(Verdict(-1.0, outcome)).reward for outcome in (Outcome.TIMEOUT, Outcome.MALFORMED)] == [0.0, 0.0]
    assert binary(Verdict(0.9, Outcome.PARTIAL, "nearly")) == Verdict(0.0, Outcome.PARTIAL, "nearly")
    assert binary(Verdict(1.0, Outcome.CORRECT)).reward == 1.0


def test_failed_checks_are_in_no_average_and_counted() -> None:
    failed, right = Verdict(None, Outcome.ERROR, "a fault"), Verdict(1.0, Outcome.CORRECT)

    def group(number: int, *verdicts: Verdict) -> Group:
        prompt = Prompt(Slot(1, 0, number), "integer_sorting", 0, number, {}, "", [])
        response = Response(numpy.zeros(2, numpy.int32), numpy.zeros(2, numpy.float32), True)
        return Group(prompt, [Rollout(response, "", verdict) for verdict in verdicts])

    curriculum = choose(TrainSettings(envs="integer_sorting"))
    groups = [group(0, failed, failed), group(1, right, Verdict(0.0, Outcome.WRONG)), group(2, failed, right)]
    assert [each.useful for each in groups] == [False, True, False]
    assert metrics.record(groups[2])["rewards"] == [None, 1.0]

    def numbers_of(*finished: Group) -> metrics.Numbers:
        batch: Any = Mock(groups=[], summaries=[summary(each) for each in finished], dropped=0, sampled=0, rounds=1)
        return metrics.of_batch(batch, curriculum, 0)

    found = numbers_of(*groups)
    assert (found["reward/mean"], found["accuracy/mean"], found["verify/errors"]) == (2 / 3, 2 / 3, 2)
    none = numbers_of(groups[0])
    assert "reward/mean" not in none
    assert "reward/integer_sorting" not in none
    assert none["verify/errors"] == 1
    assert metrics.of_exam(Accuracy(None, {}, {}, 3)) == {"heldout/errors": 3}
