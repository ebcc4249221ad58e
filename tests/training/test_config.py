"""Settings: where they come from, what is refused, and that the command line says all of it."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rlve.training import memory
from rlve.training.config import PRESETS, TrainSettings, as_yaml, field_help, presets, read_settings, resolve
from rlve.training.errors import SettingsError
from rlve_cli.application import run_command


def test_flags_override_the_file_which_overrides_the_preset(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("group-size: 4\nsteps: 7\n")
    _, settings = resolve("tiny", file, {"steps": "9", "seed": None})
    assert (settings.group_size, settings.steps, settings.prompts_per_step) == (4, 9, 16)


def test_the_preset_follows_from_the_model_or_from_the_file(tmp_path: Path) -> None:
    assert resolve(None, None, {})[0] == "demo"
    assert resolve(None, None, {"envs": "sudoku"})[0] == "tiny"
    assert resolve(None, None, {"model": "some/model"})[0] == "paper"
    file = tmp_path / "mine.yaml"
    file.write_text("preset: single-gpu\n")
    assert resolve(None, file, {})[0] == "single-gpu"


@pytest.mark.parametrize("preset", presets())
def test_presets_are_valid_and_survive_being_written(preset: str, tmp_path: Path) -> None:
    _, settings = resolve(preset, None, {})
    file = tmp_path / "settings.yaml"
    file.write_text(as_yaml(settings))
    assert TrainSettings(**read_settings(file)) == settings


# The values of the authors' own runs, by our names: what both have, and what differs.
BOTH = {
    "curriculum": "paper", "window": 4, "start_difficulty": 0, "raise_at": 0.9, "judge_after": 8,
    "prompts_per_step": 128, "group_size": 16, "oversample": 3.0, "temperature": 1.0, "top_p": 1.0, "top_k": 0,
    "reward": "graded", "loss": "responses", "updates_per_batch": 1, "clip_low": 0.2, "clip_high": 0.28,
    "importance_cap": 2.0, "learning_rate": 2e-6, "warmup_steps": 0, "beta1": 0.9, "beta2": 0.98,
    "weight_decay": 0.01, "max_grad_norm": 1.0, "mask_truncated": False, "dtype": "bfloat16",
    "gradient_checkpointing": True, "system_prompt": "", "sampler": "vllm", "gpu_memory_utilization": 0.7,
    "eval_every": 20, "eval_temperature": 1.0, "eval_top_p": 0.7, "save_every": 1,
}  # fmt: skip
REFERENCE: dict[str, dict[str, Any]] = {
    "paper": BOTH | {"max_response_tokens": 24576, "answer_style": "boxed", "prompt_template": "auto"},
    "paper-7b": BOTH
    | {"max_response_tokens": 8192, "answer_style": "tag", "prompt_template": "reasoning", "learning_rate": 1e-6}
    | {"model": "Qwen/Qwen2.5-7B"},
}
DEPARTURES = {  # ours, and words of the preset's file that own up to it
    "paper": {"save_every": (20, "They saved every step; here every 20.")},
    "paper-7b": {
        "save_every": (20, "It saved every step; here every 20."),
        "gpu_memory_utilization": (0.6, "Its engine took 0.7 of a GPU"),
    },
}
OURS = {"model", "envs", "max_rounds", "partial_rollouts", "zero_stage", "tokens_per_microbatch"}  # no such thing there


@pytest.mark.parametrize("preset", REFERENCE)
def test_the_papers_presets_are_its_runs_field_by_field(preset: str) -> None:
    _, settings = resolve(preset, None, {})
    comments = " ".join(line[1:] for line in (PRESETS / f"{preset}.yaml").read_text().splitlines() if line[0] == "#")
    for name, value in REFERENCE[preset].items():
        ours, words = DEPARTURES[preset].get(name, (value, ""))
        assert getattr(settings, name) == ours, name
        assert (ours != value) == bool(words), name
        assert words in " ".join(comments.split()), name
    for words in ("384 prompts and stopped sampling at 128 useful groups", "plit"):  # what no setting says
        assert words in comments
    assert not set(read_settings(PRESETS / f"{preset}.yaml")) - set(REFERENCE[preset]) - OURS


@pytest.mark.parametrize("preset", presets())
def test_what_a_preset_asks_for_fits(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "cards", list)
    assert memory.report(resolve(preset, None, {})[1])[-1].startswith("fits, by this estimate: at most ")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"model": "some/model-70B"}, "does not fit: updating needs"),
        (
            {"gpu_memory_utilization": 0.98},
            "does not fit: sampling needs 83.29 GiB, more than a GPU of 80 GiB; lower --g",
        ),
        ({"gpu_memory_utilization": 0.05}, "does not fit: vLLM's share, 4.00 GiB, has no room"),
        ({"model": "some/model"}, "memory: the shape of some/model is not known here"),
        ({"max_response_tokens": 200_000}, "does not fit: updating needs"),
    ],
)
def test_what_does_not_fit_is_said(values: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "cards", list)
    assert memory.report(resolve("paper", None, values)[1])[-1].startswith(sentence)


def test_the_gpus_of_this_machine_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    _, settings = resolve("paper", None, {})
    monkeypatch.setattr(memory, "cards", lambda: [24.0 * 2**30] * 2)
    lines = memory.report(settings)
    assert "for 2 processes" in lines[0]
    assert lines[-1].startswith("does not fit: updating needs")
    assert "more than the 24 GiB of a GPU here" in lines[-1]


def test_numbers_as_yaml_really_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("learning_rate: 2e-6\ntemperature: 1\nthinking: off\n")  # YAML says: text, whole number, false
    _, settings = resolve("tiny", file, {})
    assert (settings.learning_rate, settings.temperature, settings.thinking) == (2e-6, 1.0, "off")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"top_p": 0.9}, "leave --top-p at 1"),
        ({"top_k": 5}, "turn it off by --importance-cap 0"),
        ({"group_size": 1}, "--group-size must be at least 2, not 1"),
        ({"steps": 1.5}, "--steps must be a whole number"),
        ({"steps": True}, "--steps must be a whole number"),
        ({"learning_rate": "fast"}, "--learning-rate must be a number, not 'fast'"),
        ({"learning_rate": "nan"}, "--learning-rate must be a number"),
        ({"zero_stage": 4}, "--zero-stage is one of 0, 1, 2, 3, not 4"),
        ({"loss": "sum"}, "--loss is one of responses, tokens"),
        ({"gradient_checkpointing": "yes"}, "must be true or false"),
        ({"dtype": "bfloat16", "zero_stage": 0}, "bfloat16 needs --zero-stage 1"),
        ({"offload_optimizer": True, "zero_stage": 0}, "--offload-optimizer needs"),
        ({"static_range": "6-0"}, "--static-range takes a difficulty or a range"),
        ({"eval_difficulties": "x"}, "--eval-difficulties takes"),
        ({"env_weights": "sudoku"}, "--env-weights takes name=number pairs"),
        ({"env_weights": "sudoku=nan"}, "--env-weights takes name=number pairs"),
        ({"env_weights": "sudoku=inf"}, "--env-weights takes name=number pairs"),
        ({"env_weights": "sudoku =x"}, "--env-weights takes name=number pairs"),
        ({"share_prompts": "on", "gradient_checkpointing": True}, "--share-prompts on cannot be combined"),
        ({"lower_at": 0.95, "curriculum": "teaching"}, "--lower-at must be below --raise-at"),
        ({"learning_rate": "inf"}, "--learning-rate must be a number, not 'inf'"),
        ({"max_grad_norm": float("inf")}, "--max-grad-norm must be a number"),
        ({"beta1": 1}, "--beta1 must be below 1"),
        ({"beta2": 1}, "--beta2 must be below 1"),
        ({"raise_at": 0}, "--raise-at must be above 0"),
        ({"reward": "accuracy"}, "--reward is one of graded, binary"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(SettingsError, match=r"^[^\n]*$") as caught:
        TrainSettings(**values)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_truncated_sampling_is_allowed_without_importance_sampling() -> None:
    assert TrainSettings(top_p=0.9, importance_cap=0).top_p == 0.9


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("group_sise: 4", "did you mean 'group_size'"),
        ("- a list", "must hold lines of the form"),
        ("a: b: c", "is not valid YAML"),
        ("steps: 3\nseed: 1\nsteps: 4", "sets steps twice"),
        ("group-size: 8\ngroup_size: 4", "sets group_size twice"),
    ],
)
def test_files_that_cannot_be_used(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=sentence):
        resolve("tiny", file, {})


def test_a_missing_file_and_an_unknown_preset(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        resolve("tiny", tmp_path / "none.yaml", {})
    with pytest.raises(SettingsError, match=r"the presets are .*paper, paper-7b, single-gpu, tiny"):
        resolve("huge", None, {})


def test_every_field_has_its_help() -> None:
    assert list(field_help()) == [item.name for item in fields(TrainSettings)]
    assert all(text.endswith((".", ")")) or ";" in text for text in field_help().values())


def rlve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rlve_cli", "train", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_help_names_every_setting_and_its_default() -> None:
    text = rlve("--help").stdout
    assert all("--" + name.replace("_", "-") in text for name in field_help())
    assert "[default: 128]" in text


def test_a_dry_run_prints_settings_and_imports_no_torch(tmp_path: Path) -> None:
    script = (
        "import sys; from rlve_cli.application import run_command;"
        "status = run_command(['train', '--dry-run', '--preset', 'paper', '--seed', '5']);"
        "assert not {'torch', 'transformers', 'deepspeed'} & set(sys.modules);"
        "sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    file = tmp_path / "settings.yaml"
    file.write_text(done.stdout)
    assert TrainSettings(**read_settings(file)).seed == 5
    assert "# memory per GPU, estimated" in done.stdout


@pytest.mark.parametrize("preset", presets())
def test_a_dry_run_of_each_preset(preset: str) -> None:
    done = rlve("--dry-run", "--preset", preset)
    assert done.returncode == 0
    assert done.stdout.startswith(f"# preset: {preset}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--envs", "sudokuu"),
        ("--processes", "3", "--tensor-parallel", "2", "--sampler", "vllm"),
        ("--tensor-parallel", "2", "--sampler", "transformers"),
        ("--model", "./no-such-folder"),
        ("--model", "."),
        ("--max-response-tokens", "100000"),
        ("--prompt-template", "no-such-file"),
        ("--curriculum-from", "no-such-run"),
        ("--env-weights", "sudoku=1", "--envs", "integer_sorting"),
        ("--envs", "./no_such_file.py"),
    ],
)
def test_a_dry_run_refuses_what_a_run_refuses(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["train", "--preset", "tiny", *arguments]
    ends = []
    for own in (["--dry-run"], ["--run", str(tmp_path / "run")]):
        ends.append((run_command([*given, *own]), capsys.readouterr().err.splitlines()[-1]))
    assert ends[0] == ends[1]
    assert ends[0][0] == 2
    assert not list(tmp_path.iterdir())


def test_wrong_use_is_one_sentence_and_status_2(tmp_path: Path) -> None:
    for arguments, sentence in [
        (("--group-size", "1"), "--group-size must be at least 2"),
        (("--resume",), "--resume needs --run"),
        (("--resume", "--run", str(tmp_path / "none")), "holds no run to resume"),
        (("--envs", "sudokuu", "--run", str(tmp_path / "new")), "did you mean sudoku"),
    ]:
        done = rlve(*arguments)
        assert done.returncode == 2, done.stderr
        assert sentence in done.stderr
        assert len(done.stderr.strip().splitlines()) <= 2
        assert "Traceback" not in done.stderr
