"""What an evaluation is asked to do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from rlve.evaluation import heldout, suite
from rlve.evaluation.benchmarks import BENCHMARKS
from rlve.evaluation.errors import WrongSettings

Say = Callable[[str], None]
EngineName = Literal["auto", "vllm", "transformers", "api"]
HELDOUT, SUITE = "heldout", "rlve-suite"
ENVIRONMENTS = {HELDOUT: "Held-out environments", SUITE: f"RLVE suite v{suite.VERSION}"}
MEANING = (
    "model",
    "samples",
    "temperature",
    "top_p",
    "max_response_tokens",
    "seed",
    "chat_template",
    "engine",
    "api",
    "dtype",
)


@dataclass(frozen=True)
class EvaluationSettings:
    """Settings of one evaluation. Fields that change what the numbers mean are compared when a run is resumed.

    `named`: whether the user chose these benchmarks. Where not, what cannot be judged on this machine is left out, and
    held-out environments stand in where nothing is left.
    """

    model: str
    output: str
    benchmarks: tuple[str, ...] = tuple(BENCHMARKS)
    data: str | None = None
    samples: int | None = None
    limit: int | None = None
    temperature: float = 0.6
    top_p: float = 0.95
    max_response_tokens: int = 32_768
    seed: int = 0
    chat_template: bool = True
    allow_code_execution: bool = False
    engine: EngineName = "auto"
    api: str | None = None
    tensor_parallel: int = 1
    data_parallel: int = 1
    gpu_memory_utilization: float = 0.9
    batch_size: int = 16
    dtype: str = "auto"
    revisions: tuple[str, ...] = ()
    heldout_environments: str = heldout.SPLIT
    heldout_difficulties: str = heldout.DIFFICULTIES
    heldout_problems: int = heldout.PROBLEMS_PER_ENVIRONMENT
    suite_environments: str = "all"
    suite_problems: int = suite.PROBLEMS_PER_SETTING
    allow_weak_isolation: bool = False
    named: bool = True

    def __post_init__(self) -> None:
        unknown = [name for name in self.benchmarks if name not in BENCHMARKS and name not in ENVIRONMENTS]
        if unknown or not self.benchmarks:
            known = ", ".join([*BENCHMARKS, *ENVIRONMENTS])
            raise WrongSettings(f"there is no benchmark {', '.join(unknown) or '(none given)'}: choose from {known}")
        for name in ("samples", "limit", "max_response_tokens", "tensor_parallel", "data_parallel", "batch_size",
                     "heldout_problems", "suite_problems"):  # fmt: skip
            value = getattr(self, name)
            if value is not None and value < 1:
                raise WrongSettings(f"{name.replace('_', ' ')} must be at least 1, not {value}")
        if self.temperature < 0:
            raise WrongSettings(f"the temperature must not be negative, as {self.temperature} is")
        if not 0 < self.top_p <= 1:
            raise WrongSettings(f"top-p must be above 0 and at most 1, not {self.top_p}")
        for pin in self.revisions:
            if pin.partition("=")[0] not in BENCHMARKS or not pin.partition("=")[2]:
                raise WrongSettings(f"a revision is written BENCHMARK=COMMIT, such as aime24=1a2b3c, not {pin}")
        if (self.engine == "api") != (self.api is not None):
            raise WrongSettings("the engine api and --api URL go together: give both or neither")

    def revision(self, benchmark: str) -> str | None:
        """The commit of its public data set that a benchmark is pinned to; None for the newest."""
        return dict(pin.split("=", 1) for pin in self.revisions).get(benchmark)

    def meaning(self) -> dict[str, Any]:
        """The settings that every response depends on, as JSON values. Problems are told apart by their prompts."""
        return {name: getattr(self, name) for name in MEANING}


def benchmarks_in(text: str) -> tuple[str, ...]:
    """`all`, or names with commas between them."""
    chosen: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        chosen += list(BENCHMARKS) if part == "all" else [part] if part else []
    return tuple(dict.fromkeys(chosen))


def samples_of(name: str, asked: int | None) -> int:
    """Responses a problem."""
    if asked is not None:
        return asked
    if name in BENCHMARKS:
        return BENCHMARKS[name].samples
    return suite.SAMPLES if name == SUITE else heldout.SAMPLES


def title_of(name: str) -> str:
    return BENCHMARKS[name].title if name in BENCHMARKS else ENVIRONMENTS[name]


def metric_of(name: str, samples: int) -> str:
    return BENCHMARKS[name].metric(samples) if name in BENCHMARKS else f"avg@{samples}"
