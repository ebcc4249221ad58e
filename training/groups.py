"""What became of a prompt: its responses with their verdicts, and what all ranks need to know of it.

A group whose largest and smallest reward are equal teaches nothing (the two are compared: the float32 standard
deviation of equal rewards is not always 0).
"""

from dataclasses import dataclass

from rlve.envs.verdict import Outcome, Verdict
from rlve.training.curriculum import Trial
from rlve.training.problems import Prompt, Slot
from rlve.training.samplers import Response


@dataclass(frozen=True, eq=False)
class Rollout:
    """One response to a prompt, graded. `text` is the response without its end token."""

    response: Response
    text: str
    verdict: Verdict

    @property
    def correct(self) -> bool:
        return self.verdict.outcome is Outcome.CORRECT


@dataclass(frozen=True, eq=False)
class Group:
    """All rollouts of one prompt."""

    prompt: Prompt
    rollouts: list[Rollout]

    @property
    def rewards(self) -> list[float]:
        """Those of the responses that were judged: of all, unless the group `failed`."""
        return [rollout.verdict.reward for rollout in self.rollouts if rollout.verdict.reward is not None]

    @property
    def failed(self) -> bool:
        """A check failed of itself: its rewards say nothing about the responses."""
        return any(rollout.verdict.outcome is Outcome.ERROR for rollout in self.rollouts)

    @property
    def useful(self) -> bool:
        return not self.failed and max(self.rewards) > min(self.rewards)


@dataclass(frozen=True)
class Summary:
    """What every rank needs to know about a finished group of any rank: small, so that all of them travel."""

    slot: Slot
    environment: str
    difficulty: int
    rewards: tuple[float, ...]  # of the responses that were judged
    correct: int
    lengths: tuple[int, ...]
    truncated: int
    timeouts: int
    failure: str
    useful: bool

    @property
    def trial(self) -> Trial:
        return Trial(self.environment, self.difficulty, len(self.rewards), self.correct, self.useful)


def summary(group: Group) -> Summary:
    verdicts = [rollout.verdict for rollout in group.rollouts]
    failures = [verdict.reason for verdict in verdicts if verdict.outcome is Outcome.ERROR]
    return Summary(
        slot=group.prompt.slot,
        environment=group.prompt.environment,
        difficulty=group.prompt.difficulty,
        rewards=tuple(group.rewards),
        correct=sum(rollout.correct for rollout in group.rollouts),
        lengths=tuple(len(rollout.response.tokens) for rollout in group.rollouts),
        truncated=sum(not rollout.response.finished for rollout in group.rollouts),
        timeouts=sum(verdict.outcome is Outcome.TIMEOUT for verdict in verdicts),
        failure=failures[0] if failures else "",
        useful=group.useful,
    )
