"""Prompts in flight: begun in one step, learned from in a later one.

There are two kinds. Some are *unfinished*: with partial rollouts a response may grow by so many tokens in a step, and
goes on in the next one with the next policy. Some *wait*: their group is useful, but the batch was full. The list is
the same on every rank, so it is written once, and dealt out to whatever engines there are.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from rlve.envs.verdict import Outcome, Verdict
from rlve.training.config import TrainSettings
from rlve.training.groups import Group, Rollout
from rlve.training.problems import Prompt, Slot
from rlve.training.samplers import Response


@dataclass(frozen=True, eq=False)
class Started:
    """A prompt with what has been written of its responses, each of which knows whether it is finished.

    Without responses nothing has been written. A response may be empty, and one that is not finished may have any
    length: whoever ends sampling early leaves such. With a `group`, all are finished and judged.
    """

    prompt: Prompt
    responses: list[Response] = field(default_factory=list)
    group: Group | None = None

    @property
    def lengths(self) -> list[int]:
        return [len(response.tokens) for response in self.responses]

    @property
    def tokens(self) -> int:
        return sum(self.lengths)

    def age(self, step: int) -> int:
        """Steps since it was begun."""
        return step - self.prompt.slot.step


@dataclass
class InFlight:
    """What one step leaves to the next, in the order of slots; part of every checkpoint.

    `useful_share` is the recent share of useful groups among those that a round finished.
    """

    prompts: list[Started] = field(default_factory=list)
    useful_share: float = 0.5

    @property
    def unfinished(self) -> list[Started]:
        return [one for one in self.prompts if one.group is None]

    @property
    def waiting(self) -> list[Group]:
        return [one.group for one in self.prompts if one.group is not None]

    def learn(self, finished: int, useful: int) -> None:
        """Take in how many groups a round finished, and how many of them are useful."""
        if finished:
            self.useful_share = (self.useful_share + useful / finished) / 2


def draws(settings: TrainSettings, useful_share: float, useful: int, going: int = 0, resting: int = 0) -> int:
    """How many new prompts a round draws, when `useful` groups are there already.

    As many as are expected to give the groups that are missing, less the `resting` prompts, which have grown enough in
    this step and will give some in the next. The `going` ones, which go on in this round, are no reason to draw less,
    for the next steps would lack what is not drawn now; but all that is unfinished stays within `oversample` batches,
    and so do the draws within `oversample` times what is missing.

    >>> settings = TrainSettings(prompts_per_step=8, oversample=3.0)
    >>> draws(settings, 0.5, useful=0), draws(settings, 0.5, useful=6), draws(settings, 0.0, useful=0)
    (16, 4, 24)
    >>> draws(settings, 0.5, useful=0, going=10), draws(settings, 0.5, useful=2, resting=9)
    (14, 3)
    """
    missing = max(0, settings.prompts_per_step - useful)
    enough = math.ceil(missing / max(useful_share, 1.0 / settings.oversample)) - resting
    room = math.ceil(settings.oversample * settings.prompts_per_step) - going - resting
    return max(0, min(enough, room))


def write(path: Path, in_flight: InFlight) -> None:
    """As plain arrays in one file: numbers packed, everything else as JSON."""
    responses = [response for one in in_flight.prompts for response in one.responses]
    facts = {
        "useful_share": in_flight.useful_share,
        "prompts": [facts_of(one) for one in in_flight.prompts],
    }
    numpy.savez(
        path,
        facts=numpy.frombuffer(json.dumps(facts).encode(), numpy.uint8),
        prompt_tokens=joined([numpy.array(one.prompt.tokens) for one in in_flight.prompts], numpy.int32),
        prompt_lengths=numpy.array([len(one.prompt.tokens) for one in in_flight.prompts], numpy.int64),
        tokens=joined([response.tokens for response in responses], numpy.int32),
        logprobs=joined([response.logprobs for response in responses], numpy.float32),
        lengths=numpy.array([len(response.tokens) for response in responses], numpy.int64),
        finished=numpy.array([response.finished for response in responses], numpy.bool_),
    )


def read(path: Path) -> InFlight:
    """What `write` wrote. Raises `OSError` or `ValueError` if that cannot be read."""
    try:
        with numpy.load(path, allow_pickle=False) as arrays:
            facts = json.loads(arrays["facts"].tobytes())
            prompts = pieces(arrays["prompt_tokens"], arrays["prompt_lengths"])
            parts = zip(
                pieces(arrays["tokens"], arrays["lengths"]),
                pieces(arrays["logprobs"], arrays["lengths"]),
                arrays["finished"].tolist(),
                strict=True,
            )
            responses = iter([Response(*part) for part in parts])
        started = [
            started_from(one, tokens.tolist(), [next(responses) for _ in range(one["responses"])])
            for one, tokens in zip(facts["prompts"], prompts, strict=True)
        ]
        return InFlight(started, facts["useful_share"])
    except OSError:
        raise
    except Exception as error:  # of zip files, arrays, JSON, and of what they should hold
        raise ValueError(f"{path.name} holds something else than prompts in flight") from error


def facts_of(started: Started) -> dict[str, Any]:
    """All but the numbers."""
    prompt = {name: value for name, value in asdict(started.prompt).items() if name != "tokens"}
    rollouts = started.group.rollouts if started.group else []
    return {
        "prompt": prompt,
        "responses": len(started.responses),
        "judged": [
            [rollout.text, rollout.verdict.reward, str(rollout.verdict.outcome), rollout.verdict.reason]
            for rollout in rollouts
        ],
    }


def started_from(facts: dict[str, Any], tokens: list[int], responses: list[Response]) -> Started:
    prompt = Prompt(**facts["prompt"] | {"slot": Slot(**facts["prompt"]["slot"]), "tokens": tokens})
    if not facts["judged"]:
        return Started(prompt, responses)
    rollouts = [
        Rollout(response, text, Verdict(reward, Outcome(outcome), reason))
        for response, (text, reward, outcome, reason) in zip(responses, facts["judged"], strict=True)
    ]
    return Started(prompt, responses, Group(prompt, rollouts))


def joined(parts: Sequence[NDArray[Any]], kind: Any) -> NDArray[Any]:
    """Arrays one after the other; there may be none."""
    return numpy.concatenate([numpy.zeros(0, kind), *parts], dtype=kind)


def pieces(numbers: NDArray[Any], lengths: NDArray[Any]) -> list[NDArray[Any]]:
    """An array cut into parts of these lengths."""
    if lengths.sum() != len(numbers):
        raise ValueError("lengths and numbers do not belong together")
    return [part.copy() for part in numpy.split(numbers, numpy.cumsum(lengths)[:-1])] if len(lengths) else []
