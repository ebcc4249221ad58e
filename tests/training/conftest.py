"""A tiny random model, and functions run by two processes that compute one thing."""

import os
import traceback
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

for _name, _value in {"OMP_NUM_THREADS": "1", "DS_ACCELERATOR": "cpu", "TOKENIZERS_PARALLELISM": "false"}.items():
    os.environ.setdefault(_name, _value)

from rlve.training.distributed import free_port  # noqa: E402

TOO_LONG = 420  # seconds; a rank that waits for ever is a failure that a test must see


def write_model(folder: Path, *, tied: bool = True, layers: int = 2, width: int = 32, seed: int = 0) -> str:
    """A random Llama of 30,000 parameters whose tokens are bytes, with two end tokens, one of which is also the padding."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {"<end>": 0, "<stop>": 1} | {letter: 2 + place for place, letter in enumerate(alphabet)}
    tokens = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokens.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=tokens, eos_token="<end>", pad_token="<end>", additional_special_tokens=["<stop>"]
    )
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=width,
        intermediate_size=2 * width,
        num_hidden_layers=layers,
        num_attention_heads=2,
        num_key_value_heads=1,
        max_position_embeddings=1024,
        tie_word_embeddings=tied,
        bos_token_id=None,
        eos_token_id=0,
        pad_token_id=0,
        initializer_range=0.2,
    )
    torch.manual_seed(seed)
    lm = LlamaForCausalLM(config)
    lm.generation_config.eos_token_id = [0, 1]
    lm.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with a random model whose head is tied to its embeddings."""
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model that answers `integer_sorting` in the right form with random numbers: its groups are often useful."""
    return teach_form(write_model(tmp_path_factory.mktemp("spark")))


def teach_form(folder: str, steps: int = 120) -> str:
    """Train the model in a folder, for some seconds, to write three or four random numbers between answer tags."""
    import random

    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from rlve.envs import registry

    lm, tokenizer = AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    optimizer = torch.optim.AdamW(lm.parameters(), lr=1e-2)
    rng = random.Random(0)
    environment = registry.get("integer_sorting")
    for step in range(steps):
        rows = []
        for row in range(8):
            problem = environment.problem(0, 10_000 + 8 * step + row)
            numbers = [rng.choice([*problem.numbers, rng.randint(0, 15)]) for _ in range(rng.choice([3, 3, 3, 4]))]
            answer = f"<answer>{' '.join(map(str, sorted(numbers)))}</answer>"
            rows.append((tokenizer(problem.prompt()).input_ids, [*tokenizer(answer).input_ids, 0]))
        longest = max(len(prompt) + len(answer) for prompt, answer in rows)
        tokens, labels = torch.zeros(8, longest, dtype=torch.long), torch.full((8, longest), -100)
        for row, (prompt, answer) in enumerate(rows):
            end = len(prompt) + len(answer)
            tokens[row, :end] = torch.tensor(prompt + answer)
            labels[row, len(prompt) : end] = torch.tensor(answer)
        lm(input_ids=tokens, labels=labels).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    lm.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def untied_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_model(tmp_path_factory.mktemp("untied"), tied=False)


HOSTILE = """
import time
from dataclasses import dataclass
from rlve.envs.answers import Word
from rlve.envs.problem import Problem

@dataclass(frozen=True)
class Hostile(Problem[str]):
    number: int

    @staticmethod
    def parameters(difficulty):
        return {"largest": 10**6, "endless": difficulty}

    @classmethod
    def generate(cls, rng, largest, endless):
        if rng.random() < 0.3:
            while endless:
                pass
            raise ZeroDivisionError("a fault of the generator")
        return cls(rng.randint(0, largest))

    def statement(self):
        return f"Problem {self.number}."

    def answer_format(self):
        return Word(("yes", "no", "hang", "fail"))

    def solve(self):
        return "yes"

    def score(self, answer):
        if answer == "hang":
            (9**9**8) % 7
        if answer == "fail":
            raise ValueError("a fault of the check")
        return float(answer == "yes")
"""


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of an environment of another package whose check hangs or fails on certain answers."""
    from rlve.envs import registry

    (tmp_path / "hostile_environments.py").write_text(HOSTILE)
    metadata = tmp_path / "hostile_environments-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile-environments\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[rlve.environments]\nhostile = hostile_environments:Hostile\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.environments.cache_clear()
    yield "hostile"
    registry.environments.cache_clear()


def run_ranks(function: Callable[..., Any], *arguments: Any, ranks: int = 2) -> list[Any]:
    """What `function(*arguments)` returns on each of several processes in one gloo group."""
    context = get_context("spawn")
    results = context.Queue()
    port = free_port()
    processes = [
        context.Process(target=one_rank, args=(rank, ranks, port, results, (function, arguments)))
        for rank in range(ranks)
    ]
    for process in processes:
        process.start()
    try:
        found = dict(results.get(timeout=TOO_LONG) for _ in processes)
    finally:
        for process in processes:
            process.join(5)
            process.kill()
    failures = [text for failed, text in found.values() if failed]
    assert not failures, "\n".join(failures)
    return [found[rank][1] for rank in range(ranks)]


def one_rank(rank: int, ranks: int, port: int, results: Any, work: tuple[Callable[..., Any], tuple[Any, ...]]) -> None:
    names = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": ranks, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    os.environ.update({name: str(value) for name, value in names.items()})
    import torch

    from rlve.training import distributed

    torch.set_num_threads(1)
    function, arguments = work
    try:
        distributed.start()
        results.put((rank, (False, function(*arguments))))
        distributed.gather(None)
    except BaseException:
        results.put((rank, (True, f"rank {rank}: {traceback.format_exc()}")))
    results.close()
    results.join_thread()
    os._exit(0)  # engines that outlive their process group would complain
