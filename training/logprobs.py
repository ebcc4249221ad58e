"""What a policy answers with: log-probabilities of given tokens, without the logits of a whole batch at once."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from rlve.training.batching import Prompts
from rlve.training.errors import SettingsError


class TokenLogprobs(nn.Module):
    """A causal language model that answers with log-probabilities of given tokens instead of logits.

    Logits over a vocabulary of 150,000 for every token of a batch would fill a GPU many times over. Here the head is
    applied to a chunk of tokens at a time, and computed again in the backward pass.
    """

    def __init__(self, lm: Any, temperature: float, chunk: int) -> None:
        super().__init__()
        self.lm = lm
        self.temperature = temperature
        self.chunk = chunk

    def forward(
        self, tokens: Tensor, rows: Tensor, places: Tensor, targets: Tensor, prompts: Prompts | None = None
    ) -> tuple[Tensor, Tensor]:
        """Log-probability of each of N targets, and the entropy there without gradient; both [N], float32.

        `tokens` is [B, T], padded on the right; target n is predicted at `tokens[rows[n], places[n]]`. With `prompts`,
        `tokens` go on from them, and place 0 is the end of the prompt, 1 the first of `tokens`.
        """
        if prompts is None:
            hidden = self.lm.base_model(input_ids=tokens, use_cache=False).last_hidden_state[rows, places]
        else:
            hidden = self.after_prompts(tokens, prompts)[rows, places]
        if len(targets) <= self.chunk:
            return self.head(hidden, targets)
        parts = [
            checkpoint(self.head, hidden_part, target_part, use_reentrant=False)
            for hidden_part, target_part in zip(torch.split(hidden, self.chunk), torch.split(targets, self.chunk))
        ]
        return torch.cat([part[0] for part in parts]), torch.cat([part[1] for part in parts])

    def after_prompts(self, tokens: Tensor, prompts: Prompts) -> Tensor:
        """Hidden states [B, 1 + T, width] of the prompts' ends and of the tokens after them.

        Each prompt goes through the model once; its keys and values are repeated, with their gradients, for its rows.
        """
        from transformers import DynamicCache

        cache = DynamicCache(config=self.lm.config)
        positions = (prompts.mask.cumsum(dim=1) - 1).clamp(min=0)
        ends = self.lm.base_model(
            input_ids=prompts.tokens,
            attention_mask=prompts.mask,
            position_ids=positions,
            past_key_values=cache,
            use_cache=True,
        ).last_hidden_state[:, -1]
        cache.batch_select_indices(prompts.of_row)
        steps = torch.arange(1, tokens.shape[1] + 1, device=tokens.device)
        after = self.lm.base_model(
            input_ids=tokens,
            attention_mask=torch.cat([prompts.mask[prompts.of_row], torch.ones_like(tokens)], dim=1),
            position_ids=positions[prompts.of_row, -1:] + steps,
            past_key_values=cache,
            use_cache=True,
        ).last_hidden_state
        return torch.cat([ends[prompts.of_row, None], after], dim=1)

    def head(self, hidden: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        logits = self.lm.get_output_embeddings()(hidden).float() / self.temperature
        logprobs = torch.log_softmax(logits, dim=-1)
        with torch.no_grad():
            entropy = torch.special.entr(logprobs.exp()).sum(dim=-1)  # 0 for tokens that a model rules out
        return logprobs.gather(1, targets[:, None])[:, 0], entropy


@torch.no_grad()
def check_head(module: TokenLogprobs) -> None:
    """Raises `SettingsError` if this model does more to its logits than the head does (scaling or capping them)."""
    device = next(module.parameters()).device
    tokens = torch.arange(1, 9, device=device)[None]
    logits = module.lm(input_ids=tokens, use_cache=False).logits[0, :-1].float() / module.temperature
    expected = torch.log_softmax(logits, dim=-1).gather(1, tokens[0, 1:, None])[:, 0]
    places = torch.arange(7, device=device)
    found, _ = module(tokens, torch.zeros_like(places), places, tokens[0, 1:])
    if not bool(torch.isfinite(expected).all()):
        raise SettingsError(f"{type(module.lm).__name__} computes numbers that are not finite: its weights are broken.")
    if not float((found - expected).abs().max()) <= 0.1:
        raise SettingsError(
            f"{type(module.lm).__name__} changes its logits after the head, which rlve cannot train yet."
        )
