"""Checkpoints: whole or absent, checked before use, and enough to go on exactly."""

import io
import json
import pickle
import resource
import shutil
import signal
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
import torch

from rlve.training import checkpoints, distributed, models, sums
from rlve.training.batching import Sample
from rlve.training.checkpoints import State, best, folder_of, last_step, load, load_state, newest, save, whole
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
        load(folder)
    assert sentence in str(caught.value)
    assert "; delete step-000002 to resume from step-000001." in str(caught.value)


def test_an_older_checkpoint_is_offered_only_if_it_is_whole(write: Callable[..., Path]) -> None:
    for step in (1, 2, 3):
        folder = write(step)
    flip(folder / "in_flight.npz")
    flip(folder.parent / "step-000002" / "state.json")
    with pytest.raises(
        RunError, match=r"in_flight\.npz .*; delete step-000003 and step-000002 to resume from step-000001\.$"
    ):
        load(folder)
    cut(folder.parent / "step-000001" / "policy" / "config.json")
    with pytest.raises(RunError, match=r"; there is no whole one before it, so start a new run\.$"):
        load(folder)


@pytest.mark.parametrize("name", ["state.json", "in_flight.npz"])
def test_no_bit_changes_unnoticed(name: str, write: Callable[..., Path]) -> None:
    folder = write(2)
    content = (folder / name).read_bytes()
    bits = Random(0).sample(range(8 * len(content)), 400)
    for bit in [*bits, 8 * len(content) - 1, 0]:
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        (folder / name).write_bytes(changed)
        assert checkpoints.fault_of(folder), bit
    (folder / name).write_bytes(content)
    assert not checkpoints.fault_of(folder)


@pytest.mark.parametrize("size", [99, 100, 101, 350])
def test_sums_of_large_files(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "BLOCK", 100)
    monkeypatch.setattr(sums, "PORTION", 7)
    content = Random(0).randbytes(size)
    path = tmp_path / "file"
    found = set()
    for place in range(size):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        found.add(sums.of_file(path))
    path.write_bytes(content)
    assert len(found | {sums.of_file(path)}) == size + 1
    if size <= 100:
        assert sums.of_file(path) == (size, zlib.crc32(content))  # as older versions have it


def without_own_sum(folder: Path, **values: Any) -> None:
    """The state of a folder as an older version wrote it, with other values."""
    known = json.loads((folder / "state.json").read_text())
    del known["sum"]
    (folder / "state.json").write_text(json.dumps(known | values))


def test_a_state_of_an_older_version_is_read(write: Callable[..., Path]) -> None:
    folder = write(2)
    without_own_sum(folder)
    assert load(folder)[0] == state(2)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"speed": 3}, "says something of 'speed', which this version of rlve does not know"),
        ({"step": "2"}, "its 'step' is not what it should be"),
        ({"step": True}, "its 'step' is not what it should be"),
        ({"hours": None}, "its 'hours' is not what it should be"),
        ({"hours": 10**400}, "its 'hours' is not what it should be"),
        ({"curriculum": []}, "its 'curriculum' is not what it should be"),
        ({"files": []}, "it holds no state"),
        ({"files": {"../../secret": [1, 1]}}, "it holds no sum of '../../secret'"),
        ({"files": {"policy": 7}}, "it holds no sum of 'policy'"),
        ({"files": {"policy": [1, 1]}}, "policy is missing"),
        ({"step": 5}, "it is of step 5"),
    ],
)
def test_a_state_of_the_wrong_shape_is_told(values: dict[str, Any], sentence: str, write: Callable[..., Path]) -> None:
    folder = write(2)
    without_own_sum(folder, **values)
    with pytest.raises(RunError, match=r"^[^\n]*$") as caught:
        load(folder)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"17", b"[]", b"\xff\xfe", b"{" * 5000, b"[" * 5000, b'{"files": {}}'])
def test_a_state_that_is_none_is_told(content: bytes, write: Callable[..., Path]) -> None:
    folder = write(2)
    (folder / "state.json").write_bytes(content)
    with pytest.raises(RunError, match=r"its state\.json cannot be read \([^\n]*\); there is no whole one"):
        load(folder)


def test_what_is_no_checkpoint_is_passed_over(write: Callable[..., Path], tmp_path: Path) -> None:
    folder = write(2)
    for name in ("step-foo", "step-000009.tmp", "step-9", "steps", "step-000009 (copy)", "step-" + "9" * 30):
        (folder.parent / name).mkdir()
        (folder.parent / name / "state.json").write_text("{}")
    (folder.parent / "step-000011").mkdir()  # not finished
    (folder.parent / "step-000012").touch()
    (folder.parent / "step-000013").mkdir()
    (folder.parent / "step-000013" / "state.json").mkdir()
    assert whole(tmp_path) == [folder]
    assert last_step(tmp_path) == 2


def test_steps_of_seven_digits_come_after_those_of_six(tmp_path: Path) -> None:
    for step in (999_999, 1_000_000):
        folder_of(tmp_path, step).mkdir(parents=True)
        (folder_of(tmp_path, step) / "state.json").touch()
    assert newest(tmp_path) == folder_of(tmp_path, 1_000_000)


def test_old_ones_go_but_never_the_best(write: Callable[..., Path], tmp_path: Path) -> None:
    for step in range(1, 7):
        write(step, keep=2, is_best=step in (1, 3))
    assert [folder.name for folder in whole(tmp_path)] == ["step-000003", "step-000005", "step-000006"]
    assert best(tmp_path) == folder_of(tmp_path, 3)


def test_the_best_survives_a_copy_without_links(write: Callable[..., Path], tmp_path: Path) -> None:
    """Of a run of an older version too, where it is a link, and its copy a folder."""
    write(1)
    old = tmp_path / "checkpoints" / "best"
    old.symlink_to("step-000001")
    assert best(tmp_path) == folder_of(tmp_path, 1)
    for step in (2, 3):
        write(step, keep=1)
    assert [folder.name for folder in whole(tmp_path)] == ["step-000001", "step-000003"]
    old.unlink()
    shutil.copytree(folder_of(tmp_path, 1), old)  # as `cp -rL` makes it
    write(4, is_best=True)
    assert best(tmp_path) == folder_of(tmp_path, 4)
    shutil.copytree(tmp_path / "checkpoints", tmp_path / "copy" / "checkpoints")
    assert best(tmp_path / "copy") == folder_of(tmp_path / "copy", 4)


def test_a_new_best_leaves_no_link_to_the_old_one(write: Callable[..., Path], tmp_path: Path) -> None:
    write(1)
    (tmp_path / "checkpoints" / "best").symlink_to("step-000001")
    write(2, is_best=True)
    assert not (tmp_path / "checkpoints" / "best").is_symlink()
    assert best(tmp_path) == folder_of(tmp_path, 2)


@pytest.mark.parametrize("content", [b"", b"\xff", b"step-000009\n", b"../../elsewhere", b"step-000001.tmp"])
def test_a_best_that_is_not_there_is_none(content: bytes, write: Callable[..., Path], tmp_path: Path) -> None:
    write(1)
    (tmp_path / "checkpoints" / "best.txt").write_bytes(content)
    assert best(tmp_path) is None
    write(2)


def test_another_number_of_processes_is_refused(write: Callable[..., Path]) -> None:
    values = json.loads((write(1) / "state.json").read_text())
    del values["files"], values["sum"]
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


def test_a_full_disk_is_called_that(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """torch says only that writing failed."""

    def failing(*_: Any) -> None:
        raise RuntimeError("PytorchStreamWriter failed writing file data/0: file write failed")

    monkeypatch.setattr(Policy, "save_optimizer", failing)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    with pytest.raises(RunError, match=r"could not be written \(the disk is full\); there is no earlier one"):
        write(2)


MARKER = "import pathlib; pathlib.Path({!r}).touch()"


class Planted:
    """Reading it as a pickle runs what it says."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (MARKER.format(str(self.marker)),)


def sealed(folder: Path) -> None:
    """Give a checkpoint right sums: who plants something can do that as well."""
    kept = load_state(folder)
    (folder / "state.json").unlink()
    checkpoints.write_state(folder, kept)


def plantings(marker: Path) -> list[bytes]:
    """A plain pickle, torch's format in zip files, and its older one."""
    found = [pickle.dumps(Planted(marker))]
    for zipped in (True, False):
        buffer = io.BytesIO()
        torch.save({"module": Planted(marker)}, buffer, _use_new_zipfile_serialization=zipped)
        found.append(buffer.getvalue())
    return found


@pytest.mark.parametrize("stage", [0, 2, 3])
def test_a_pickle_that_was_planted_is_not_run(stage: int, model: str, tmp_path: Path) -> None:
    policy = make_policy(model, stage)
    marker = tmp_path / "marker"
    folder = save(tmp_path, state(1), InFlight(), policy, models.load_tokenizer(model), keep=3, is_best=False)
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "state.json"]
    assert {path.suffix for path in files} >= {".pt", ".safetensors", ".npz", ".json"}
    read = set()
    for path in files:
        original = path.read_bytes()
        for planted in plantings(marker):
            path.write_bytes(planted)
            sealed(folder)
            try:
                load(folder)
                policy.load_optimizer(folder / "trainer")
                models.load_lm(str(folder / "policy"), torch.float32, "auto")
                models.load_tokenizer(str(folder / "policy"))
            except (RunError, SettingsError) as error:
                assert "\n" not in str(error)
                read.add(path.suffix)
            assert not marker.exists(), path
        path.write_bytes(original)
    assert {".pt", ".safetensors", ".npz"} <= read
    sealed(folder)
    policy.load_optimizer(folder / "trainer")
    path = next((folder / "trainer").glob("*model_states.pt"))
    path.write_bytes(plantings(marker)[1])
    with pytest.raises(
        RunError, match=r"holds more than numbers.* add --trust-checkpoint, otherwise --fresh-optimizer"
    ):
        policy.load_optimizer(folder / "trainer")
    assert not marker.exists()
    with pytest.raises(RunError, match="cannot be loaded"):
        policy.load_optimizer(folder / "trainer", trusted=True)
    assert marker.exists()  # it would have been run
