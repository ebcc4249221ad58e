"""Cutting a batch: nothing is lost, nothing is seen twice, budgets hold."""

import numpy
import torch
from hypothesis import given
from hypothesis import strategies as st

from rlve.training.batching import Sample, assemble, group_microbatches, idle, microbatches, share_groups

LENGTHS = st.lists(st.integers(1, 200), max_size=40)


@given(LENGTHS, st.integers(1, 5))
def test_every_group_goes_to_one_rank_and_loads_are_even(sizes: list[int], ranks: int) -> None:
    shares = share_groups(sizes, ranks)
    assert sorted(group for share in shares for group in share) == list(range(len(sizes)))
    loads = [sum(sizes[group] for group in share) for share in shares]
    assert max(loads) - min(loads) <= max(sizes, default=0)


@given(LENGTHS, st.integers(1, 500))
def test_microbatches_hold_everything_within_the_budget(lengths: list[int], budget: int) -> None:
    cuts = microbatches(lengths, budget)
    assert sorted(position for cut in cuts for position in cut) == list(range(len(lengths)))
    for cut in cuts:
        assert len(cut) == 1 or len(cut) * max(lengths[position] for position in cut) <= budget


def test_assembled_tensors_point_at_the_response_tokens() -> None:
    first = Sample([5, 6, 7], numpy.array([8, 9], numpy.int32), numpy.array([-1.0, -2.0], numpy.float32), 0.5)
    second = Sample([5], numpy.array([4], numpy.int32), numpy.array([-3.0], numpy.float32), -1.0, counts=False)
    batch = assemble([first, second], torch.device("cpu"))
    assert batch.tokens.tolist() == [[5, 6, 7, 8, 9], [5, 4, 0, 0, 0]]
    assert batch.before.tolist() == [[2, 3], [0, 0]]
    assert batch.targets.tolist() == [[8, 9], [4, 0]]
    assert batch.present.tolist() == [[True, True], [True, False]]
    assert batch.mask.tolist() == [[True, True], [False, False]]
    assert batch.logprobs.tolist() == [[-1.0, -2.0], [-3.0, 0.0]]
    assert batch.advantage.tolist() == [0.5, -1.0]


def test_shared_prompts_are_there_once() -> None:
    prompts = [[5, 6, 7], [5]]
    samples = [
        Sample(prompts[which], numpy.array(response, numpy.int32), numpy.zeros(len(response), numpy.float32), 0.0)
        for which, response in ((0, [8, 9]), (1, [4]), (0, [3, 2, 1]))
    ]
    batch = assemble(samples, torch.device("cpu"), share_prompts=True)
    assert batch.prompts is not None
    assert batch.prompts.tokens.tolist() == [[5, 6, 7], [0, 0, 5]]
    assert batch.prompts.mask.tolist() == [[1, 1, 1], [0, 0, 1]]
    assert batch.prompts.of_row.tolist() == [0, 1, 0]
    assert batch.tokens.tolist() == [[8, 0], [0, 0], [3, 2]]
    assert batch.before.tolist() == [[0, 1, 0], [0, 0, 0], [0, 1, 2]]
    assert group_microbatches(samples, 100) == [[1, 0, 2]]
    assert group_microbatches(samples, 5) == [[1], [0, 2]]


def test_an_idle_sample_weighs_nothing() -> None:
    assert not assemble([idle()], torch.device("cpu")).mask.any()
