"""How a run is put together: everything that takes part in it, at its beginning or where it ended."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

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
from rlve.training.clock import Clock
from rlve.training.config import BUNDLED_MODEL, TrainSettings
from rlve.training.curriculum import Curriculum
from rlve.training.errors import RunError, SettingsError
from rlve.training.in_flight import InFlight
from rlve.training.policy import Policy
from rlve.training.problems import Prompt, PromptMaker, Slot, Wanted, broken, problem_seed, torch_seed
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
    in_flight: InFlight
    begun: Iterator[Prompt] | None = None  # the next step's first problems, which are being made
    step: int = 0
    empty_steps: int = 0  # in a row
    best_accuracy: float | None = None
    watch: Watch = field(default_factory=Watch)
    hours_before: float = 0.0
    started: float = field(default_factory=monotonic)
    saved_at: int = -1

    @property
    def hours(self) -> float:
        return self.hours_before + (monotonic() - self.started) / 3600


@dataclass(frozen=True)
class Beginning:
    """Where a run begins: with the model of its settings, or at a checkpoint.

    Weights come from `source`, and with `adapters` from there as well. Without a `checkpoint` that fits, the optimizer
    begins anew.
    """

    model: str
    source: str
    adapters: Path | None = None
    state: checkpoints.State | None = None
    in_flight: InFlight = field(default_factory=InFlight)
    optimizer: Path | None = None


def beginning(folder: Path, settings: TrainSettings, *, resume: bool, fresh_optimizer: bool) -> Beginning:
    """Raises `SettingsError` and `RunError` if the checkpoint cannot be used."""
    model = checks.location(settings.model)
    checkpoint = checkpoints.newest(folder) if resume else None
    if checkpoint is None:
        return Beginning(model, model)
    state, in_flight = checkpoints.load_state(checkpoint), checkpoints.load_in_flight(checkpoint)
    if not fresh_optimizer:
        checkpoints.check_processes(state)
        return Beginning(model, model, None, state, in_flight, checkpoint / "trainer")
    if settings.lora_rank and (checkpoint / "policy" / "adapters").is_dir():
        # They go on as they are: merged into the model, much of them may have been rounded away.
        return Beginning(model, model, checkpoint / "policy" / "adapters", state, in_flight)
    return Beginning(model, str(checkpoint / "policy"), None, state, in_flight)


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


def start_curriculum(settings: TrainSettings, start: Beginning, pool: Pool) -> Curriculum:
    """The curriculum where the run begins, of environments that make problems."""
    names = list(start.state.curriculum) if start.state else curriculum.trained_environments(settings)
    chosen = curriculum.choose(settings, names)
    names = working(settings, chosen, pool, resumed=start.state is not None)
    chosen = curriculum.choose(settings, names)
    if start.state:
        chosen.restore(start.state.curriculum)
    elif settings.curriculum_from:
        chosen.restore(last_curriculum(Path(settings.curriculum_from)))
    return chosen


def working(settings: TrainSettings, chosen: Curriculum, pool: Pool, *, resumed: bool) -> list[str]:
    """The environments of a curriculum of which a problem can be made at their easiest difficulty.

    Of a selection such as `all` the others are left out, with a warning. Raises `RunError` if one was asked for by its
    name, belongs to a run that goes on, or if none is left.
    """
    wanted = []
    for number, (name, (easiest, _)) in enumerate(chosen.windows().items()):
        slot = Slot(-2, 0, number)
        wanted.append(Wanted(slot, name, easiest, problem_seed(settings.seed, slot, 0)))
    own = wanted[distributed.rank() :: distributed.size()]
    parts = distributed.gather(broken(own, pool, settings.answer_style, settings.seed))
    failures = {name: failure for part in parts for name, failure in part.items()}
    left = [item.environment for item in wanted if item.environment not in failures]
    if not failures:
        return left
    told = "; ".join(f"{name} ({failure})" for name, failure in sorted(failures.items()))
    asked = {part.strip() for part in settings.envs.split(",")}
    if resumed or not left or asked & set(failures):
        raise RunError(f"No problem can be made of these environments, which the run needs: {told}.")
    if distributed.is_main():
        display.Lines().note(f"Warning: left out, for no problem can be made of them: {told}.")
    return left


@contextmanager
def assembled(
    folder: Path,
    settings: TrainSettings,
    stop: Stop,
    clock: Clock,
    *,
    resume: bool,
    fresh_optimizer: bool,
    trust_checkpoint: bool,
) -> Iterator[Run]:
    """Everything that takes part in a run, at its beginning or where it ended.

    The order is that of the engines: the sampler must be there, and asleep, before the policy takes its memory.
    """
    distributed.start()
    models.quiet()
    checks.check_processes(settings, distributed.size())
    start = beginning(folder, settings, resume=resume, fresh_optimizer=fresh_optimizer)
    with ExitStack() as stack:
        pool = stack.enter_context(workers(settings))
        chosen = start_curriculum(settings, start, pool)
        announce(settings)
        tokenizer = models.load_tokenizer(start.model)
        sampler, policy = start_engines(settings, start, tokenizer, stack, trusted=trust_checkpoint)
        template = templates.template(settings, tokenizer)
        maker = PromptMaker(pool, template, settings.answer_style, settings.seed, settings.max_prompt_tokens)
        exam = heldout.problems(settings, list(chosen.windows()), maker)
        distributed.gather(None)  # nothing is written before all have loaded what they need
        recorder, screen = start_records(folder, settings, start, stack)
        run = Run(
            folder=folder,
            settings=settings,
            curriculum=chosen,
            maker=maker,
            sampler=sampler,
            policy=policy,
            pool=pool,
            tokenizer=tokenizer,
            exam=exam,
            recorder=recorder,
            screen=screen,
            clock=clock,
            stop=stop,
            in_flight=start.in_flight,
        )
        if start.state:
            go_on(run, start.state)
        yield run


def announce(settings: TrainSettings) -> None:
    if distributed.is_main():
        display.Lines().note(f"Loading {'the bundled model' if settings.model == BUNDLED_MODEL else settings.model}.")


def start_engines(
    settings: TrainSettings, start: Beginning, tokenizer: Any, stack: ExitStack, *, trusted: bool
) -> tuple[Sampler, Policy]:
    """The sampler, asleep, and the policy with its optimizer, whose files are `trusted` or not."""
    used = templates.description(settings, start.source, tokenizer)
    if distributed.is_main():
        display.Lines().note(used)
    sampler = samplers.choose(settings, start.source, torch_seed(settings.seed, "engine"))
    stack.callback(sampler.close)
    sampler.sleep()
    policy = Policy(settings, start.source, start=start.model, adapters=start.adapters)
    policy.source.try_out(tokenizer)
    checks.check_lengths(settings, models.context_length(policy.lm))
    if start.optimizer:
        policy.load_optimizer(start.optimizer, trusted=trusted)
    return sampler, policy


def start_records(
    folder: Path, settings: TrainSettings, start: Beginning, stack: ExitStack
) -> tuple[metrics.Recorder | None, Any]:
    """What the main rank writes down and shows; the others do neither."""
    if not distributed.is_main():
        return None, display.Lines()
    recorder = metrics.Recorder(folder, settings, start.state.step if start.state else -1)
    stack.callback(recorder.close)
    screen = display.choose()
    stack.callback(screen.close)
    for sentence in metrics.damage(folder):
        screen.note(f"Warning: {sentence}.")
    return recorder, screen


def go_on(run: Run, state: checkpoints.State) -> None:
    """Be as far as a checkpoint is."""
    run.step = run.saved_at = state.step
    run.best_accuracy, run.hours_before = state.best_accuracy, state.hours
    run.watch.wide_gaps, run.watch.dropped = state.wide_gaps, state.dropped
    run.empty_steps = state.empty_steps


def last_curriculum(folder: Path) -> Any:
    """The curriculum of a run's last checkpoint. Raises `SettingsError`."""
    checkpoint = checkpoints.newest(folder)
    if checkpoint is None:
        raise SettingsError(f"--curriculum-from: {folder} has no checkpoint.")
    return checkpoints.load_state(checkpoint).curriculum
