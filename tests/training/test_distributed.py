"""The same gradient whatever the number of processes, the micro-batches, or the ZeRO stage."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch
from numpy.typing import NDArray

from rlve.training import distributed, models
from rlve.training import policy as policy_module
from rlve.training.batching import Sample
from rlve.training.config import TrainSettings
from rlve.training.grpo import Totals
from rlve.training.policy import Policy
from rlve.training.samplers import Decoding, Request
from rlve.training.samplers.transformers import TransformersSampler
from tests.conftest import clean_environment
from tests.training.conftest import run_ranks

STAGES = (0, 2, 3)
BOTH = ("off", "on")
Gradients = dict[int, NDArray[numpy.float32]]


def settings(model: str, **values: Any) -> TrainSettings:
    chosen = {"model": model, "dtype": "float32", "learning_rate": 1.0, "weight_decay": 0.0, "max_grad_norm": 0.0}
    return TrainSettings(**(chosen | values))


def groups(seed: int = 0) -> list[list[Sample]]:
    """Eight groups of four responses of very different lengths."""
    random = numpy.random.default_rng(seed)
    found = []
    for _ in range(8):
        prompt = random.integers(2, 250, random.integers(1, 30)).tolist()
        group = []
        for _ in range(4):
            response = random.integers(0, 250, random.integers(1, 40)).astype(numpy.int32)
            logprobs = random.normal(-5.5, 0.3, len(response)).astype(numpy.float32)
            group.append(Sample(prompt, response, logprobs, float(random.normal())))
        found.append(group)
    return found


def gradients(model: str, budget: int, fault: str = "", share_prompts: str = "off") -> Gradients:
    """By ZeRO stage: how far one step of plain descent at rate 1 moves the weights, which is the gradient."""
    torch.optim.AdamW = lambda groups, **_: torch.optim.SGD(groups, lr=1.0)  # type: ignore[assignment,misc]
    models.quiet()
    original = policy_module.grpo_loss

    def faulty(*tensors: Any, totals: Totals, **others: Any) -> Any:
        mask = tensors[4]
        if fault == "local denominators":
            totals = Totals(int(mask.any(dim=1).sum()), int(mask.sum()))
        loss = original(*tensors, totals=totals, **others)
        if fault == "no world size":
            return type(loss)(loss.value / distributed.size(), loss.sums)
        return loss

    policy_module.grpo_loss = faulty
    found = {}
    for stage in STAGES:
        clip = 1.0 if fault == "clip" else 0.0
        chosen = settings(model, zero_stage=stage, tokens_per_microbatch=budget, max_grad_norm=clip)
        chosen = chosen.replace(share_prompts=share_prompts)
        policy = Policy(chosen, model)
        before = {name: weight.clone() for name, weight in policy.weights()}
        # Uneven shares: all but two of the groups go to the first rank.
        everything = groups()
        cut = 8 if distributed.size() == 1 else 6
        shares = [[sample for group in part for sample in group] for part in (everything[:cut], everything[cut:])]
        policy.update(shares[: distributed.size()], 1)
        moved = [(before[name] - weight).flatten() for name, weight in policy.weights()]
        found[stage] = torch.cat(moved).numpy()
    policy_module.grpo_loss = original
    return found


def agree(first: NDArray[numpy.float32], second: NDArray[numpy.float32]) -> bool:
    return bool(numpy.abs(first - second).max() < 1e-5 * numpy.abs(first).max())


FAULTS = ("local denominators", "no world size", "clip")


def large_and_small(model: str) -> list[Gradients]:
    return [gradients(model, budget, share_prompts=shared) for shared in BOTH for budget in (100_000, 100)]


def right_and_faulty(model: str) -> list[Gradients]:
    return [gradients(model, 100, fault) for fault in ("", *FAULTS)] + [gradients(model, 100, share_prompts="on")]


@pytest.fixture(scope="module")
def alone(model: str) -> list[Gradients]:
    """Of one process, with large and with small micro-batches."""
    (found,) = run_ranks(large_and_small, model, ranks=1)
    return found


@pytest.fixture(scope="module")
def together(model: str) -> list[list[Gradients]]:
    """Of two processes with uneven shares: right, and with each of the faults."""
    return run_ranks(right_and_faulty, model)


def test_stages_and_microbatches_change_nothing(alone: list[Gradients]) -> None:
    for found in alone:
        for stage in STAGES:
            assert agree(alone[0][0], found[stage])


def test_two_uneven_processes_change_nothing(alone: list[Gradients], together: list[list[Gradients]]) -> None:
    for found in together:
        for stage in STAGES:
            assert agree(alone[0][0], found[0][stage]), stage
            assert agree(alone[0][0], found[-1][stage]), stage  # prompts computed once


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_seen(fault: str, alone: list[Gradients], together: list[list[Gradients]]) -> None:
    found = together[0][1 + FAULTS.index(fault)]
    assert not any(agree(alone[0][0], found[stage]) for stage in STAGES)


def hand_over(model: str, stage: int, folder: str) -> list[float]:
    """Largest gaps between policy and sampler around two updates on different data, and the final parameters' sum."""
    models.quiet()
    chosen = settings(model, zero_stage=stage, learning_rate=1e-2, prompts_per_step=2)
    engine, policy = TransformersSampler(chosen, model), Policy(chosen, model)
    gaps: list[float] = []
    for step in (1, 2):
        seed = 10 * step + distributed.rank()
        found = dict(engine.sample([Request([10, 11, 12], 4, 10)], Decoding(1.0, seed)))
        own = [Sample([10, 11, 12], r.tokens, r.logprobs, (-1.0) ** place) for place, r in enumerate(found[0])]
        update = policy.update(distributed.gather(own), step)
        assert update is not None
        gaps.append(update.gap[2])
        engine.load(policy.weights())
    for _, weight in policy.weights():
        assert weight.numel() > 0
    policy.save(Path(folder) / str(stage), models.load_tokenizer(model))
    distributed.gather(None)
    saved = models.load_lm(str(Path(folder) / str(stage)), torch.float32, "auto")
    for name, weight in policy.weights():
        assert torch.equal(weight, saved.get_parameter(name)), name
    return [*gaps, float(sum(weight.double().abs().sum() for _, weight in policy.weights()))]


def bfloat16(model: str) -> list[float]:
    models.quiet()
    found = []
    for stage in (1, 2, 3):
        policy = Policy(settings(model, zero_stage=stage, dtype="bfloat16", tokens_per_microbatch=100), model)
        everything = [sample for group in groups() for sample in group]
        update = policy.update([everything[:20], everything[20:]], 1)
        assert update is not None
        found.append(update.grad_norm)
    return found


def broken_on_one_rank(model: str) -> list[tuple[int, bool, int]]:
    """By ZeRO stage: steps dropped where the second rank's logits are not numbers, whether the weights then stayed, and
    steps dropped after it."""
    models.quiet()
    found = []
    for stage in STAGES:
        policy = Policy(settings(model, zero_stage=stage, learning_rate=1e-2, tokens_per_microbatch=100), model)
        everything = [sample for group in groups() for sample in group]
        shares = [everything[:20], everything[20:]]
        before = {name: weight.clone() for name, weight in policy.weights()}
        head = policy.lm.get_output_embeddings()
        hook = head.register_forward_hook(lambda *parts: parts[-1] * (float("nan") if distributed.rank() else 1.0))
        broken = policy.update(shares, 1)
        hook.remove()
        stayed = all(torch.equal(weight, before[name]) for name, weight in policy.weights())
        whole = policy.update(shares, 2)
        assert broken is not None
        assert whole is not None
        found.append((broken.dropped, stayed, whole.dropped))
    return found


def adapters(model: str) -> list[float]:
    """Largest gaps around three updates of adapters whose weights are split over ranks."""
    models.quiet()
    chosen = settings(model, zero_stage=3, lora_rank=4, learning_rate=5e-2)
    engine, policy = TransformersSampler(chosen, model), Policy(chosen, model)
    gaps = []
    for step in (1, 2, 3):
        engine.load(policy.weights())
        found = dict(engine.sample([Request([10, 11, 12], 4, 10)], Decoding(1.0, 10 * step + distributed.rank())))
        own = [Sample([10, 11, 12], r.tokens, r.logprobs, (-1.0) ** place) for place, r in enumerate(found[0])]
        update = policy.update(distributed.gather(own), step)
        assert update is not None
        gaps.append(update.gap[2])
    merged = {name: weight.clone() for name, weight in policy.merged()}
    assert all(weight.numel() > 0 for weight in merged.values())
    return gaps


Found = tuple[list[list[float]], list[float], list[tuple[int, bool, int]], list[float]]


def three_stages(model: str, folder: str) -> Found:
    whole = [hand_over(model, stage, folder) for stage in (1, 2, 3)]
    return whole, bfloat16(model), broken_on_one_rank(model), adapters(model)


@pytest.fixture(scope="module")
def two_ranks(model: str, tmp_path_factory: pytest.TempPathFactory) -> list[Found]:
    return run_ranks(three_stages, model, str(tmp_path_factory.mktemp("stages")))


def test_weights_are_handed_over_whole_from_every_stage(two_ranks: list[Found]) -> None:
    first, second = (found for found, *_ in two_ranks)
    assert first == second  # both ranks end with the same parameters, though they learned from different data
    for first_gap, second_gap, _ in first:
        assert first_gap < 2e-4
        assert second_gap < 2e-4


def test_bfloat16_gradients_hardly_depend_on_the_stage(two_ranks: list[Found]) -> None:
    first, second = (norms for _, norms, *_ in two_ranks)
    assert first == second
    assert max(first) / min(first) < 1.02


def test_a_gradient_that_is_not_finite_on_one_rank_stops_the_step_on_all(two_ranks: list[Found]) -> None:
    for _, _, found, _ in two_ranks:
        assert found == [(1, True, 0)] * len(STAGES)


def test_adapters_are_handed_over_whole_from_two_ranks(two_ranks: list[Found]) -> None:
    (*_, first), (*_, second) = two_ranks
    assert first == second
    assert max(first) < 2e-4


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, 1),
        ({"LOCAL_WORLD_SIZE": "4", "SLURM_STEP_TASKS_PER_NODE": "8"}, 4),
        ({"SLURM_STEP_TASKS_PER_NODE": "8(x4)", "SLURM_NTASKS_PER_NODE": "3"}, 8),
        ({"SLURM_STEP_TASKS_PER_NODE": "6,2(x3)"}, 6),
        ({"SLURM_NTASKS_PER_NODE": "3"}, 3),
    ],
)
def test_processes_on_this_node(variables: dict[str, str], expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOCAL_WORLD_SIZE", "SLURM_STEP_TASKS_PER_NODE", "SLURM_NTASKS_PER_NODE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert distributed.local_size() == expected


def test_a_group_of_one_that_has_ended_is_announced_no_more() -> None:
    """Else a command that a notebook starts after it has trained would wait for the others of that group."""
    ours = "sorted({'RANK', 'LOCAL_RANK', 'WORLD_SIZE', 'MASTER_ADDR', 'MASTER_PORT'} & set(os.environ))"
    script = (
        "import os; from rlve.training import distributed; distributed.start(); distributed.finish(); "
        f"print({ours}); distributed.start(); print(distributed.size()); distributed.finish(); print({ours})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=clean_environment()
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["[]", "1", "[]"]


def test_slurm_node_lists() -> None:
    assert distributed.first_node("gpu[03-05,9],x1") == "gpu03"
    assert distributed.first_node("node7,node8") == "node7"
    assert distributed.first_node("a1,b[2-3]") == "a1"
    assert distributed.first_node("solo") == "solo"
