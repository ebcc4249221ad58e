"""Settings: where they come from, what is refused, and that the command line says all of it."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from rlve.training.config import TrainSettings, as_yaml, field_help, presets, read_settings, resolve
from rlve.training.errors import SettingsError


def test_flags_override_the_file_which_overrides_the_preset(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("group-size: 4\nsteps: 7\n")
    _, settings = resolve("tiny", file, {"steps": "9", "seed": None})
    assert (settings.group_size, settings.steps, settings.prompts_per_step) == (4, 9, 16)


def test_the_preset_follows_from_the_model_or_from_the_file(tmp_path: Path) -> None:
    assert resolve(None, None, {})[0] == "tiny"
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


def test_the_paper_preset_is_the_papers_run() -> None:
    _, settings = resolve("paper", None, {})
    assert (settings.prompts_per_step, settings.group_size, settings.oversample) == (128, 16, 3.0)
    assert (settings.learning_rate, settings.beta1, settings.beta2, settings.weight_decay) == (2e-6, 0.9, 0.98, 0.01)
    assert (settings.clip_low, settings.clip_high, settings.importance_cap) == (0.2, 0.28, 2.0)
    assert (settings.temperature, settings.max_response_tokens, settings.loss) == (1.0, 24576, "responses")
    assert (settings.window, settings.raise_at, settings.judge_after) == (4, 0.9, 8)


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
        ({"share_prompts": "on", "gradient_checkpointing": True}, "--share-prompts on cannot be combined"),
        ({"lower_at": 0.95, "curriculum": "teaching"}, "--lower-at must be below --raise-at"),
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
    with pytest.raises(SettingsError, match=r"the presets are .*paper, single-gpu, tiny"):
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
