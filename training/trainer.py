"""The training loop: reinforcement learning on problems whose difficulty follows the policy."""

from collections.abc import Callable, Iterator
from pathlib import Path

import torch

from rlve.training import checkpoints, distributed, heldout, metrics
from rlve.training.assembly import Run, assembled
from rlve.training.batching import Sample, share_groups
from rlve.training.clock import Clock
from rlve.training.config import TrainSettings
from rlve.training.curriculum import digest
from rlve.training.errors import RunError
from rlve.training.grpo import advantages
from rlve.training.policy import Update
from rlve.training.problems import torch_seed
from rlve.training.rollouts import Batch, collect, first_problems
from rlve.training.stopping import Stop


def train(
    folder: Path,
    settings: TrainSettings,
    stop: Stop,
    clock: Clock,
    *,
    resume: bool = False,
    fresh_optimizer: bool = False,
    trust_checkpoint: bool = False,
    begins: Callable[[], None] = lambda: None,
) -> None:
    """Train until the last step, the time limit, or a request to stop; then save. To be called in every process.

    `begins` is called in each of them once everything is loaded in all, before the first step. Raises `SettingsError`
    and `RunError`, each with one sentence for the user.
    """
    with assembled(
        folder,
        settings,
        stop,
        clock,
        resume=resume,
        fresh_optimizer=fresh_optimizer,
        trust_checkpoint=trust_checkpoint,
    ) as run:
        hand_over(run)
        clock.reading()
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
            news = metrics.of_batch(batch, run.curriculum, run.maker.too_long)
            news |= metrics.of_in_flight(run.in_flight, batch, run.step) | metrics.of_update(update)
            is_best = False
            if settings.eval_every and run.step % settings.eval_every == 0:
                exam = examine(run)
                is_best = remember_best(run, exam)
                news |= exam
            report(run, news, metrics.of_time(run.clock.reading(), batch, update), batch)
            check_progress(run, batch)
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
            in_flight=run.in_flight,
            clock=run.clock,
            begun=run.begun,
        )
    run.begun = None
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
        run.begun = run.maker.make(first_problems(run.step + 1, run.settings, run.curriculum, run.in_flight))


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
    older = batch.older.get(group.prompt.slot) or [0] * len(group.rollouts)
    for rollout, advantage, count in zip(group.rollouts, advantages(group.rewards), older):
        response = rollout.response
        counts = response.finished or not settings.mask_truncated
        yield Sample(group.prompt.tokens, response.tokens, response.logprobs, advantage, counts, count)


def hand_over(run: Run) -> None:
    """Give the sampler the policy's weights."""
    with run.clock.phase("handover"):
        run.sampler.wake()
        run.sampler.load(run.policy.weights())


def check_agreement(run: Run, update: Update | None) -> None:
    """Stop a run that learns the wrong thing, or nothing: before anything is saved."""
    for warning in run.watch.look(update, run.settings.max_logprob_gap):
        note(run, warning)


def check_progress(run: Run, batch: Batch) -> None:
    """Stop a run that has found nothing to learn from for many steps. Raises `RunError`.

    A step whose prompts are all still unfinished says nothing yet.
    """
    if batch.groups:
        run.empty_steps = 0
    elif batch.summaries or not run.in_flight.prompts:
        run.empty_steps += 1
    limit = run.settings.max_empty_steps
    if limit and run.empty_steps >= limit:
        responses = sum(len(item.rewards) for item in batch.summaries)
        solved = sum(item.correct for item in batch.summaries)
        what = f"{solved} of {responses} responses are correct" if responses else "no problem could be made and judged"
        raise RunError(
            f"Nothing was learned in {run.empty_steps} steps in a row: no group's responses earned different rewards "
            f"(in the last step {what}). Choose other --envs or difficulties, or raise --max-empty-steps."
        )


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
        hours=run.hours,
        best_accuracy=run.best_accuracy,
        wide_gaps=run.watch.wide_gaps,
        empty_steps=run.empty_steps,
        dropped=run.watch.dropped,
    )
    with run.clock.phase("saving"):
        target = checkpoints.save(
            run.folder,
            state,
            run.in_flight,
            run.policy,
            run.tokenizer,
            keep=run.settings.keep,
            is_best=is_best,
        )
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
