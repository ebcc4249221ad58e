"""The settings of a training run: one frozen, checked object, documented where each field stands.

The text under a field is its help on the command line. Nothing heavy is imported here: settings are checked, shown and
stored without torch. They are put together from four places, each overriding the one before: the defaults below (the
paper's run), a preset of `training/presets/`, a YAML file of the user's, and flags.
"""

import ast
import dataclasses
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from rlve.training.errors import SettingsError

PRESETS = Path(__file__).parent / "presets"
BUNDLED_MODEL = "bundled"


@dataclass(frozen=True)
class TrainSettings:
    """Everything that decides what a run computes. Raises `SettingsError` if a value, or a pair of values, makes no
    sense."""

    model: str = BUNDLED_MODEL
    """The model to start from: a folder or hub name; `bundled` is the tiny one that comes with rlve."""
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"
    """Number format of the weights; `auto` is bfloat16 on GPUs (with float32 masters) and float32 on CPUs."""
    attention: Literal["auto", "sdpa", "eager", "flash_attention_2"] = "auto"
    """Attention kernel of the policy; `auto` is sdpa."""
    gradient_checkpointing: bool = False
    """Compute activations again in the backward pass instead of keeping them: less memory, about a third more time."""
    lora_rank: int = 0
    """Rank of LoRA adapters on every linear layer; 0 trains all weights."""
    lora_alpha: float = 32.0
    """LoRA's scale: adapters are multiplied by alpha / rank."""

    envs: str = "all"
    """Environments to train on: names, families, globs, splits, `all`, files of your own (`my_env.py`), and `-name` to
    leave out, separated by commas."""
    env_weights: str = ""
    """How often environments are drawn relative to the others, as `sudoku=2,integer_sorting=0.5`; 1 where not given."""
    curriculum: Literal["paper", "static", "teaching"] = "paper"
    """What picks difficulties: `paper` raises each environment's window as it is mastered, `static` stays in a fixed
    range, `teaching` also lowers windows that are too hard and prefers environments whose groups teach."""
    window: int = 4
    """Difficulties in an environment's window: from (upper - window + 1) to upper, not below 0."""
    start_difficulty: int = 0
    """Upper difficulty at the start."""
    start_difficulties: str = ""
    """Upper difficulty at the start for single environments, as `sudoku=2,subset_sum=4`."""
    curriculum_from: str = ""
    """A run folder whose last curriculum is taken as the start."""
    raise_at: float = 0.9
    """Accuracy at the upper difficulty from which it grows by one."""
    lower_at: float = 0.1
    """Accuracy at the upper difficulty below which the `teaching` curriculum lowers it by one."""
    judge_after: int = 8
    """Prompts (each with its group) tried at the upper difficulty before its accuracy is judged."""
    static_range: str = "0-6"
    """The difficulties of the `static` curriculum."""

    prompts_per_step: int = 128
    """Useful groups in a batch: those whose responses did not all earn the same reward."""
    group_size: int = 16
    """Responses to each prompt."""
    max_rounds: int = 4
    """Rounds of sampling in a step until the batch is full; after them the step trains on what there is."""
    oversample: float = 3.0
    """At most so many times the missing prompts are drawn in a round; how many, the recent share of useful groups
    says."""
    keep_leftovers: bool = True
    """Learn from a step's surplus useful groups in the next step, as the paper's runs do, instead of dropping them."""
    temperature: float = 1.0
    """Sampling temperature; it divides the policy's logits too."""
    top_p: float = 1.0
    """Nucleus sampling; must stay 1 while importance sampling is on, or its ratios would be biased."""
    top_k: int = 0
    """Sample among the k likeliest tokens only; must stay 0 (off) while importance sampling is on."""
    max_prompt_tokens: int = 4096
    """Longer prompts are replaced by another draw, and counted."""
    max_response_tokens: int = 24576
    """Longer responses are cut, and counted."""
    partial_rollouts: int = 0
    """Tokens a response may grow in one step, whatever its rounds: an unfinished one goes on in the next step, before
    new ones, by the next policy; 0 is off."""
    prompt_template: str = "auto"
    """`chat` wraps prompts in the model's chat template, `plain` sends them as they are, `reasoning` puts them into a
    conversation as text, for base models, and so does a text file with {{ prompt }} in it; `auto` is chat where there
    is a chat template, else plain."""
    system_prompt: str = ""
    """System message for chat templates. If empty there is none of ours; some templates then put in their own, which
    the run says at its start."""
    thinking: Literal["auto", "on", "off"] = "auto"
    """Passed on as `enable_thinking` to chat templates that know it."""
    answer_style: Literal["tag", "boxed"] = "tag"
    """Where the answer is asked for: between answer tags or inside \\boxed{}."""

    reward: Literal["graded", "binary"] = "graded"
    """What a response earns: `graded` is its verdict's reward, from -1 to 1; `binary` is 1 if it is correct and 0 if it
    is not."""
    loss: Literal["responses", "tokens"] = "responses"
    """Mean over responses of their token means (the paper's runs), or mean over all tokens (DAPO); both over the whole
    batch."""
    clip_low: float = 0.2
    """The policy ratio counts down to 1 - clip-low."""
    clip_high: float = 0.28
    """The policy ratio counts up to 1 + clip-high."""
    importance_cap: float = 2.0
    """Truncated importance sampling between sampler and policy: the cap of its weight; 0 turns it off."""
    mask_truncated: bool = False
    """Leave cut responses out of the loss (and out of what it is divided by)."""
    updates_per_batch: int = 1
    """Optimizer steps on each batch; clipping acts only from the second on."""
    learning_rate: float = 2e-6
    """AdamW's learning rate, constant after the warm-up."""
    warmup_steps: int = 0
    """Steps over which the learning rate grows to its value."""
    beta1: float = 0.9
    """AdamW's first decay."""
    beta2: float = 0.98
    """AdamW's second decay."""
    weight_decay: float = 0.01
    """AdamW's weight decay, on matrices only."""
    max_grad_norm: float = 1.0
    """Gradients are scaled down to this norm; 0 never scales."""

    zero_stage: Literal[0, 1, 2, 3] = 2
    """DeepSpeed ZeRO: what is split over ranks: 0 nothing, 1 optimizer state, 2 also gradients, 3 also weights."""
    offload_optimizer: bool = False
    """Keep the optimizer's state in CPU memory (ZeRO 1 to 3)."""
    tokens_per_microbatch: int = 32768
    """Padded tokens that go through the policy at once; smaller needs less memory."""
    tokens_per_logit_chunk: int = 2048
    """Tokens whose logits (the whole vocabulary) exist at once; smaller needs less memory."""
    share_prompts: Literal["auto", "on", "off"] = "auto"
    """Compute a prompt once for all its responses when learning: faster where prompts are the longer part, not possible
    with gradient checkpointing; `auto` is on where responses cannot be longer than prompts."""
    sampler: Literal["auto", "transformers", "vllm"] = "auto"
    """What writes responses; `auto` is vllm on GPUs where it is installed, otherwise transformers."""
    tensor_parallel: int = 1
    """GPUs that share one vLLM engine."""
    gpu_memory_utilization: float = 0.6
    """Share of a GPU's memory that vLLM may take while it samples."""
    sampler_rows: int = 256
    """Responses that the transformers sampler writes at once."""
    processes: int = 0
    """Processes on this node; 0 is one for each visible GPU, or one."""

    workers: int = 0
    """Processes that make problems and verify answers, on this node; 0 is one for each core."""
    verify_timeout: float = 10.0
    """Seconds after which the check of one answer is ended, with the outcome `timeout`."""
    steps: int = 1000
    """Training steps; a step is one batch."""
    max_hours: float = 0.0
    """Save and stop after so many hours; 0 is no limit."""
    seed: int = 0
    """Decides everything that is drawn."""
    eval_every: int = 20
    """Steps between measurements on fixed held-out problems, the first before training; 0 is never."""
    eval_envs: str = "heldout"
    """Environments of those problems, kept out of training; `train` measures on the trained ones instead."""
    eval_difficulties: str = "0-3"
    """Difficulties of those problems."""
    eval_problems: int = 4
    """Held-out problems for each environment and difficulty."""
    eval_temperature: float = 0.0
    """Temperature of the measurement; 0 takes the likeliest token."""
    eval_top_p: float = 1.0
    """Nucleus sampling of the measurement (the paper's is 0.7, with temperature 1)."""
    save_every: int = 20
    """Steps between checkpoints; 0 saves at the end only."""
    keep: int = 3
    """Checkpoints kept, beside the best one."""
    rollouts_per_step: int = 16
    """Groups written to the run folder each step, for reading; 0 writes none."""
    max_logprob_gap: float = 0.1
    """Stop when sampler and policy disagree by more than this on average, twice in a row: a hand-over is broken
    then."""
    max_empty_steps: int = 20
    """A run ends after so many steps in a row that found nothing to learn from; 0: it goes on."""
    kl_every: int = 0
    """Steps between measurements of the KL divergence to the start (k3); needs a second copy of the model; 0 is
    never."""
    wandb: str = ""
    """Weights & Biases project to log to as well; none if empty."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            object.__setattr__(self, item.name, _converted(item.name, value, item.type))
        for name, (least, most) in BOUNDS.items():
            value = getattr(self, name)
            if not least <= value <= most:
                limit = f"at least {least:g}" if most == INFINITE else f"from {least:g} to {most:g}"
                raise SettingsError(f"{flag(name)} must be {limit}, not {value:g}.")
        if not self.raise_at > 0:
            raise SettingsError("--raise-at must be above 0, or difficulties would rise whatever is answered.")
        for name in ("beta1", "beta2"):
            if not getattr(self, name) < 1:
                raise SettingsError(f"{flag(name)} must be below 1, or AdamW would never look at a gradient.")
        if self.importance_cap and (self.top_p != 1.0 or self.top_k != 0):
            raise SettingsError(
                "Truncated importance sampling needs the whole distribution: "
                "leave --top-p at 1 and --top-k at 0, or turn it off by --importance-cap 0."
            )
        if self.offload_optimizer and self.zero_stage == 0:
            raise SettingsError("--offload-optimizer needs --zero-stage 1, 2 or 3.")
        if self.dtype == "bfloat16" and self.zero_stage == 0:
            raise SettingsError("bfloat16 needs --zero-stage 1 or more, which keeps float32 masters and gradients.")
        if self.share_prompts == "on" and self.gradient_checkpointing:
            raise SettingsError("--share-prompts on cannot be combined with --gradient-checkpointing.")
        if self.curriculum == "teaching" and self.lower_at >= self.raise_at:
            raise SettingsError("--lower-at must be below --raise-at.")
        difficulties(self.static_range, "static_range")
        difficulties(self.eval_difficulties, "eval_difficulties")
        numbers_by_name(self.env_weights, "env_weights")
        numbers_by_name(self.start_difficulties, "start_difficulties")

    def replace(self, **changes: Any) -> "TrainSettings":
        """These settings with some values changed."""
        return dataclasses.replace(self, **changes)


INFINITE = float("inf")
BOUNDS: dict[str, tuple[float, float]] = {
    "lora_rank": (0, INFINITE),
    "window": (1, INFINITE),
    "start_difficulty": (0, INFINITE),
    "raise_at": (0, 1),
    "lower_at": (0, 1),
    "judge_after": (1, INFINITE),
    "prompts_per_step": (1, INFINITE),
    "group_size": (2, INFINITE),
    "max_rounds": (1, INFINITE),
    "oversample": (1, INFINITE),
    "temperature": (1e-3, INFINITE),
    "top_p": (1e-6, 1),
    "top_k": (0, INFINITE),
    "max_prompt_tokens": (1, INFINITE),
    "max_response_tokens": (1, INFINITE),
    "partial_rollouts": (0, INFINITE),
    "clip_low": (0, 1),
    "clip_high": (0, INFINITE),
    "importance_cap": (0, INFINITE),
    "updates_per_batch": (1, INFINITE),
    "learning_rate": (0, INFINITE),
    "warmup_steps": (0, INFINITE),
    "beta1": (0, 1),
    "beta2": (0, 1),
    "weight_decay": (0, INFINITE),
    "max_grad_norm": (0, INFINITE),
    "tokens_per_microbatch": (1, INFINITE),
    "tokens_per_logit_chunk": (1, INFINITE),
    "tensor_parallel": (1, INFINITE),
    "gpu_memory_utilization": (0.05, 0.98),
    "sampler_rows": (1, INFINITE),
    "processes": (0, INFINITE),
    "workers": (0, INFINITE),
    "verify_timeout": (0.01, INFINITE),
    "steps": (0, INFINITE),
    "max_hours": (0, INFINITE),
    "eval_every": (0, INFINITE),
    "eval_problems": (1, INFINITE),
    "eval_temperature": (0, INFINITE),
    "eval_top_p": (1e-6, 1),
    "save_every": (0, INFINITE),
    "keep": (1, INFINITE),
    "rollouts_per_step": (0, INFINITE),
    "max_logprob_gap": (0, INFINITE),
    "max_empty_steps": (0, INFINITE),
    "kl_every": (0, INFINITE),
}


def resolve(preset: str | None, file: Path | None, flags: Mapping[str, Any]) -> tuple[str, TrainSettings]:
    """The preset's name and the settings that result from preset, file and flags (those that are not None).

    Without a preset, any model but the bundled one takes `paper`; the bundled one takes `demo`, which trains on what it
    can learn, or `tiny` where environments are named. Raises `SettingsError`.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    from_file = read_settings(file) if file else {}
    chosen = preset or from_file.pop("preset", None)
    if chosen is None:
        either = from_file | given
        bundled = either.get("model", BUNDLED_MODEL) == BUNDLED_MODEL
        chosen = "paper" if not bundled else "tiny" if "envs" in either else "demo"
    if chosen not in presets():
        raise SettingsError(f"There is no preset {chosen!r}; the presets are {', '.join(presets())}.")
    values = read_settings(PRESETS / f"{chosen}.yaml") | from_file | given
    for name in values:
        if name not in field_help():
            near = get_close_matches(name, field_help(), n=1)
            raise SettingsError(f"There is no setting {name!r}" + (f"; did you mean {near[0]!r}?" if near else "."))
    return chosen, TrainSettings(**values)


# What may change when a run is resumed; everything that is not named here is fixed.
# fmt: off
NEXT_STEP = [
    "steps", "max_hours", "save_every", "keep", "eval_every", "rollouts_per_step", "kl_every", "max_logprob_gap",
    "max_empty_steps", "wandb", "learning_rate", "warmup_steps", "max_grad_norm", "mask_truncated", "max_rounds",
    "oversample",
    "keep_leftovers", "max_prompt_tokens", "max_response_tokens", "partial_rollouts", "gradient_checkpointing",
    "attention", "tokens_per_microbatch", "tokens_per_logit_chunk", "share_prompts", "sampler", "tensor_parallel",
    "gpu_memory_utilization", "sampler_rows", "processes", "workers", "verify_timeout",
]
FRESH_OPTIMIZER = [
    "dtype", "zero_stage", "offload_optimizer", "beta1", "beta2", "weight_decay",
]
# fmt: on


def resume_table() -> list[tuple[str, list[str]]]:
    """What may change when a run is resumed, and when, each with its settings; the last row speaks of all others."""
    return [
        ("On --resume these may change, and act from the next step on:", NEXT_STEP),
        ("With --fresh-optimizer these may change as well:", FRESH_OPTIMIZER),
        ("Everything else is fixed once a run has begun: a flag that would change it is refused.", []),
    ]


def resumed(run: Path, flags: Mapping[str, Any], *, fresh_optimizer: bool = False) -> TrainSettings:
    """The settings a run was begun with, some of them changed by flags.

    Raises `SettingsError` if the run has none, or if a flag changes what is fixed.
    """
    begun = settings_of_run(run)
    settings = begun.replace(**{name: value for name, value in flags.items() if value is not None})
    for name in field_help():
        before, now = getattr(begun, name), getattr(settings, name)
        if before == now or name in NEXT_STEP or (fresh_optimizer and name in FRESH_OPTIMIZER):
            continue
        way = "add --fresh-optimizer to change it" if name in FRESH_OPTIMIZER else "start a new run to change it"
        raise SettingsError(f"{flag(name)} is fixed once a run has begun, at {before!r}: leave it out, or {way}.")
    return settings


def settings_of_run(run: Path) -> TrainSettings:
    """What `settings.yaml` in a run's folder says.

    Raises `SettingsError` if there is none, or one of another version of rlve.
    """
    file = run / "settings.yaml"
    if not file.is_file():
        raise SettingsError(f"{run} holds no run to resume: there is no settings.yaml in it.")
    values = read_settings(file)
    unknown = [name for name in values if name not in field_help()]
    if unknown:
        raise SettingsError(
            f"{file} names settings that this version of rlve does not have: {', '.join(unknown[:5])}; "
            "use the version that wrote it, or delete these lines if they do not matter."
        )
    try:
        return TrainSettings(**values)
    except SettingsError as error:
        raise SettingsError(f"{file}: {error}") from error


def presets() -> list[str]:
    return sorted(path.stem for path in PRESETS.glob("*.yaml"))


def read_settings(file: Path) -> dict[str, Any]:
    """The values of a YAML file by name; dashes in names count as underscores. Raises `SettingsError`."""
    import yaml

    try:
        text = file.read_text(encoding="utf-8")
        root, values = yaml.compose(text, yaml.SafeLoader), yaml.safe_load(text)
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise SettingsError(f"{file} is not valid YAML: {str(error).splitlines()[0]}.") from error
    if values is None:
        return {}
    if not isinstance(values, dict) or root is None:
        raise SettingsError(f"{file} must hold lines of the form 'setting: value'.")
    seen: set[str] = set()
    for key, _ in root.value:  # YAML itself would take the last of two silently
        name = str(key.value).replace("-", "_")
        if name in seen:
            raise SettingsError(f"{file} sets {name} twice: leave one of the lines out.")
        seen.add(name)
    return {str(name).replace("-", "_"): value for name, value in values.items()}


def as_yaml(settings: TrainSettings) -> str:
    """All settings, in the order of their definition, as a file that `read_settings` reads back."""
    import yaml

    return yaml.safe_dump(dataclasses.asdict(settings), sort_keys=False, allow_unicode=True, width=1000)


@cache
def field_help() -> dict[str, str]:
    """The text under each field of `TrainSettings`, on one line."""
    (definition,) = ast.parse(inspect.getsource(TrainSettings)).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for item, following in zip(definition.body, definition.body[1:]):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            assert isinstance(following, ast.Expr)
            text = ast.literal_eval(following.value)
            found[item.target.id] = " ".join(text.split())
    return found


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def difficulties(text: str, name: str) -> list[int]:
    """`3` -> [3], `0-2` -> [0, 1, 2]. Raises `SettingsError`."""
    first, dash, last = text.partition("-")
    try:
        found = list(range(int(first), int(last if dash else first) + 1))
    except ValueError:
        found = []
    if not found:
        raise SettingsError(f"{flag(name)} takes a difficulty or a range such as 0-6, not {text!r}.")
    return found


def numbers_by_name(text: str, name: str) -> dict[str, float]:
    """`a=2,b=0.5` -> {"a": 2.0, "b": 0.5}. Raises `SettingsError`."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number < INFINITE:
            raise SettingsError(f"{flag(name)} takes name=number pairs separated by commas, not {part!r}.")
        found[key.strip()] = number
    return found


def _converted(name: str, value: Any, kind: Any) -> Any:
    """The value as its field's type. YAML reads `2e-6` as text and `1` as a whole number: both are fine for a float."""
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        for choice in choices:
            if str(value) == str(choice) and not (isinstance(value, bool) or (value == "" and choice)):
                return choice
        if isinstance(value, bool):  # YAML reads on and off as true and false
            word = "on" if value else "off"
            if word in choices:
                return word
        listed = ", ".join(str(choice) for choice in choices)
        raise SettingsError(f"{flag(name)} is one of {listed}, not {value!r}.")
    try:
        if kind is float and not isinstance(value, bool):
            number = float(value)
            if not isfinite(number):
                raise ValueError("not a number")
            return number
        if kind is int and not isinstance(value, bool):
            if isinstance(value, float) and not value.is_integer():
                raise ValueError("not whole")
            return int(value)
        if kind is str and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return str(value)
        if kind is bool and isinstance(value, bool):
            return value
    except (TypeError, ValueError):
        pass
    wanted = {float: "a number", int: "a whole number", str: "a text", bool: "true or false"}[kind]
    raise SettingsError(f"{flag(name)} must be {wanted}, not {value!r}.")
