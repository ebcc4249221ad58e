"""What responses earn, graded or binary, and what that does to groups."""

from collections.abc import Iterator

import pytest

from rlve.envs.pool import Pool
from rlve.envs.verdict import Outcome, Verdict
from rlve.training.rollouts import binary
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
