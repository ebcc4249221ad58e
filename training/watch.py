"""What is looked for after every step, so that no run goes on for hours that learns the wrong thing, or nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from rlve.training.errors import RunError
from rlve.training.policy import Update

IN_A_ROW = 2  # one bad step may be chance, a second one is not


@dataclass
class Watch:
    """Counts steps in a row after which sampler and policy disagreed, and that were dropped."""

    wide_gaps: int = 0
    dropped: int = 0
    told_of_unknown: bool = False

    def look(self, update: Update | None, max_gap: float) -> Iterator[str]:
        """Warnings about a step, if it gives reason to any.

        Raises `RunError` where the run must not go on. A number that is not a number gives reason: every comparison
        asks whether things are well.
        """
        if update is None:
            return
        gap = update.gap[0]
        self.dropped = self.dropped + 1 if update.dropped else 0
        if update.fresh:  # otherwise an older policy wrote all of it, and there is nothing to compare
            self.wide_gaps = 0 if gap <= max_gap else self.wide_gaps + 1
        if update.unknown and not self.told_of_unknown:
            self.told_of_unknown = True
            yield (
                f"Warning: the sampler gave no finite log-probability for {update.unknown} of {update.tokens} tokens; "
                "they count with importance weight 1 (sampler/unknown_logprobs counts them from now on)."
            )
        if self.dropped >= IN_A_ROW:
            raise RunError(
                "Gradients were not finite twice in a row, so nothing is learned any more: --resume from the last "
                "checkpoint with a lower --learning-rate."
            )
        if self.dropped:
            yield "Warning: the step was dropped, for its gradients are not finite numbers."
        if update.fresh and self.wide_gaps >= IN_A_ROW:
            raise RunError(
                f"Sampler and policy differ by {gap:.3f} in log-probability on average, twice in a row: the weights do "
                "not arrive as they should. Try --sampler transformers, or raise --max-logprob-gap if you know why."
            )
        if update.fresh and self.wide_gaps:
            yield f"Warning: sampler and policy differ by {gap:.3f} in log-probability on average."
