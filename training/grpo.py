"""The GRPO loss, as pure functions of tensors.

Group-relative advantages, a clipped policy ratio with separate bounds below and above, no KL and no entropy term, and a
truncated importance weight for the difference between the engine that sampled and the one that trains. (Shao et al.,
arXiv:2402.03300; clip-higher and the token mean: Yu et al., arXiv:2503.14476; the importance weight: Yao et al., "Your
efficient RL framework secretly brings you off-policy RL training", 2025.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import torch
from torch import Tensor

from rlve.training.config import TrainSettings

LARGEST_LOG_RATIO = 20.0  # exp of it is far above every cap, and still finite


@dataclass(frozen=True)
class Totals:
    """What the loss is divided by: counts over the batch of all ranks, masked responses left out."""

    responses: int
    tokens: int


@dataclass(frozen=True)
class Loss:
    """`value` is this micro-batch's part of the batch's loss; `sums` are over its unmasked tokens."""

    value: Tensor
    sums: dict[str, Tensor]


def advantages(rewards: Sequence[float]) -> list[float]:
    """How much better than its group each response is, in (unbiased) standard deviations.

    >>> [round(value, 4) for value in advantages([1.0, 0.0, 0.0, -1.0])]  # mean 0, deviation sqrt(2/3)
    [1.2247, 0.0, 0.0, -1.2247]
    """
    mean, deviation = fmean(rewards), stdev(rewards)
    return [(reward - mean) / (deviation + 1e-6) for reward in rewards]


def grpo_loss(
    logprobs: Tensor,
    old: Tensor,
    sampled: Tensor,
    advantage: Tensor,
    mask: Tensor,
    *,
    settings: TrainSettings,
    totals: Totals,
) -> Loss:
    """The loss of a micro-batch of B responses, padded to R tokens.

    `logprobs`, `old` and `sampled` [B, R] are the log-probabilities of the sampled tokens under the policy (with
    gradient), under the policy at the start of the step, and as the sampler gave them; `advantage` is [B]; `mask` [B,
    R] is true where a token counts. With ratio = exp(logprobs - old) and weight = min(exp(old - sampled), cap), or 1
    where the sampler gave no finite number (vLLM has none for some tokens that are all but certain), a token's loss is

        -weight * min(ratio * advantage, clip(ratio, 1 - clip_low, 1 + clip_high) * advantage)

    Two responses of 2 and 1 tokens, advantages 1 and -1, all ratios and weights 1: token losses are (-1, -1) and (1).
    Their mean over responses is (-1 + 1) / 2 = 0; their mean over tokens (-1 - 1 + 1) / 3 = -1/3.

    >>> zeros, mask = torch.zeros(2, 2), torch.tensor([[True, True], [True, False]])
    >>> batch = (zeros, zeros, zeros, torch.tensor([1.0, -1.0]), mask)
    >>> float(grpo_loss(*batch, settings=TrainSettings(loss="responses"), totals=Totals(2, 3)).value)
    0.0
    >>> round(float(grpo_loss(*batch, settings=TrainSettings(loss="tokens"), totals=Totals(2, 3)).value), 4)
    -0.3333
    """
    ratio = torch.exp((logprobs - old).clamp(-LARGEST_LOG_RATIO, LARGEST_LOG_RATIO))
    clipped = ratio.clamp(1.0 - settings.clip_low, 1.0 + settings.clip_high)
    gain = advantage[:, None]
    surrogate = torch.minimum(ratio * gain, clipped * gain)
    known = torch.isfinite(sampled)
    difference = torch.where(known, old - sampled, 0.0).clamp(-LARGEST_LOG_RATIO, LARGEST_LOG_RATIO)
    importance = torch.exp(difference).detach()
    weight = importance.clamp(max=settings.importance_cap) if settings.importance_cap else torch.ones_like(importance)
    token_loss = torch.where(mask, -weight * surrogate, 0.0)
    if settings.loss == "tokens":
        value = token_loss.sum() / max(totals.tokens, 1)
    else:
        lengths = mask.sum(dim=1).clamp(min=1)
        value = (token_loss.sum(dim=1) / lengths).sum() / max(totals.responses, 1)
    with torch.no_grad():
        sums = {
            "tokens": mask.sum(),
            "unknown": (mask & ~known).sum(),
            "clipped_low": (mask & (ratio < 1.0 - settings.clip_low) & (gain < 0)).sum(),
            "clipped_high": (mask & (ratio > 1.0 + settings.clip_high) & (gain > 0)).sum(),
            "capped": (mask & (importance > settings.importance_cap)).sum()
            if settings.importance_cap
            else mask.sum() * 0,
        }
    return Loss(value, sums)
