"""The loss against a slow transcription of its formula, at the edges where it has been got wrong before."""

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from rlve.training.config import TrainSettings
from rlve.training.grpo import Totals, advantages, grpo_loss

Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


def batch(seed: int = 0, rows: int = 6, width: int = 9) -> Batch:
    """Logprobs, old, sampled [rows, width], advantages [rows], mask: lengths from 1 up, ratios far out on both sides."""
    generator = torch.Generator().manual_seed(seed)
    logprobs = -3 * torch.rand(rows, width, generator=generator)
    old = logprobs + 0.5 * torch.randn(rows, width, generator=generator)
    sampled = old + 0.8 * torch.randn(rows, width, generator=generator)
    gains = torch.randn(rows, generator=generator)
    lengths = torch.randint(1, width + 1, (rows,), generator=generator)
    return logprobs, old, sampled, gains, torch.arange(width)[None] < lengths[:, None]


def transcription(logprobs: Tensor, parts: Batch, settings: TrainSettings) -> Tensor:
    """The formula, token by token, with Python's own arithmetic where no gradient is needed."""
    _, old, sampled, gains, mask = parts
    of_responses, of_tokens = [], []
    for row in range(len(logprobs)):
        terms = []
        for token in range(int(mask[row].sum())):
            ratio = torch.exp(logprobs[row, token] - old[row, token])
            bounded = torch.clamp(ratio, 1 - settings.clip_low, 1 + settings.clip_high)
            gain = gains[row]
            surrogate = torch.min(ratio * gain, bounded * gain)
            weight = min(math.exp(float(old[row, token]) - float(sampled[row, token])), settings.importance_cap)
            terms.append(-weight * surrogate)
        if terms:
            of_responses.append(torch.stack(terms).mean())
            of_tokens += terms
    return torch.stack(of_responses if settings.loss == "responses" else of_tokens).mean()


def fast(logprobs: Tensor, parts: Batch, settings: TrainSettings) -> Tensor:
    mask = parts[4]
    totals = Totals(int(mask.any(dim=1).sum()), int(mask.sum()))
    return grpo_loss(logprobs, *parts[1:], settings=settings, totals=totals).value


def value_and_gradient(loss: Callable[..., Tensor], parts: Batch, settings: TrainSettings) -> tuple[Tensor, Tensor]:
    logprobs = parts[0].clone().requires_grad_()
    value = loss(logprobs, parts, settings)
    value.backward()  # type: ignore[no-untyped-call]
    assert logprobs.grad is not None
    return value.detach(), logprobs.grad


@pytest.mark.parametrize("kind", ["responses", "tokens"])
@pytest.mark.parametrize("seed", range(5))
def test_loss_and_gradient_equal_the_formula(kind: Any, seed: int) -> None:
    settings = TrainSettings(loss=kind)
    value, gradient = value_and_gradient(fast, batch(seed), settings)
    expected, expected_gradient = value_and_gradient(transcription, batch(seed), settings)
    torch.testing.assert_close(value, expected)
    torch.testing.assert_close(gradient, expected_gradient)
    swapped = TrainSettings(loss="tokens" if kind == "responses" else "responses")
    assert not torch.allclose(value_and_gradient(fast, batch(seed), swapped)[0], expected)  # the fault is seen


@pytest.mark.parametrize("fault", ["clip_high", "clip_low", "importance_cap"])
def test_each_bound_acts(fault: str) -> None:
    expected, _ = value_and_gradient(transcription, batch(), TrainSettings())
    wrong: dict[str, Any] = {fault: 0.9 if fault.startswith("clip") else 1.0}
    assert not torch.allclose(value_and_gradient(fast, batch(), TrainSettings(**wrong))[0], expected)


@pytest.mark.parametrize("kind", ["responses", "tokens"])
def test_the_loss_is_the_sum_of_its_microbatches(kind: Any) -> None:
    settings, parts = TrainSettings(loss=kind), batch()
    whole = fast(parts[0], parts, settings)
    totals = Totals(6, int(parts[4].sum()))
    cuts = [slice(0, 1), slice(1, 4), slice(4, 6)]
    pieces = [grpo_loss(*(part[cut] for part in parts), settings=settings, totals=totals).value for cut in cuts]
    torch.testing.assert_close(sum(pieces), whole)
    local = [Totals(part.shape[0], int(part.sum())) for part in (parts[4][cut] for cut in cuts)]
    averaged = [
        grpo_loss(*(part[cut] for part in parts), settings=settings, totals=own).value / 3
        for cut, own in zip(cuts, local)
    ]
    assert not torch.allclose(torch.stack(averaged).sum(), whole)  # local denominators are seen


@pytest.mark.parametrize("kind", ["responses", "tokens"])
def test_masked_responses_leave_numerator_and_denominator(kind: Any) -> None:
    settings, parts = TrainSettings(loss=kind), batch()
    mask = parts[4].clone()
    mask[2] = False
    kept = [row for row in range(6) if row != 2]
    without = tuple(part[kept] for part in parts)
    torch.testing.assert_close(fast(parts[0], (*parts[:4], mask), settings), fast(without[0], without, settings))


def test_all_masked_is_zero_and_finite_in_value_and_gradient() -> None:
    parts = batch()
    value, gradient = value_and_gradient(fast, (*parts[:4], torch.zeros_like(parts[4])), TrainSettings())
    assert value == 0
    assert torch.equal(gradient, torch.zeros_like(gradient))


def test_infinite_numbers_in_the_padding_do_no_harm() -> None:
    parts = batch()
    sampled = torch.where(parts[4], parts[2], float("-inf"))
    value, gradient = value_and_gradient(fast, (parts[0], parts[1], sampled, *parts[3:]), TrainSettings())
    expected, expected_gradient = value_and_gradient(fast, parts, TrainSettings())
    torch.testing.assert_close(value, expected)
    torch.testing.assert_close(gradient, expected_gradient)


@pytest.mark.parametrize("unknown", [float("nan"), float("inf"), float("-inf")])
def test_a_token_whose_sampled_logprob_is_not_finite_has_weight_one(unknown: float) -> None:
    logprobs, old, sampled, gains, mask = batch()
    holes = torch.zeros_like(mask)
    holes[2, 0] = holes[4, 0] = True
    expected = value_and_gradient(fast, (logprobs, old, torch.where(holes, old, sampled), gains, mask), TrainSettings())
    parts = (logprobs, old, torch.where(holes, unknown, sampled), gains, mask)
    found = value_and_gradient(fast, parts, TrainSettings())
    torch.testing.assert_close(found, expected)
    sums = grpo_loss(*parts, settings=TrainSettings(), totals=Totals(6, int(mask.sum()))).sums
    assert int(sums["unknown"]) == 2


def test_what_is_counted() -> None:
    logprobs = torch.log(torch.tensor([[1.5, 1.5, 0.5, 0.5, 1.0]]))
    zeros = torch.zeros(1, 5)
    mask = torch.tensor([[True, True, True, True, False]])
    for gain, expected in ((1.0, (0, 2)), (-1.0, (2, 0))):
        sums = grpo_loss(
            logprobs, zeros, zeros - 3.0, torch.tensor([gain]), mask, settings=TrainSettings(), totals=Totals(1, 4)
        ).sums
        assert (int(sums["clipped_low"]), int(sums["clipped_high"])) == expected
        assert (int(sums["capped"]), int(sums["tokens"])) == (4, 4)


def test_advantages_by_hand() -> None:
    assert advantages([1.0, 0.0, 0.0, -1.0]) == pytest.approx([1.224743, 0.0, 0.0, -1.224743], abs=1e-5)
    biased = [value / math.sqrt(2 / 4) for value in (1.0, 0.0, 0.0, -1.0)]
    assert advantages([1.0, 0.0, 0.0, -1.0]) != pytest.approx(biased, abs=1e-3)  # the other standard deviation is seen


def test_a_sign_flip_would_push_the_wrong_way() -> None:
    logprobs = torch.zeros(2, 1, requires_grad=True)
    zeros = torch.zeros(2, 1)
    gains = torch.tensor(advantages([1.0, 0.0]))
    mask = torch.ones(2, 1, dtype=torch.bool)
    grpo_loss(logprobs, zeros, zeros, gains, mask, settings=TrainSettings(), totals=Totals(2, 2)).value.backward()
    assert logprobs.grad is not None
    assert logprobs.grad[0] < 0 < logprobs.grad[1]  # descent raises the better response
