"""Checkpoints: whole or absent, checked before use, and enough to go on exactly."""

import json
import resource
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch

from rlve.training import checkpoints, distributed, models
from rlve.training.batching import Sample
from rlve.training.checkpoints import State, folder_of, load_state, newest, save, whole
from rlve.training.config import TrainSettings
from rlve.training.errors import RunError, SettingsError
from rlve.training.in_flight import InFlight
from rlve.training.policy import Policy


def state(step: int) -> State:
    return State(step, 1, {"integer_sorting": {"upper": 2}}, 0.5, 0.75, 1)


def make_policy(model: str, stage: int = 0) -> Policy:
    distributed.start()
    models.quiet()
    return Policy(TrainSettings(model=model, dtype="float32", zero_stage=stage, learning_rate=1e-2), model)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def policy(model: str) -> Policy:
    return make_policy(model)


@pytest.fixture
def write(policy: Policy, model: str, tmp_path: Path) -> Callable[..., Path]:
    tokenizer = models.load_tokenizer(model)

    def written(step: int, keep: int = 3, is_best: bool = False) -> Path:
        return save(tmp_path, state(step), InFlight(), policy, tokenizer, keep=keep, is_best=is_best)

    return written


def test_a_checkpoint_is_read_back(write: Callable[..., Path], tmp_path: Path) -> None:
    folder = write(2)
    assert folder == folder_of(tmp_path, 2) == newest(tmp_path)
    assert load_state(folder) == state(2)
    assert sorted(path.name for path in folder.iterdir()) == ["in_flight.npz", "policy", "state.json", "trainer"]
    assert [path.name for path in (tmp_path / "checkpoints").iterdir()] == [folder.name]


class Killed(BaseException):
    """Nothing catches it, so nothing is tidied: the disk stays as after a kill."""


PHASES: list[tuple[Any, str]] = [
    (Policy, "save"),
    (Policy, "save_optimizer"),
    (checkpoints, "write_state"),
    (Path, "rename"),
    (checkpoints, "flush_folder"),
    (checkpoints, "prune"),
]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_leaves_a_whole_checkpoint(
    phase: tuple[Any, str], when: str, write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(1)
    owner, name = phase
    original = getattr(owner, name)

    def killed(*arguments: Any, **options: Any) -> None:
        if when == "after":
            original(*arguments, **options)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, killed)
        with pytest.raises(Killed):
            write(2)
    last = newest(tmp_path)
    assert last is not None
    assert load_state(last).step in (1, 2)
    renamed = (name, when) == ("rename", "after") or name in ("flush_folder", "prune")
    assert load_state(last).step == (2 if renamed else 1)
    assert load_state(write(2)).step == 2  # what was left lying around does no harm


def test_a_full_disk_is_one_sentence_and_leaves_the_last_one(write: Callable[..., Path], tmp_path: Path) -> None:
    write(1)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))  # writing further fails, as on a full disk
    try:
        with pytest.raises(RunError, match=r"step-000002 could not be written \(.+\); the last whole one is .*000001"):
            write(2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert [path.name for path in (tmp_path / "checkpoints").iterdir()] == ["step-000001"]
    assert load_state(folder_of(tmp_path, 1)).step == 1


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("name", "spoil", "sentence"),
    [
        ("policy/model.safetensors", cut, "policy/model.safetensors was changed or cut"),
        ("policy/model.safetensors", flip, "policy/model.safetensors was changed or cut"),
        ("trainer/mp_rank_00_model_states.pt", Path.unlink, "trainer/mp_rank_00_model_states.pt is missing"),
        ("state.json", cut, "its state.json cannot be read"),
    ],
)
def test_a_broken_file_is_named(
    name: str, spoil: Callable[[Path], None], sentence: str, write: Callable[..., Path]
) -> None:
    write(1)
    folder = write(2)
    spoil(folder / name)
    with pytest.raises(RunError, match=r"^[^\n]*$") as caught:
        load_state(folder)
    assert sentence in str(caught.value)
    assert "delete it to resume from step-000001" in str(caught.value)


def test_old_ones_go_but_never_the_best(write: Callable[..., Path], tmp_path: Path) -> None:
    for step in range(1, 7):
        write(step, keep=2, is_best=step in (1, 3))
    assert [folder.name for folder in whole(tmp_path)] == ["step-000003", "step-000005", "step-000006"]
    assert (tmp_path / "checkpoints" / "best").resolve() == folder_of(tmp_path, 3)
    assert load_state(tmp_path / "checkpoints" / "best").step == 3


def test_another_number_of_processes_is_refused(write: Callable[..., Path]) -> None:
    values = json.loads((write(1) / "state.json").read_text())
    del values["files"]
    with pytest.raises(SettingsError, match=r"written by 4 processes and this run has 1: .* or add --fresh-optimizer"):
        checkpoints.check_processes(State(**(values | {"processes": 4})))


@pytest.mark.parametrize("stage", [0, 1, 2, 3])
def test_the_optimizer_goes_on_exactly(stage: int, model: str, tmp_path: Path) -> None:
    def learn(policy: Policy, step: int) -> None:
        random = numpy.random.default_rng(step)
        samples = [
            Sample([5, 6], random.integers(2, 99, 6).astype(numpy.int32), numpy.full(6, -5, numpy.float32), gain)
            for gain in (1.0, -1.0)
        ]
        policy.update([samples], step)

    def weights(policy: Policy) -> dict[str, torch.Tensor]:
        return {name: weight.clone() for name, weight in policy.weights()}

    first = make_policy(model, stage)
    for step in (1, 2):
        learn(first, step)
    first.save_optimizer(tmp_path / "trainer")
    second = make_policy(model, stage)
    second.load_optimizer(tmp_path / "trainer")
    fresh = make_policy(model, stage)
    if stage == 0:  # the same weights without the optimizer's state are not enough
        fresh.engine.module.load_state_dict(first.engine.module.state_dict())
    for policy in (first, second, fresh):
        learn(policy, 3)
    expected, found = weights(first), weights(second)
    assert all(torch.equal(found[name], weight) for name, weight in expected.items())
    assert any(not torch.equal(weights(fresh)[name], weight) for name, weight in expected.items())
