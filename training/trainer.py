"""The training loop: reinforcement learning on problems whose difficulty follows the policy."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import torch

from rlve.envs.cores import usable_cores
from rlve.envs.pool import Pool, PoolFailed
from rlve.training import (
    checkpoints,
    checks,
    curriculum,
    display,
    distributed,
    heldout,
    metrics,
    models,
    samplers,
    templates,
)
from rlve.training.batching import Sample, share_groups
from rlve.training.clock import Clock
from rlve.training.config import BUNDLED_MODEL, TrainSettings
from rlve.training.curriculum import Curriculum, digest
from rlve.training.errors import RunError, SettingsError
from rlve.training.grpo import advantages
from rlve.training.policy import Policy, Update
from rlve.training.problems import Prompt, PromptMaker, torch_seed
from rlve.training.rollouts import Backlog, Batch, collect, wanted_in_round
from rlve.training.samplers import Sampler
from rlve.training.stopping import Stop
from rlve.training.watch import Watch


@dataclass
class Run:
    """A run in progress: who takes part, and how far it is."""

    folder: Path
    settings: TrainSettings
    curriculum: Curriculum
    maker: PromptMaker
    sampler: Sampler
    policy: Policy
    pool: Pool
    tokenizer: Any
    exam: list[Prompt]
    recorder: metrics.Recorder | None
    screen: Any
    clock: Clock
    stop: Stop
    backlog: Backlog = field(default_factory=Backlog)
    step: int = 0
    best_accuracy: float | None = None
    watch: Watch = field(default_factory=Watch)
    hours_before: float = 0.0
    started: float = field(default_factory=monotonic)
    saved_at: int = -1

    @property
    def hours(self) -> float:
        return self.hours_before + (monotonic() - self.started) / 3600


def train(
    folder: Path,
    settings: TrainSettings,
    stop: Stop,
    clock: Clock,
    *,
    resume: bool = False,
    fresh_optimizer: bool = False,
    begins: Callable[[], None] = lambda: None,
) -> None:
    """Train until the last step, the time limit, or a request to stop; then save. To be called in every process.

    `begins` is called in each of them once everything is loaded in all, before the first step. Raises `SettingsError`
    and `RunError`, each with one sentence for the user.
    """
    with assembled(folder, settings, stop, clock, resume=resume, fresh_optimizer=fresh_optimizer) as run:
        distributed.gather(None)
        begins()
        if run.step == 0:
            exam = examine(run)
            run.best_accuracy = exam.get("heldout/accuracy")
            report(run, exam, {})
        while not over(run):
            run.step += 1
            batch = collect_batch(run)
            begin_next_problems(run)
            update = learn(run, batch)
            hand_over(run)
            check_agreement(run, update)
            news = metrics.of_batch(batch, run.curriculum, run.maker.too_long) | metrics.of_update(update)
            is_best = False
            if settings.eval_every and run.step % settings.eval_every == 0:
                exam = examine(run)
                is_best = remember_best(run, exam)
                news |= exam
            report(run, news, metrics.of_time(run.clock.reading(), batch, update), batch)
            if is_best or (settings.save_every and run.step % settings.save_every == 0):
                save(run, is_best=is_best)
        if run.saved_at != run.step:
            save(run, is_best=False)


def over(run: Run) -> bool:
    """Whether to stop before the next step; all ranks agree."""
    limit = run.settings.max_hours
    late = bool(limit) and run.hours >= limit
    return run.step >= run.settings.steps or distributed.agree(run.stop.requested or late)


def collect_batch(run: Run) -> Batch:
    """Problems from the curriculum, responses from the sampler, verdicts from the pool: groups that teach something."""
    run.maker.too_long = 0
    with run.clock.phase("rollouts"):
        batch = collect(
            run.step,
            run.settings,
            curriculum=run.curriculum,
            maker=run.maker,
            sampler=run.sampler,
            pool=run.pool,
            tokenizer=run.tokenizer,
            backlog=run.backlog,
            clock=run.clock,
        )
    for failure in {failure for failures in distributed.gather(run.maker.failures) for failure in failures}:
        note(run, f"A problem could not be made and is left out: {failure}")
    run.maker.failures.clear()
    for item in batch.summaries:
        if item.failure:
            note(run, f"The check of {item.environment} failed, its group is left out: {item.failure}")
    if len(set(distributed.gather(digest(run.curriculum)))) > 1:
        raise RunError("The curricula of the processes have come apart, which is a fault of rlve: please report it.")
    return batch


def begin_next_problems(run: Run) -> None:
    """Have the problems of the next step's first round made while the policy learns: what decides them is known."""
    if run.step < run.settings.steps:
        ready = len(run.backlog.leftovers)
        run.maker.begin(wanted_in_round(run.step + 1, 0, ready, run.settings, run.curriculum, run.backlog))


def learn(run: Run, batch: Batch) -> Update | None:
    """One GRPO step on the batch, every rank on its share of the groups; None if there was nothing to learn from."""
    run.sampler.sleep()
    sizes = [
        sum(len(group.prompt.tokens) + len(rollout.response.tokens) for rollout in group.rollouts)
        for group in batch.groups
    ]
    shares = [
        [sample for number in share for sample in samples(batch, number, run.settings)]
        for share in share_groups(sizes, distributed.size())
    ]
    torch.manual_seed(torch_seed(run.settings.seed, "update", run.step, distributed.rank()))
    with run.clock.phase("update"):
        return run.policy.update(shares, run.step)


def samples(batch: Batch, number: int, settings: TrainSettings) -> Iterator[Sample]:
    """A group's responses with their advantages."""
    group = batch.groups[number]
    for rollout, advantage in zip(group.rollouts, advantages(group.rewards)):
        counts = rollout.response.finished or not settings.mask_truncated
        yield Sample(group.prompt.tokens, rollout.response.tokens, rollout.response.logprobs, advantage, counts)


def hand_over(run: Run) -> None:
    """Give the sampler the policy's weights."""
    with run.clock.phase("handover"):
        run.sampler.wake()
        run.sampler.load(run.policy.weights())


def check_agreement(run: Run, update: Update | None) -> None:
    """Stop a run that learns the wrong thing, or nothing: before anything is saved."""
    for warning in run.watch.look(update, run.settings.max_logprob_gap):
        note(run, warning)


def examine(run: Run) -> metrics.Numbers:
    """Accuracy on the held-out problems, if there are any."""
    if not distributed.agree(bool(run.exam)):
        return {}
    with run.clock.phase("evaluation"):
        return metrics.of_exam(heldout.accuracy(run.exam, run.settings, run.sampler, run.pool, run.tokenizer))


def remember_best(run: Run, exam: metrics.Numbers) -> bool:
    """Whether this is the best held-out accuracy so far."""
    accuracy = exam.get("heldout/accuracy")
    if accuracy is None or (run.best_accuracy is not None and not accuracy > run.best_accuracy):
        return False
    run.best_accuracy = accuracy
    return True


def report(run: Run, news: metrics.Numbers, timings: metrics.Numbers, batch: Batch | None = None) -> None:
    """Write the step down and show it; the main rank does."""
    if run.recorder is None or not news:
        return
    run.recorder.write(run.step, news, timings)
    if batch and run.settings.rollouts_per_step:
        run.recorder.write_rollouts(run.step, batch.own[: run.settings.rollouts_per_step])
    run.screen.show(run.step, run.settings.steps, news, timings, run.curriculum)


def save(run: Run, *, is_best: bool) -> None:
    """Write a checkpoint from which the run can go on as if nothing had happened."""
    state = checkpoints.State(
        step=run.step,
        processes=distributed.size(),
        curriculum=run.curriculum.state(),
        backlog=checkpoints.backlog_state(run.backlog),
        hours=run.hours,
        best_accuracy=run.best_accuracy,
        wide_gaps=run.watch.wide_gaps,
    )
    with run.clock.phase("saving"):
        target = checkpoints.save(run.folder, state, run.policy, run.tokenizer, keep=run.settings.keep, is_best=is_best)
    run.saved_at = run.step
    note(run, f"Saved {target}")
    if run.policy.merging_kept is not None and run.policy.merging_kept < 0.99:
        note(
            run,
            f"Merged into {target / 'policy'} only {run.policy.merging_kept:.1%} of the weights that the adapters "
            "change are still changed, for want of digits; its adapters/ hold all of it.",
        )


def note(run: Run, text: str) -> None:
    """Tell the user, once."""
    if distributed.is_main():
        run.screen.note(text)


@contextmanager
def assembled(
    folder: Path, settings: TrainSettings, stop: Stop, clock: Clock, *, resume: bool, fresh_optimizer: bool
) -> Iterator[Run]:
    """Everything that takes part in a run, started in the order that the engines need; at its beginning or where it
    ended."""
    distributed.start()
    models.quiet()
    checks.check_processes(settings, distributed.size())
    checkpoint = checkpoints.newest(folder) if resume else None
    state = checkpoints.load_state(checkpoint) if checkpoint else None
    if state and not fresh_optimizer:
        checkpoints.check_processes(state)
    model = checks.location(settings.model)
    source = str(checkpoint / "policy") if checkpoint and fresh_optimizer else model
    adapters = None
    if source != model and settings.lora_rank and (Path(source) / "adapters").is_dir():
        # They go on as they are: merged into the model, much of them may have been rounded away.
        adapters, source = Path(source) / "adapters", model
    chosen = curriculum.choose(settings, state.curriculum if state else None)
    if state:
        chosen.restore(state.curriculum)
    elif settings.curriculum_from:
        chosen.restore(last_curriculum(Path(settings.curriculum_from)))
    if distributed.is_main():
        display.Lines().note(f"Loading {'the bundled model' if settings.model == BUNDLED_MODEL else settings.model}.")
    tokenizer = models.load_tokenizer(model)
    used = templates.description(settings, source, tokenizer)
    if distributed.is_main():
        display.Lines().note(used)
    with ExitStack() as stack:
        sampler = samplers.choose(settings, source, torch_seed(settings.seed, "engine"))
        stack.callback(sampler.close)
        sampler.sleep()
        policy = Policy(settings, source, start=model, adapters=adapters)
        policy.source.try_out(tokenizer)
        checks.check_lengths(settings, models.context_length(policy.lm))
        if checkpoint and not fresh_optimizer:
            policy.load_optimizer(checkpoint / "trainer")
        pool = stack.enter_context(workers(settings))
        maker = PromptMaker(
            pool,
            templates.template(settings, tokenizer),
            settings.answer_style,
            settings.seed,
            settings.max_prompt_tokens,
        )
        exam = heldout.problems(settings, list(chosen.windows()), maker)
        distributed.gather(None)  # nothing is written before all have loaded what they need
        screen: Any = display.Lines()
        recorder = None
        if distributed.is_main():
            recorder = metrics.Recorder(folder, settings, state.step if state else -1)
            stack.callback(recorder.close)
            screen = display.choose()
            stack.callback(screen.close)
        run = Run(
            folder, settings, chosen, maker, sampler, policy, pool, tokenizer, exam, recorder, screen, clock, stop
        )
        if state:
            run.backlog = checkpoints.restore_backlog(state.backlog, *distributed.engine(settings.tensor_parallel))
            run.step = run.saved_at = state.step
            run.best_accuracy, run.watch.wide_gaps, run.hours_before = state.best_accuracy, state.wide_gaps, state.hours
        hand_over(run)
        clock.reading()
        yield run


@contextmanager
def workers(settings: TrainSettings) -> Iterator[Pool]:
    """This rank's processes that make problems and check responses. Raises `RunError` if they cannot work."""
    count = max(1, (settings.workers or usable_cores()) // distributed.local_size())
    ahead = sys.maxsize  # the sampler must not wait for a slow check
    try:
        with Pool(count, settings.verify_timeout, chunk=settings.group_size, ahead=ahead) as pool:
            yield pool
    except PoolFailed as error:
        sentence = str(error)
        raise RunError(f"{sentence[:1].upper()}{sentence[1:]}.") from None


def last_curriculum(folder: Path) -> Any:
    """The curriculum of a run's last checkpoint. Raises `SettingsError`."""
    checkpoint = checkpoints.newest(folder)
    if checkpoint is None:
        raise SettingsError(f"--curriculum-from: {folder} has no checkpoint.")
    return checkpoints.load_state(checkpoint).curriculum
