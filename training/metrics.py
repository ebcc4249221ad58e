"""What a run writes down: numbers of each step, and some of its rollouts.

RUN/metrics.jsonl            one line a step; decided by settings and seed alone, so that an exactly resumed run writes
                             the same bytes
RUN/timings.jsonl            one line a step: seconds by phase, tokens per second
RUN/events/                  both, for TensorBoard
RUN/rollouts/step-000001.jsonl   groups with all their responses; `rlve verify` and `rlve inspect` read them
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any
from uuid import uuid4

from rlve.training import lines
from rlve.training.config import TrainSettings
from rlve.training.curriculum import Curriculum
from rlve.training.errors import RunError, SettingsError
from rlve.training.groups import Group, Summary
from rlve.training.heldout import Accuracy
from rlve.training.in_flight import InFlight
from rlve.training.policy import Update
from rlve.training.rollouts import Batch

Numbers = dict[str, float]


def of_batch(batch: Batch, curriculum: Curriculum, redrawn: int) -> Numbers:
    """Rewards, accuracies, lengths and windows, over all groups that were finished in a step."""
    found: Numbers = {
        "groups/finished": len(batch.summaries),
        "groups/useful": sum(item.useful for item in batch.summaries),
        "groups/trained": len(batch.groups),
        "groups/dropped": batch.dropped,
        "groups/rounds": batch.rounds,
        "sampler/tokens": batch.sampled,
        "prompts/too_long": redrawn,
    }
    if batch.summaries:
        rewards = [reward for item in batch.summaries for reward in item.rewards]
        lengths = [length for item in batch.summaries for length in item.lengths]
        found |= {
            "groups/useful_share": found["groups/useful"] / len(batch.summaries),
            "response/tokens_mean": mean(lengths),
            "response/tokens_max": max(lengths),
            "response/truncated_share": sum(item.truncated for item in batch.summaries) / len(lengths),
            "verify/timeouts": sum(item.timeouts for item in batch.summaries),
            "verify/errors": sum(bool(item.failure) for item in batch.summaries),
        }
        if rewards:  # none if every check failed
            found["reward/mean"] = mean(rewards)
            found["accuracy/mean"] = sum(item.correct for item in batch.summaries) / len(rewards)
    found |= by_environment(batch.summaries)
    windows = curriculum.windows()
    found["curriculum/upper_mean"] = mean([upper for _, upper in windows.values()])
    found |= {f"curriculum/upper/{name}": upper for name, (_, upper) in windows.items()}
    return found


def of_in_flight(in_flight: InFlight, batch: Batch, step: int) -> Numbers:
    """What the step leaves to the next, and how old that was which it learned from itself."""
    found: Numbers = {
        "in_flight/unfinished": len(in_flight.unfinished),
        "in_flight/waiting": len(in_flight.waiting),
        "in_flight/tokens": sum(one.tokens for one in in_flight.prompts),
    }
    for name, ages in (
        ("in_flight/age", [one.age(step) for one in in_flight.prompts]),
        ("groups/age", [step - group.prompt.slot.step for group in batch.groups]),
    ):
        if ages:
            found |= {f"{name}_mean": mean(ages), f"{name}_max": max(ages)}
    return found


def by_environment(summaries: Iterable[Summary]) -> Numbers:
    """Mean reward and accuracy of each environment, and accuracy at each of its difficulties."""
    groups: defaultdict[str, list[Summary]] = defaultdict(list)
    for item in summaries:
        groups[f"{item.environment}"].append(item)
        groups[f"{item.environment}/{item.difficulty}"].append(item)
    found: Numbers = {}
    for name, items in sorted(groups.items()):
        rewards = [reward for item in items for reward in item.rewards]
        if not rewards:
            continue
        found[f"accuracy/{name}"] = sum(item.correct for item in items) / len(rewards)
        found[f"reward/{name}"] = mean(rewards)
    return found


def of_update(update: Update | None) -> Numbers:
    """What the policy's step did; `update/skipped` is 1 if there was nothing to learn from, or if the step was dropped
    because its gradients were not finite. Numbers that are not finite are left out, for JSON has none of them."""
    if update is None:
        return {"update/skipped": 1}
    found: Numbers = {
        "update/skipped": int(update.dropped > 0),
        "update/dropped": update.dropped,
        "update/loss": update.loss,
        "update/grad_norm": update.grad_norm,
        "update/learning_rate": update.learning_rate,
        "update/tokens": update.tokens,
        "update/clipped_low_share": update.clipped_low,
        "update/clipped_high_share": update.clipped_high,
        "update/importance_capped_share": update.capped,
        "policy/entropy": update.entropy,
        "update/older_tokens_share": 1.0 - update.fresh / update.tokens,
        "sampler/unknown_logprobs": update.unknown,
    }
    if update.fresh:
        names = ("sampler/logprob_gap", "sampler/logprob_gap_p999", "sampler/logprob_gap_max")
        found |= dict(zip(names, update.gap))
    if update.kl is not None:
        found["policy/kl_to_start"] = update.kl
    return {name: value for name, value in found.items() if isfinite(value)}


def of_exam(accuracy: Accuracy) -> Numbers:
    return {
        **({} if accuracy.overall is None else {"heldout/accuracy": accuracy.overall}),
        **({"heldout/errors": accuracy.errors} if accuracy.errors else {}),
        **{f"heldout/accuracy/{name}": value for name, value in accuracy.environments.items()},
        **{f"heldout/accuracy/{name}/{level}": value for (name, level), value in accuracy.levels.items()},
    }


def of_time(seconds: Mapping[str, float], batch: Batch, update: Update | None) -> Numbers:
    """Seconds by phase, tokens per second, and on a GPU the most memory that was taken while learning."""
    found = {f"time/{name}": round(value, 4) for name, value in seconds.items()}
    if seconds.get("sampling"):
        found["tokens_per_second/sampling"] = round(batch.sampled / seconds["sampling"], 1)
    if update and seconds.get("update"):
        found["tokens_per_second/update"] = round(update.tokens / seconds["update"], 1)
    if update and update.peak_memory is not None:
        found["memory/update_gib"] = round(update.peak_memory / 2**30, 2)
    return found


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class Recorder:
    """Writes a run's files.

    Made on the main rank only. What was written after `step` by a run that died is taken back.
    """

    def __init__(self, run: Path, settings: TrainSettings, step: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.run = run
        try:
            take_back(run, step)
        except OSError as error:
            raise RunError(f"What was written in {run} cannot be taken back: {error.strerror}.") from error
        self.events = SummaryWriter(str(run / "events"), purge_step=step + 1 if step else None)
        self.wandb = start_wandb(run, settings) if settings.wandb else None

    def write(self, step: int, metrics: Numbers, timings: Numbers) -> None:
        """Raises `RunError` if the disk takes no more."""
        try:
            lines.append(self.run / "metrics.jsonl", {"step": step, **metrics})
            if timings:
                lines.append(self.run / "timings.jsonl", {"step": step, **timings})
            for name, value in {**metrics, **timings}.items():
                self.events.add_scalar(name, value, step)
            self.events.flush()
        except OSError as error:
            raise RunError(f"The metrics could not be written to {self.run}: {error.strerror}.") from error
        if self.wandb is not None:
            self.wandb.log({**metrics, **timings}, step=step)

    def write_rollouts(self, step: int, groups: Sequence[Group]) -> None:
        path = self.run / "rollouts" / f"step-{step:06d}.jsonl"
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(json.dumps(record(group)) + "\n" for group in groups), encoding="utf-8")
        except OSError as error:
            raise RunError(f"Rollouts could not be written to {path}: {error.strerror}.") from error

    def close(self) -> None:
        self.events.close()
        if self.wandb is not None:
            self.wandb.finish()


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a metrics or timings file that can be read."""
    return lines.read(path)[0]


def take_back(run: Path, step: int) -> None:
    """Take back what a run wrote down after a step; files of other names are not its own. Raises `OSError`."""
    for name in ("metrics.jsonl", "timings.jsonl"):
        lines.cut_back(run / name, step)
    for path in (run / "rollouts").glob("step-*.jsonl"):
        found = re.fullmatch(r"step-(\d{6,18})\.jsonl", path.name)
        if found and int(found[1]) > step and path.is_file():
            path.unlink()


def damage(run: Path) -> list[str]:
    """A sentence for each file of a run with lines that cannot be read. Raises `OSError`."""
    found = [lines.read(run / name)[1] for name in ("metrics.jsonl", "timings.jsonl", "about.jsonl")]
    return [sentence for sentence in found if sentence]


def record(group: Group) -> dict[str, Any]:
    """A group in the form of `rlve generate`'s records, with its responses and what they earned."""
    prompt = group.prompt
    return {
        "id": f"{prompt.environment}/{prompt.difficulty}/{prompt.seed}",
        "environment": prompt.environment,
        "difficulty": prompt.difficulty,
        "seed": prompt.seed,
        "prompt": prompt.text,
        "instance": prompt.instance,
        "responses": [rollout.text for rollout in group.rollouts],
        "rewards": [rollout.verdict.reward for rollout in group.rollouts],
        "outcomes": [str(rollout.verdict.outcome) for rollout in group.rollouts],
        "reasons": [rollout.verdict.reason for rollout in group.rollouts],
        "tokens": [len(rollout.response.tokens) for rollout in group.rollouts],
        "finished": [rollout.response.finished for rollout in group.rollouts],
    }


def start_wandb(run: Path, settings: TrainSettings) -> Any:
    """The run at Weights & Biases; after a resume the same one. Raises `SettingsError`."""
    try:
        import wandb
    except ImportError as error:
        raise SettingsError("--wandb needs Weights & Biases: pip install wandb.") from error
    kept = run / "wandb-id"
    try:
        if not kept.exists():
            kept.write_text(uuid4().hex[:8])
        identity = kept.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise SettingsError(f"{kept}, which says what the run is called there, cannot be read: {error}") from error
    try:
        return wandb.init(
            project=settings.wandb,
            name=run.name,
            id=identity,
            dir=str(run),
            config=asdict(settings),
            resume="allow",
        )
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        raise SettingsError(f"Weights & Biases does not start: {reason}") from error
