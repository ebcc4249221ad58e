"""From problems to a batch: rounds of sampling and grading, until enough groups teach something.

Prompts in flight go on first. After every round the curriculum learns from all groups that were finished in it, useful
or not, so that no group is lost because its answers were long. Useful groups that the batch has no place for wait for
the next one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy

from rlve.envs.pool import Pool, Question
from rlve.envs.verdict import Outcome, Verdict
from rlve.training import distributed
from rlve.training.clock import Clock
from rlve.training.config import TrainSettings
from rlve.training.curriculum import Curriculum
from rlve.training.groups import Group, Rollout, Summary, summary
from rlve.training.in_flight import InFlight, Started, draws
from rlve.training.problems import Prompt, PromptMaker, Slot, Wanted, torch_seed, want
from rlve.training.samplers import Decoding, Request, Response, Sampler


@dataclass(frozen=True)
class Batch:
    """A step's groups, the same on every rank, and the statistics of everything that was sampled for them."""

    groups: list[Group]
    older: dict[Slot, list[int]]  # of what was in flight: how many tokens of each response older policies wrote
    summaries: list[Summary]  # of all groups that were finished in this step
    sampled: int  # tokens written in this step, of finished and unfinished responses
    dropped: int  # useful groups that were neither learned from nor kept
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
    in_flight: InFlight,
    clock: Clock,
    begun: Iterator[Prompt] | None = None,
) -> Batch:
    """At most `prompts_per_step` useful groups, from at most `max_rounds` rounds.

    Changes `curriculum` and `in_flight`. `begun` are the prompts of the first round, `first_problems`, if they are
    being made already.
    """
    share, shares = distributed.engine(settings.tensor_parallel)
    older = {one.prompt.slot: one.lengths for one in in_flight.prompts}
    useful, going = in_flight.waiting, in_flight.unfinished
    resting: list[Started] = []
    summaries: list[Summary] = []
    own: list[Group] = []
    sampled = rounds = 0
    for round in range(settings.max_rounds):
        count = draws(settings, in_flight.useful_share, len(useful), len(going), len(resting))
        if not going and not count:
            break
        with clock.phase("problems"):
            if round or begun is None:
                begun = maker.make(want(curriculum, settings.seed, step, round, count)[share::shares])
            starts = [*going[share::shares], *(Started(prompt) for prompt in begun)]
        seed = torch_seed(settings.seed, "sampling", step, round, share)
        decoding = Decoding(settings.temperature, seed, settings.top_p, settings.top_k)
        written = distributed.of_engines(
            write(sampler, starts, decoding, settings, clock=clock), settings.tensor_parallel
        )
        unfinished: list[Started] = []
        groups = list(grade(finished(written, settings, unfinished), pool, tokenizer, settings.reward))
        own += sorted(groups, key=lambda group: group.prompt.slot)
        news, found, left = told(groups, unfinished)
        curriculum.learn(item.trial for item in news if not item.failure)
        in_flight.learn(len(news), len(found))
        sampled += sum(sum(item.lengths) for item in news) + sum(one.tokens for one in left)
        sampled -= sum(one.tokens for one in going)
        summaries += news
        useful += found
        resting += left
        going = []
        rounds += 1
    batch, surplus = useful[: settings.prompts_per_step], useful[settings.prompts_per_step :]
    kept = [Started(group.prompt, [rollout.response for rollout in group.rollouts], group) for group in surplus]
    in_flight.prompts = sorted([*resting, *(kept if settings.keep_leftovers else [])], key=lambda one: one.prompt.slot)
    dropped = 0 if settings.keep_leftovers else len(surplus)
    return Batch(batch, older, summaries, sampled, dropped, rounds, own)


def first_problems(step: int, settings: TrainSettings, curriculum: Curriculum, in_flight: InFlight) -> list[Wanted]:
    """This rank's new problems of a step's first round: known as soon as the step before has collected its batch."""
    share, shares = distributed.engine(settings.tensor_parallel)
    count = draws(settings, in_flight.useful_share, len(in_flight.waiting), len(in_flight.unfinished))
    return want(curriculum, settings.seed, step, 0, count)[share::shares]


def told(groups: Sequence[Group], unfinished: list[Started]) -> tuple[list[Summary], list[Group], list[Started]]:
    """What all ranks finished in a round, the useful groups among it, and what they left unfinished; by slot."""
    parts = distributed.gather(([(summary(group), group if group.useful else None) for group in groups], unfinished))
    pairs = sorted((pair for pairs, _ in parts for pair in pairs), key=lambda pair: pair[0].slot)
    left = sorted((one for _, part in parts for one in part), key=lambda one: one.prompt.slot)
    return [item for item, _ in pairs], [group for _, group in pairs if group is not None], left


def write(
    sampler: Sampler, starts: Sequence[Started], decoding: Decoding, settings: TrainSettings, *, clock: Clock
) -> Iterator[Started]:
    """Sample every missing or unfinished response, and yield the prompts as soon as all of theirs have been written to.

    With partial rollouts a response grows by a bounded number of tokens, and may be unfinished after it.
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
    yield from (start for number, start in enumerate(starts) if not waiting[number])  # the limit was lowered
    for index, written in clock.timed("sampling", sampler.sample(requests, decoding)):
        number, position = targets[index]
        if position < 0:
            responses[number] = written
        else:
            responses[number][position] = joined(responses[number][position], written[0])
        waiting[number] -= 1
        if waiting[number] == 0:
            yield replace(starts[number], responses=responses[number])


def finished(written: Iterable[Started], settings: TrainSettings, unfinished: list[Started]) -> Iterator[Started]:
    """The prompts all of whose responses are done; the others are put into `unfinished`."""
    for start in written:
        if all(done(response, settings) for response in start.responses):
            yield start
        else:
            unfinished.append(start)


def allowance(settings: TrainSettings, length: int) -> int:
    """How many tokens a response of this length may grow in this step."""
    left = settings.max_response_tokens - length
    return min(left, settings.partial_rollouts) if settings.partial_rollouts else left


def done(response: Response, settings: TrainSettings) -> bool:
    """Whether a response has ended, or is as long as it may be: then it counts as cut."""
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
