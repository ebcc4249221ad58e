"""Seconds and memory of a training step beside TRL's `GRPOTrainer`: `python -m benchmarks.train_step`.

Both train the bundled model on the same prompts with the same number of responses of the same length, on one thread,
each in a process of its own. TRL learns from every group it samples; ours samples up to three times as many and learns
from as many useful ones. Processor time is compared as well as wall time, so that a busy machine makes neither look
slow.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

ENVIRONMENTS = ("integer_sorting", "sliding_window_minimum", "minimal_cyclic_rotation", "spiral_matrix_traversal")
GROUPS, SIZE, TOKENS = 16, 8, 64
WARM_UP = 2


def measured(times: list[tuple[float, float]]) -> dict[str, float]:
    """Medians of the steps after the first ones, from (wall, processor) readings between steps; memory in MiB."""
    steps = [(later[0] - sooner[0], later[1] - sooner[1]) for sooner, later in zip(times, times[1:])][WARM_UP:]
    return {
        "seconds": median(wall for wall, _ in steps),
        "processor seconds": median(processor for _, processor in steps),
        "peak MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def reading() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def ours(steps: int) -> dict[str, float]:
    from rlve.training import config, trainer
    from rlve.training.clock import Clock
    from rlve.training.stopping import Stop

    values: dict[str, Any] = {"envs": ",".join(ENVIRONMENTS), "curriculum": "static", "static_range": "0-3"}
    values |= {"prompts_per_step": GROUPS, "group_size": SIZE, "max_response_tokens": TOKENS, "steps": steps + WARM_UP}
    values |= {"eval_every": 0, "save_every": 0, "rollouts_per_step": 0, "workers": 1}
    _, settings = config.resolve("tiny", None, values)
    times = [reading()]
    report = trainer.report

    def timed(*arguments: Any) -> None:
        report(*arguments)
        times.append(reading())

    trainer.report = timed  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        trainer.train(Path(folder), settings, Stop(Path(folder)), Clock())
    return measured(times)


def trls(steps: int) -> dict[str, float]:
    from datasets import Dataset
    from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
    from trl import GRPOConfig, GRPOTrainer  # type: ignore[attr-defined]

    from rlve.envs import registry
    from rlve.training import checks

    tokenizer = AutoTokenizer.from_pretrained(checks.TINY)
    rows = []
    for number in range(GROUPS * (steps + WARM_UP)):
        name = ENVIRONMENTS[number % len(ENVIRONMENTS)]
        problem = registry.get(name).problem(number % 4, number)
        rows.append({"prompt": [{"role": "user", "content": problem.prompt()}], "name": name, "level": number % 4})
        rows[-1]["seed"] = number

    def reward(completions: list[Any], name: list[str], level: list[int], seed: list[int], **_: Any) -> list[float]:
        problems = (registry.get(*one[:1]).problem(*one[1:]) for one in zip(name, level, seed))
        return [problem.verify(written[0]["content"]).reward for problem, written in zip(problems, completions)]

    times: list[tuple[float, float]] = []

    class Readings(TrainerCallback):  # type: ignore[misc]
        def on_step_begin(self, *_: Any, **__: Any) -> None:
            if not times:
                times.append(reading())

        def on_step_end(self, *_: Any, **__: Any) -> None:
            times.append(reading())

    with tempfile.TemporaryDirectory() as folder:
        arguments = GRPOConfig(
            output_dir=folder,
            use_cpu=True,
            per_device_train_batch_size=GROUPS * SIZE,
            num_generations=SIZE,
            max_completion_length=TOKENS,
            learning_rate=2e-4,
            lr_scheduler_type="constant",
            beta=0.0,
            loss_type="dapo",
            epsilon_high=0.28,
            max_steps=steps + WARM_UP,
            gradient_checkpointing=False,
            bf16=False,
            report_to=[],
            save_strategy="no",
            logging_steps=1000,
            disable_tqdm=True,
        )
        trainer = GRPOTrainer(
            model=AutoModelForCausalLM.from_pretrained(checks.TINY),
            args=arguments,
            train_dataset=Dataset.from_list(rows),
            reward_funcs=reward,
            processing_class=tokenizer,
            callbacks=[Readings()],
        )
        trainer.train()
    return measured(times)


def in_own_process(side: str, steps: int) -> dict[str, float]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    command = [sys.executable, "-m", "benchmarks.train_step", "--side", side, "--steps", str(steps)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        sys.exit(f"{side} failed:\n{done.stderr[-2000:]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10, help="steps that are measured")
    parser.add_argument("--side", choices=["rlve", "trl"], help="measure one of them in this process")
    arguments = parser.parse_args()
    if arguments.side:
        print(json.dumps((ours if arguments.side == "rlve" else trls)(arguments.steps)))
        return
    found = {side: in_own_process(side, arguments.steps) for side in ("rlve", "trl")}
    print(f"{GROUPS} groups of {SIZE} responses of at most {TOKENS} tokens, the bundled model, one thread")
    print(f"{'':18}{'rlve':>10}{'trl':>10}{'ratio':>8}")
    for name, value in found["rlve"].items():
        other = found["trl"][name]
        print(f"{name:18}{value:10.2f}{other:10.2f}{value / other:8.2f}")


if __name__ == "__main__":
    main()
