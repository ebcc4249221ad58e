"""Make the bundled tiny model: `python -m rlve.training.bundled.warmstart --output training/tiny`.

A Llama of 1.3 M parameters with a tokenizer of its own learns to imitate solutions of a few environments. First it
imitates right answers, mostly of difficulty 0 and 1 and thinly up to 6, until it can do these problems at all. Then it
imitates answers of which 40 % are corrupted, evenly over all these difficulties: so it ends solving about half of the
problems at every difficulty, and no upper difficulty rises unless reinforcement learning makes it better. A base
model's data are noisy too, but this noise is put there on purpose, and the model's card says so.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from rlve.envs.registry import Environment, get, select

ENVIRONMENTS = (
    "integer_sorting",
    "sliding_window_minimum",
    "spiral_matrix_traversal",
    "josephus_elimination_order",
    "next_palindrome_number",
    "minimal_cyclic_rotation",
    "preorder_from_inorder_postorder",
    "lexicographically_largest_k_subsequence",
)
HARDEST = 6
CORRUPTED = 0.4
MEASURED = 200  # problems at each difficulty
END, PAD = "<|end|>", "<|pad|>"
TEMPLATE = "{% for message in messages %}{{ message['content'] + '\n' }}{% endfor %}"
# One token each: digits, line breaks, the blanks of a list, the letters of an answer of a and b.
PIECES = r"[0-9]|\n|(?<=[0-9]) (?=[-0-9])|[ab](?=[ab]*$)"
VOCABULARY = 2048
CONTEXT = 512
IGNORED = -100

Example = tuple[list[int], list[int]]  # tokens of the prompt, tokens of the response


def build_tokenizer(environments: list[Environment], others: list[Environment]) -> PreTrainedTokenizerFast:
    """Byte-level BPE whose pieces may span whole phrases, so that prompts are short; every digit is one token."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PIECES), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - 4,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        max_token_length=200,
        show_progress=False,
    )
    tokenizer.train_from_iterator(_prompts(environments, others), trainer)
    tokenizer.add_special_tokens([END, PAD])
    tokenizer.add_tokens([AddedToken("<answer>"), AddedToken("</answer>")])
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=END, pad_token=PAD, model_max_length=CONTEXT)
    fast.chat_template = TEMPLATE
    return fast


def _prompts(environments: list[Environment], others: list[Environment]) -> Iterator[str]:
    for environment in environments:
        for difficulty in range(HARDEST + 1):
            for seed in range(20):
                yield environment.problem(difficulty, 10**6 + seed).prompt()
    for environment in others:
        yield environment.problem(1, 10**6).prompt()


def build_model(tokenizer: PreTrainedTokenizerFast, seed: int) -> LlamaForCausalLM:
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=VOCABULARY,
        hidden_size=128,
        intermediate_size=512,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=4,
        max_position_embeddings=CONTEXT,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    model = LlamaForCausalLM(config)
    model.generation_config = GenerationConfig(eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id)
    return model


def corrupted(rng: Random, text: str) -> str:
    """A wrong answer of the same form: two items changed places, or one became another."""
    words = text.split(" ") if " " in text else list(text)
    kinds = sorted(set(words) - {"\n"})
    for _ in range(20):
        changed = words.copy()
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        if rng.random() < 0.5:
            changed[i], changed[j] = changed[j], changed[i]
        else:
            changed[i] = rng.choice(kinds) if len(kinds) > 1 else str(rng.randint(0, 9))
        if changed != words:
            return (" " if " " in text else "").join(changed)
    return text + str(rng.randint(0, 9))


def examples(
    environments: list[Environment], tokenizer: Any, rng: Random, weights: list[float], noise: float
) -> Iterator[Example]:
    """Endless problems whose difficulties are drawn by their weights, and answers of which a share is corrupted."""
    while environments:
        environment = rng.choice(environments)
        difficulty = rng.choices(range(len(weights)), weights)[0]
        problem = environment.problem(difficulty, rng.randrange(10**9))
        answer = problem.answer_format().render(problem.solution)
        if rng.random() < noise:
            answer = corrupted(rng, answer)
        prompt = tokenizer.apply_chat_template([{"role": "user", "content": problem.prompt()}], tokenize=False)
        ids = tokenizer(prompt)["input_ids"], tokenizer(f"<answer>{answer}</answer>{END}")["input_ids"]
        if len(ids[0]) + len(ids[1]) <= CONTEXT:
            yield ids


def batches(drawn: Iterator[Example], size: int, pad: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Tokens and labels, both (size, length), of examples of similar length; prompts and padding have no label."""
    while True:
        pool = sorted((next(drawn) for _ in range(8 * size)), key=lambda example: len(example[0]) + len(example[1]))
        groups = [pool[start : start + size] for start in range(0, len(pool), size)]
        Random(len(pool[0][0]) + len(pool[-1][0])).shuffle(groups)
        for group in groups:
            length = max(len(prompt) + len(response) for prompt, response in group)
            tokens = torch.full((size, length), pad)
            labels = torch.full((size, length), IGNORED)
            for row, (prompt, response) in enumerate(group):
                end = len(prompt) + len(response)
                tokens[row, :end] = torch.tensor(prompt + response)
                labels[row, len(prompt) : end] = torch.tensor(response)
            yield tokens, labels


def imitate(
    model: LlamaForCausalLM, drawn: Iterator[Example], steps: int, batch: int, rate: float, pad: int, log: str
) -> None:
    """`steps` steps on the responses' cross-entropy; the rate warms up, then falls as a cosine.

    Muon (Jordan et al. 2024) learns these tasks in a fraction of AdamW's steps.
    """

    def scale(step: int) -> float:
        return min(1.0, (step + 1) / 50) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps)))

    matrices = [weight for name, weight in model.named_parameters() if weight.dim() == 2 and "embed" not in name]
    others = [weight for name, weight in model.named_parameters() if weight.dim() != 2 or "embed" in name]
    optimizers = [
        torch.optim.Muon(matrices, lr=rate, weight_decay=0.01),
        torch.optim.AdamW(others, lr=0.15 * rate, betas=(0.9, 0.98), weight_decay=0.0),
    ]
    schedules = [torch.optim.lr_scheduler.LambdaLR(optimizer, scale) for optimizer in optimizers]
    started = time.monotonic()
    model.train()
    recent = 0.0
    for step, (tokens, labels) in zip(range(steps), batches(drawn, batch, pad)):
        wanted = (labels[:, 1:] != IGNORED).nonzero(as_tuple=True)
        hidden = model.model(input_ids=tokens, use_cache=False).last_hidden_state[:, :-1][wanted]
        loss = torch.nn.functional.cross_entropy(model.lm_head(hidden), labels[:, 1:][wanted])
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer, schedule in zip(optimizers, schedules):
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
        recent = loss.item() if step == 0 else 0.98 * recent + 0.02 * loss.item()
        if (step + 1) % 100 == 0:
            print(f"{log} step {step + 1}/{steps} loss {recent:.3f} {time.monotonic() - started:.0f} s", flush=True)
    model.eval()


@torch.no_grad()
def accuracy(
    model: LlamaForCausalLM,
    tokenizer: Any,
    environment: Environment,
    difficulty: int,
    problems: int,
    temperature: float,
) -> float:
    """The share of problems whose sampled response is correct; temperature 0 takes the likeliest tokens."""
    asked = [environment.problem(difficulty, 2 * 10**9 + seed) for seed in range(problems)]
    texts = [
        tokenizer.apply_chat_template([{"role": "user", "content": problem.prompt()}], tokenize=False)
        for problem in asked
    ]
    encoded = tokenizer(texts, return_tensors="pt", padding=True, padding_side="left")
    room = CONTEXT - encoded["input_ids"].shape[1]
    if room < 8:
        return 0.0
    chosen: dict[str, Any] = (
        {"do_sample": False} if temperature == 0 else {"do_sample": True, "temperature": temperature}
    )
    tokens = model.generate(
        input_ids=encoded["input_ids"],
        attention_mask=encoded["attention_mask"],
        max_new_tokens=min(room, 160),
        top_k=0,
        **chosen,
    )
    responses = tokenizer.batch_decode(tokens[:, encoded["input_ids"].shape[1] :], skip_special_tokens=True)
    return sum(problem.verify(text).reward == 1 for problem, text in zip(asked, responses)) / problems


def measure(model: LlamaForCausalLM, tokenizer: Any, environments: list[Environment], problems: int) -> dict[str, Any]:
    """Accuracy at temperature 1 by environment and difficulty."""
    return {
        environment.name: [
            round(accuracy(model, tokenizer, environment, difficulty, problems, 1.0), 3)
            for difficulty in range(HARDEST + 1)
        ]
        for environment in environments
    }


CARD = """# The bundled tiny model

A Llama of {parameters:,} parameters ({layers} layers, width {width}) with a byte-level BPE tokenizer of {vocabulary}
tokens in which every digit is one token. It exists so that `rlve train`, `make demo` and the tests have something real
to train on a CPU in minutes. It knows nothing but the eight environments below, and it is bad at them on purpose.

Made by `python -m rlve.training.bundled.warmstart --output training/tiny` (seed {seed}): {cycles} times
{steps} steps of {batch} examples on right answers of difficulty 0 to {hardest}, mostly 0 and 1; then {noisy_steps}
steps on answers of
which {corrupted:.0%} were corrupted, evenly over these difficulties. The noise makes it fail about half of what it
could do, so that accuracy at an upper difficulty stays below the 0.9 from which difficulties rise, unless
reinforcement learning lifts it. {history}

Share of right answers at temperature 1, {problems} problems each, and the upper difficulty that `rlve train --preset
demo --learning-rate 0` reaches: the control. An environment whose control rises would prove nothing about learning.

| environment | {levels} | control |
| --- |{rules} --- |
{rows}
"""


def write_card(folder: Path) -> None:
    """README.md of the model, from `accuracy.json` and, once the control was run, `control.json`."""
    facts = json.loads((folder / "accuracy.json").read_text())
    control_file = folder / "control.json"
    control = json.loads(control_file.read_text()) if control_file.exists() else {}
    accuracies = facts.pop("accuracy")
    rows = [
        f"| `{name}` | {' | '.join(f'{value:.2f}' for value in found)} | {control.get(name, '-')} |"
        for name, found in accuracies.items()
    ]
    levels = range(len(next(iter(accuracies.values()))))
    text = CARD.format(**facts, levels=" | ".join(map(str, levels)), rules=" --- |" * len(levels), rows="\n".join(rows))
    (folder / "README.md").write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="folder of the model")
    parser.add_argument("--cycles", type=int, default=4, help="times the rate starts anew on right answers")
    parser.add_argument("--steps", type=int, default=1800, help="steps of each cycle")
    parser.add_argument("--noisy-steps", type=int, default=250, help="steps on answers of which a share is corrupted")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    environments = [get(name) for name in ENVIRONMENTS]
    others = [environment for environment in select("all") if environment.name not in ENVIRONMENTS]
    tokenizer = build_tokenizer(environments, others)
    model = build_model(tokenizer, options.seed)
    thin = [4.0, 4.0, 3.0, 1.5, 0.5, 0.3, 0.3]
    pad = tokenizer.pad_token_id
    for cycle in range(options.cycles):
        clean = examples(environments, tokenizer, Random(options.seed + cycle), thin, 0.0)
        rate = 2e-2 if cycle < 2 else 1e-2
        imitate(model, clean, options.steps, options.batch, rate, pad, "right answers:")
        print(json.dumps(measure(model, tokenizer, environments, 60)))
    noisy = examples(environments, tokenizer, Random(f"noisy/{options.seed}"), [1.0] * (HARDEST + 1), CORRUPTED)
    imitate(model, noisy, options.noisy_steps, options.batch, 5e-3, pad, "noisy answers:")
    options.output.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(options.output)
    tokenizer.save_pretrained(options.output)
    facts = {
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "layers": model.config.num_hidden_layers,
        "width": model.config.hidden_size,
        "vocabulary": len(tokenizer),
        "seed": options.seed,
        "cycles": options.cycles,
        "steps": options.steps,
        "noisy_steps": options.noisy_steps,
        "batch": options.batch,
        "hardest": HARDEST,
        "corrupted": CORRUPTED,
        "problems": MEASURED,
        "history": "",
        "accuracy": measure(model, tokenizer, environments, MEASURED),
    }
    (options.output / "accuracy.json").write_text(json.dumps(facts, indent=1) + "\n")
    write_card(options.output)


if __name__ == "__main__":
    main()
