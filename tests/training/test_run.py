"""Whole runs as users start, stop, kill and resume them."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import kill_training
from rlve.training import metrics
from rlve.training.checkpoints import newest, whole
from rlve.training.config import TrainSettings
from rlve.training.distributed import free_port
from rlve.training.errors import SettingsError
from tests.conftest import clean_environment

FLAGS = {
    "--preset": "tiny",
    "--envs": "integer_sorting",
    "--prompts-per-step": "4",
    "--group-size": "8",
    "--max-response-tokens": "28",
    "--learning-rate": "1e-3",
    "--steps": "6",
    "--save-every": "2",
    "--eval-every": "3",
    "--eval-difficulties": "0-1",
    "--judge-after": "2",
    "--raise-at": "0.001",
    "--workers": "1",
    "--processes": "1",
}


def command(run: Path, *flags: str, first: str = "") -> list[str]:
    """`rlve train`, with some Python before it."""
    script = f"{first}\nimport sys\nfrom rlve_cli.main import main\nsys.exit(main())"
    return [sys.executable, "-c", script, "train", "--run", str(run), *flags]


def started(model: str, **changes: str) -> list[str]:
    values = {"--model": model} | FLAGS | {"--" + name.replace("_", "-"): value for name, value in changes.items()}
    return [part for pair in values.items() for part in pair]


def train(run: Path, *flags: str, first: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(run, *flags, first=first),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=clean_environment() | environment,
    )


@pytest.fixture(scope="module")
def straight(spark: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six steps without interruption, where there is neither a compiler nor ninja."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "bin").mkdir()
    run = folder / "straight"
    done = train(run, *started(spark), PATH=str(folder / "bin"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return run


def test_a_run_folder_holds_everything(straight: Path) -> None:
    lines = metrics.read(straight / "metrics.jsonl")
    assert [line["step"] for line in lines] == [0, 1, 2, 3, 4, 5, 6]
    assert [line["step"] for line in lines if "heldout/accuracy" in line] == [0, 3, 6]
    for line in lines[1:]:
        assert line["groups/trained"] == 4
        if line["groups/finished"]:
            assert 0 < line["groups/useful_share"] <= 1
        if line["update/older_tokens_share"] < 1:  # the batch was not full of groups that had waited
            assert line["sampler/logprob_gap_max"] < 2e-4
    assert sum("sampler/logprob_gap_max" in line for line in lines) > 0
    assert sum(line["in_flight/waiting"] for line in lines[1:]) > 0
    timings = metrics.read(straight / "timings.jsonl")
    assert [line["step"] for line in timings] == [1, 2, 3, 4, 5, 6]
    assert all(line["time/update"] > 0 for line in timings)
    assert sum(line.get("time/sampling", 0) > 0 for line in timings) >= 3  # not where waiting groups fill the batch
    assert [folder.name for folder in whole(straight)] == ["step-000002", "step-000004", "step-000006"]
    assert list((straight / "events").glob("events.out.*"))
    assert "integer_sorting" in (straight / "settings.yaml").read_text()
    about = json.loads((straight / "about.jsonl").read_text())
    assert about["versions"]["torch"]
    assert "train" in about["command"]
    assert about["preset"] == "tiny"


def test_rollouts_are_records_that_verify_reads(straight: Path) -> None:
    rollouts = straight / "rollouts" / "step-000006.jsonl"
    records = [json.loads(line) for line in rollouts.read_text().splitlines()]
    done = subprocess.run(
        [sys.executable, "-m", "rlve_cli", "verify", str(rollouts), "--workers", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    rewards = [reward for record in records for reward in record["rewards"]]
    assert [verdict["reward"] for verdict in verdicts] == rewards


def test_tensorboard_reads_the_events(straight: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(straight / "events"))
    events.Reload()
    found = [round(event.value, 5) for event in events.Scalars("reward/mean")]
    lines = metrics.read(straight / "metrics.jsonl")
    assert found == [round(line["reward/mean"], 5) for line in lines if "reward/mean" in line]


KILLED_WHILE_SAVING = """
import os, signal
from rlve.training import checkpoints
original = checkpoints.write_state
def killed(folder, state):
    if state.step == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    original(folder, state)
checkpoints.write_state = killed
"""


def test_weights_and_biases_gets_all_numbers_and_goes_on_with_the_same_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[dict[str, Any]] = []
    logged: list[tuple[int, dict[str, float]]] = []

    class Online:
        def log(self, numbers: dict[str, float], step: int) -> None:
            logged.append((step, numbers))

        def finish(self) -> None:
            logged.append((-1, {}))

    def init(**options: Any) -> Online:
        started.append(options)
        if len(started) > 2:
            raise RuntimeError("No API key configured.\nLog in.")
        return Online()

    monkeypatch.setitem(sys.modules, "wandb", SimpleNamespace(init=init))
    settings = TrainSettings(wandb="mine", learning_rate=0.5)
    for step in (1, 2):
        recorder = metrics.Recorder(tmp_path, settings, step - 1)
        recorder.write(step, {"reward/mean": 0.25}, {"time/step": 1.5})
        recorder.close()
    assert logged == [(1, found := {"reward/mean": 0.25, "time/step": 1.5}), (-1, {}), (2, found), (-1, {})]
    assert {(one["project"], one["name"], one["resume"]) for one in started} == {("mine", tmp_path.name, "allow")}
    assert started[0]["id"] == started[1]["id"]
    assert started[0]["config"]["learning_rate"] == 0.5
    with pytest.raises(SettingsError, match=r"^Weights & Biases does not start: No API key configured\.$"):
        metrics.Recorder(tmp_path, settings, 2)


def test_a_killed_and_resumed_run_is_the_run_that_was_never_killed(spark: str, straight: Path, tmp_path: Path) -> None:
    run = tmp_path / "killed"
    done = train(run, *started(spark), first=KILLED_WHILE_SAVING, PYTHONHASHSEED="1")
    assert done.returncode == -signal.SIGKILL
    assert len(metrics.read(run / "metrics.jsonl")) == 5  # step 4 was already written down
    assert [folder.name for folder in whole(run)] == ["step-000002"]
    settings = (run / "settings.yaml").read_bytes()
    done = train(run, "--resume", "--steps", "5", "--attention", "flash_attention_2")
    assert done.returncode == 2, done.stderr  # found out when the model is loaded
    assert (run / "settings.yaml").read_bytes() == settings
    assert len(metrics.read(run / "metrics.jsonl")) == 5
    done = train(run, "--resume", PYTHONHASHSEED="2")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert (run / "metrics.jsonl").read_bytes() == (straight / "metrics.jsonl").read_bytes()
    for name in ("step-000003.jsonl", "step-000006.jsonl"):
        assert (run / "rollouts" / name).read_bytes() == (straight / "rollouts" / name).read_bytes()
    weights = Path("checkpoints/step-000006/policy/model.safetensors")
    assert (run / weights).read_bytes() == (straight / weights).read_bytes()
    lines = metrics.read(run / "metrics.jsonl")
    assert lines[-1]["curriculum/upper_mean"] > 0  # there was a curriculum to restore


def test_a_run_with_prompts_in_flight_that_is_killed_at_random_is_the_same_run(spark: str, tmp_path: Path) -> None:
    """Of two ranks; `python -m benchmarks.kill_training` is the long form, also for one."""
    flags = started(spark, steps="12", save_every="1", eval_every="0", partial_rollouts="9", processes="2")
    kill_training.whole_run(tmp_path / "straight", flags)
    assert kill_training.killed_run(tmp_path / "killed", flags, 1, Random(7), steps=12) == 1
    assert kill_training.differences(tmp_path / "straight", tmp_path / "killed", 12) == []
    lines = metrics.read(tmp_path / "killed" / "metrics.jsonl")
    assert sum(line["in_flight/unfinished"] for line in lines) > 0


def test_an_environment_that_makes_no_problem_ends_a_run_or_is_left_out(spark: str, tmp_path: Path) -> None:
    """Asked for by its name, the run is refused before the model is loaded; of `all` it is left out."""
    folder = tmp_path / "plugin"
    write_plugin(folder)
    path = {"PYTHONPATH": str(folder)}
    flags = started(spark, envs="integer_sorting,fragile", steps="1", eval_every="0", eval_envs="train")
    done = train(tmp_path / "named", *flags, **path)
    assert done.returncode == 1, done.stderr
    assert (
        "No problem can be made of these environments, which the run needs: fragile (ZeroDivisionError" in done.stderr
    )
    assert "Loading" not in done.stderr
    assert not (tmp_path / "named" / "metrics.jsonl").exists()
    flags = started(spark, envs="fragile_environments,integer_sorting", steps="1", eval_every="0", eval_envs="train")
    done = train(tmp_path / "family", *flags, **path)
    assert done.returncode == 0, done.stderr
    assert "Warning: left out, for no problem can be made of them: fragile (ZeroDivisionError" in done.stderr


def write_plugin(folder: Path) -> None:
    """A package whose only environment fails to make any problem."""
    from tests.training.conftest import HOSTILE

    metadata = folder / "fragile_environments-1.dist-info"
    metadata.mkdir(parents=True)
    (folder / "fragile_environments.py").write_text(HOSTILE.replace("rng.random() < 0.3", "True"))
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fragile-environments\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[rlve.environments]\nfragile = fragile_environments:Hostile\n")


def test_a_run_that_learns_nothing_ends_with_a_sentence(model: str, tmp_path: Path) -> None:
    """A random model solves nothing at all."""
    run = tmp_path / "run"
    flags = started(model, steps="50", eval_every="0", max_empty_steps="3", max_rounds="1", max_response_tokens="8")
    done = train(run, *flags)
    assert done.returncode == 1, done.stderr
    assert "Nothing was learned in 3 steps in a row" in done.stderr
    assert "(in the last step 0 of " in done.stderr
    assert "Traceback" not in done.stderr
    assert [line["step"] for line in metrics.read(run / "metrics.jsonl")] == [1, 2, 3]
    assert [folder.name for folder in whole(run)] == ["step-000002"]
    done = train(run, "--resume")  # two of the three are behind it
    assert done.returncode == 1
    assert "Nothing was learned in 3 steps in a row" in done.stderr
    assert [line["step"] for line in metrics.read(run / "metrics.jsonl")] == [1, 2, 3]


def test_another_seed_is_another_run(spark: str, straight: Path, tmp_path: Path) -> None:
    done = train(tmp_path / "other", *started(spark, seed="1", steps="2"))
    assert done.returncode == 0, done.stderr
    other = metrics.read(tmp_path / "other" / "metrics.jsonl")
    assert other[1]["reward/mean"] != metrics.read(straight / "metrics.jsonl")[1]["reward/mean"]


def test_what_cannot_be_resumed_is_told_in_one_sentence(spark: str, straight: Path, tmp_path: Path) -> None:
    cases = [
        ((*started(spark),), 2, "already holds a run: add --resume"),
        (("--resume", "--envs", "sudoku"), 2, "--envs is fixed once a run has begun, at 'integer_sorting'"),
        (("--resume", "--processes", "3", "--tensor-parallel", "2"), 2, "--tensor-parallel needs --sampler vllm"),
        (("--resume", "--steps", "9", "--max-prompt-tokens", "9000"), 2, "The model reads at most 1024 tokens"),
    ]
    before = (straight / "metrics.jsonl").read_bytes()
    settings = (straight / "settings.yaml").read_bytes()
    for flags, status, sentence in cases:
        done = train(straight, *flags)
        assert (done.returncode, done.stdout) == (status, "")
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
    assert (straight / "metrics.jsonl").read_bytes() == before
    assert (straight / "settings.yaml").read_bytes() == settings
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    done = train(in_the_way / "run", *started(spark))
    assert done.returncode == 1
    assert "cannot be written: Not a directory" in done.stderr


def wait_for_step(run: Path, step: int, process: subprocess.Popen[Any]) -> None:
    deadline = time.monotonic() + 200
    while len(metrics.read(run / "metrics.jsonl")) <= step:
        assert process.poll() is None, "the run ended by itself"
        assert time.monotonic() < deadline, "the run did not get there"
        time.sleep(0.05)


def interrupted(run: Path, flags: list[str], number: int, *, group: bool) -> tuple[int, str]:
    """Exit status and stderr of a run that gets a signal after its second step, as from a terminal or as from `kill`."""
    process = subprocess.Popen(
        command(run, *flags),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=clean_environment(),
    )
    try:
        wait_for_step(run, 2, process)
        if group:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        out, errors = process.communicate(timeout=200)
    finally:
        process.kill()
    assert out == ""
    return process.returncode, errors


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_signals_save_and_end(number: int, status: int, spark: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    code, errors = interrupted(
        run, started(spark, steps="100000", save_every="0", eval_every="0"), number, group=number == signal.SIGINT
    )
    assert code == status, errors
    assert "Traceback" not in errors
    last = newest(run)
    assert last is not None
    saved = json.loads((last / "state.json").read_text())["step"]
    assert saved == metrics.read(run / "metrics.jsonl")[-1]["step"] >= 2
    if number == signal.SIGTERM:
        done = train(run, "--resume", "--steps", str(saved + 1))
        assert done.returncode == 0, done.stderr
        assert [line["step"] for line in metrics.read(run / "metrics.jsonl")][-2:] == [saved, saved + 1]


def test_two_processes_stop_together_and_resume_only_as_two(spark: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    flags = started(spark, steps="100000", save_every="0", eval_every="0", processes="2", zero_stage="2")
    code, errors = interrupted(run, flags, signal.SIGINT, group=True)
    assert code == 130, errors
    assert "Traceback" not in errors
    last = newest(run)
    assert last is not None
    saved = json.loads((last / "state.json").read_text())
    assert saved["processes"] == 2
    assert saved["step"] == metrics.read(run / "metrics.jsonl")[-1]["step"]
    done = train(run, "--resume", "--processes", "1")
    assert done.returncode == 2
    assert "written by 2 processes and this run has 1" in done.stderr
    assert "Traceback" not in done.stderr
    steps = str(saved["step"] + 1)
    done = train(run, "--resume", "--processes", "1", "--fresh-optimizer", "--steps", steps)
    assert done.returncode == 0, done.stderr


def test_torchrun_starts_us_as_well(spark: str, tmp_path: Path) -> None:
    """Behind `--`, for torchrun takes every option after it for one of its own as well."""
    run = tmp_path / "run"
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", f"--master-port={free_port()}"]
    worker = ["-m", "--", "rlve_cli", "train", "--run", str(run), *started(spark, steps="1", eval_every="0")]
    done = subprocess.run(
        [*launcher, *worker], capture_output=True, text=True, timeout=300, check=False, env=clean_environment()
    )
    assert done.returncode == 0, done.stderr
    last = newest(run)
    assert last is not None
    assert json.loads((last / "state.json").read_text())["processes"] == 2
    assert len(metrics.read(run / "metrics.jsonl")) == 1


def test_slurm_starts_us_as_well(spark: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    flags = started(spark, steps="1", eval_every="0")
    common = {"SLURM_NTASKS": "2", "SLURM_STEP_ID": "0", "SLURM_JOB_ID": str(free_port()), "SLURM_NTASKS_PER_NODE": "2"}
    common |= {"SLURM_JOB_NODELIST": "localhost", "MASTER_PORT": str(free_port())}
    processes = [
        subprocess.Popen(
            command(run, *flags),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=clean_environment() | common | {"SLURM_PROCID": str(rank), "SLURM_LOCALID": str(rank)},
        )
        for rank in (0, 1)
    ]
    ends = [(process.communicate(timeout=300)[1], process.returncode) for process in processes]
    assert [status for _, status in ends] == [0, 0], ends
    last = newest(run)
    assert last is not None
    assert json.loads((last / "state.json").read_text())["processes"] == 2


@pytest.mark.skipif(find_spec("vllm") is None, reason="vLLM is not installed")
def test_a_run_with_vllm_learns_from_its_own_responses_and_resumes(tmp_path: Path) -> None:
    run = tmp_path / "run"
    begun = started("bundled", sampler="vllm", steps="2", max_response_tokens="32")
    begun.append("--no-keep-leftovers")
    done = train(run, *begun, VLLM_CPU_KVCACHE_SPACE="1")
    assert done.returncode == 0, done.stderr
    done = train(run, "--resume", "--steps", "3", VLLM_CPU_KVCACHE_SPACE="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    lines = metrics.read(run / "metrics.jsonl")
    assert [line["step"] for line in lines] == [0, 1, 2, 3]
    for line in lines[1:]:
        assert line["groups/trained"] == 4
        assert 0 < line["sampler/logprob_gap_max"] < 2e-4  # the weights of every update arrived, and after the resume


def test_processes_started_from_outside_need_one_folder(spark: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rlve_cli", "train", *started(spark)],
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment() | {"RANK": "0", "WORLD_SIZE": "2"},
    )
    assert done.returncode == 2
    assert "Name the run folder with --run" in done.stderr


def test_an_error_in_one_process_ends_both_with_its_sentence(spark: str, tmp_path: Path) -> None:
    done = train(tmp_path / "run", *started(spark, processes="2", max_response_tokens="5000"))
    assert done.returncode == 2
    assert "The model reads at most 1024 tokens" in done.stderr
    assert "Traceback" not in done.stderr
