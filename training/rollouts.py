"""From problems to a batch: rounds of sampling and grading, until enough groups teach something.

A group whose largest and smallest reward are equal teaches nothing and is left out (the two are compared: the float32
standard deviation of equal rewards is not always 0). After every round the curriculum learns from all groups that were
finished in it, useful or not, so that no group is lost because its answers were long.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy

from rlve.envs.pool import Pool, Question
from rlve.envs.verdict import Outcome, Verdict
from rlve.training import distributed
from rlve.training.clock import Clock
from rlve.training.config import TrainSettings
from rlve.training.curriculum import Curriculum, Trial
from rlve.training.problems import Prompt, PromptMaker, Slot, Wanted, torch_seed, want
from rlve.training.samplers import Decoding, Request, Response, Sampler


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


@dataclass(frozen=True)
class Started:
    """A prompt whose responses are not all finished: partial rollouts go on with the next policy."""

    prompt: Prompt
    responses: list[Response]


@dataclass
class Backlog:
    """What one step leaves to the next; part of every checkpoint."""

    useful_share: float = 0.5
    leftovers: list[Group] = field(default_factory=list)  # the same on every rank
    started: list[Started] = field(default_factory=list)  # this rank's own


@dataclass(frozen=True)
class Batch:
    """A step's groups, the same on every rank, and the statistics of everything that was sampled for them."""

    groups: list[Group]
    summaries: list[Summary]
    rounds: int
    own: list[Group]  # all that this rank finished, useful or not, for the run folder


def collect(
    step: int,
    settings: TrainSettings,
    *,
    curriculum: Curriculum,
    maker: PromptMaker,
    sampler: Sampler,
    pool: Pool,
    tokenizer: Any,
    backlog: Backlog,
    clock: Clock,
) -> Batch:
    """At most `prompts_per_step` useful groups, from at most `max_rounds` rounds.

    Changes `curriculum` and `backlog`.
    """
    share, _ = distributed.engine(settings.tensor_parallel)
    leads = distributed.leads_engine(settings.tensor_parallel)
    useful, backlog.leftovers = backlog.leftovers, []
    summaries: list[Summary] = []
    own: list[Group] = []
    rounds = 0
    while len(useful) < settings.prompts_per_step and rounds < settings.max_rounds:
        wanted = wanted_in_round(step, rounds, len(useful), settings, curriculum, backlog)
        with clock.phase("problems"):
            starts = backlog.started + [Started(prompt, []) for prompt in maker.make(wanted)]
        backlog.started = []
        decoding = Decoding(
            settings.temperature,
            torch_seed(settings.seed, "sampling", step, rounds, share),
            settings.top_p,
            settings.top_k,
        )
        sampled = write(sampler, starts, decoding, settings, unfinished=backlog.started, clock=clock)
        graded = grade(sampled, pool, tokenizer, settings.reward) if leads else nothing(sampled)
        groups = sorted(graded, key=lambda group: group.prompt.slot)
        rounds += 1
        backlog.started.sort(key=lambda start: start.prompt.slot)
        own += groups
        finished = distributed.gather([(summary(group), group if group.useful else None) for group in groups])
        ordered = sorted((pair for part in finished for pair in part), key=lambda pair: pair[0].slot)
        news = [summarized for summarized, _ in ordered]
        curriculum.learn(item.trial for item in news if not item.failure)
        summaries += news
        useful += [group for _, group in ordered if group is not None]
        if news:
            recent = sum(item.useful for item in news) / len(news)
            backlog.useful_share = (backlog.useful_share + recent) / 2
    if settings.keep_leftovers:
        backlog.leftovers = useful[settings.prompts_per_step :]
    return Batch(useful[: settings.prompts_per_step], summaries, rounds, own)


def wanted_in_round(
    step: int, round: int, useful: int, settings: TrainSettings, curriculum: Curriculum, backlog: Backlog
) -> list[Wanted]:
    """This rank's problems of a round, when so many groups of all ranks are useful already."""
    share, shares = distributed.engine(settings.tensor_parallel)
    missing = max(0, settings.prompts_per_step - useful)
    count = math.ceil(missing / max(backlog.useful_share, 1.0 / settings.oversample))
    return want(curriculum, settings.seed, step, round, count)[share::shares]


def write(
    sampler: Sampler,
    starts: Sequence[Started],
    decoding: Decoding,
    settings: TrainSettings,
    *,
    unfinished: list[Started],
    clock: Clock,
) -> Iterator[Started]:
    """Sample every missing or unfinished response, and yield the prompts that are done, as they are.

    With partial rollouts a response grows by a bounded number of tokens; prompts that are not done after it are put
    into `unfinished`. A response that has reached `max_response_tokens` is done, and counts as cut.
    """
    requests: list[Request] = []
    targets: list[tuple[int, int]] = []  # which start, and which of its responses (-1: all of them, from nothing)
    for number, start in enumerate(starts):
        if not start.responses:
            requests.append(Request(start.prompt.tokens, settings.group_size, allowance(settings, 0)))
            targets.append((number, -1))
            continue
        for position, response in enumerate(start.responses):
            if not done(response, settings):
                tokens = [*start.prompt.tokens, *response.tokens.tolist()]
                requests.append(Request(tokens, 1, allowance(settings, len(response.tokens))))
                targets.append((number, position))
    waiting = Counter(number for number, _ in targets)
    responses = {number: list(start.responses) for number, start in enumerate(starts)}
    for index, written in clock.timed("sampling", sampler.sample(requests, decoding)):
        number, position = targets[index]
        if position < 0:
            responses[number] = written
        else:
            responses[number][position] = joined(responses[number][position], written[0])
        waiting[number] -= 1
        if waiting[number] == 0:
            start = replace(starts[number], responses=responses[number])
            if all(done(response, settings) for response in start.responses):
                yield start
            else:
                unfinished.append(start)


def nothing(sampled: Iterable[Started]) -> Iterator[Group]:
    """Run the sampler and grade nothing: what a rank does whose tensor-parallel leader grades the same responses."""
    for _ in sampled:
        pass
    return iter(())


def allowance(settings: TrainSettings, length: int) -> int:
    """How many tokens a response of this length may grow now."""
    left = settings.max_response_tokens - length
    return min(left, settings.partial_rollouts) if settings.partial_rollouts else left


def done(response: Response, settings: TrainSettings) -> bool:
    return response.finished or len(response.tokens) >= settings.max_response_tokens


def joined(first: Response, second: Response) -> Response:
    return Response(
        numpy.concatenate([first.tokens, second.tokens]),
        numpy.concatenate([first.logprobs, second.logprobs]),
        second.finished,
    )


def grade(sampled: Iterable[Started], pool: Pool, tokenizer: Any, reward: str = "graded") -> Iterator[Group]:
    """Groups with their verdicts. The pool works on the first ones while the sampler writes the next."""
    pending: list[tuple[Prompt, list[Response], list[str]]] = []

    def questions() -> Iterator[Question]:
        for start in sampled:
            texts = [text_of(response, tokenizer) for response in start.responses]
            pending.append((start.prompt, start.responses, texts))
            for text in texts:
                yield start.prompt.environment, start.prompt.instance, text

    verdicts: list[Verdict] = []
    for verdict in pool.verify(questions()):
        verdicts.append(binary(verdict) if reward == "binary" else verdict)
        prompt, responses, texts = pending[0]
        if len(verdicts) == len(texts):
            yield Group(prompt, [Rollout(*parts) for parts in zip(responses, texts, verdicts)])
            del pending[0]
            verdicts = []


def binary(verdict: Verdict) -> Verdict:
    """The verdict with a reward of 1 if it is correct and 0 if it is not; a check that failed says nothing still."""
    if verdict.outcome is Outcome.ERROR:
        return verdict
    return replace(verdict, reward=float(verdict.outcome is Outcome.CORRECT))


def text_of(response: Response, tokenizer: Any) -> str:
    """A response without its end token, which is a special one; a text that ended it belongs to it."""
    return str(tokenizer.decode(response.tokens.tolist(), skip_special_tokens=True))
