"""What only a GPU can show: `python -m benchmarks.gpu_check [--model NAME]`. Prints one line for each check; exit
status 1 if one fails.

Sleeping and waking of vLLM, hand-over in bfloat16, a few steps of the preset `single-gpu`, memory against the estimate
of `rlve train --dry-run`, resuming. It takes a few minutes with a model of 0.5 to 1.5 billion parameters.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


def check(name: str, passed: bool, detail: str) -> bool:
    print(f"{'ok  ' if passed else 'FAIL'} {name}: {detail}", flush=True)
    return passed


def sleeping(model: str) -> list[bool]:
    """Memory before, during and after sleep, and that new weights, not old ones, are sampled from afterwards."""
    import torch

    from rlve.training import distributed, samplers
    from rlve.training.config import TrainSettings
    from rlve.training.policy import Policy
    from rlve.training.samplers import Decoding, Request

    settings = TrainSettings(
        model=model,
        sampler="vllm",
        zero_stage=1,
        max_prompt_tokens=256,
        max_response_tokens=256,
        gpu_memory_utilization=0.4,
    )
    distributed.start()
    engine = samplers.choose(settings, model, seed=0)

    def used() -> float:
        free, total = torch.cuda.mem_get_info()
        return float(total - free) / 2**30

    awake = used()
    engine.sleep()
    asleep = used()
    policy = Policy(settings, model)
    engine.wake()
    engine.load(policy.weights())

    def greedy() -> list[int]:
        ((_, (response,)),) = engine.sample([Request(list(range(100, 140)), 1, 32)], Decoding(0.0, 0))
        return [int(token) for token in response.tokens]

    before = greedy()
    again = greedy()
    with torch.no_grad():
        for parameter in policy.lm.parameters():
            parameter.mul_(1.05)
    engine.sleep()
    engine.wake()
    engine.load(policy.weights())
    after = greedy()
    found = [
        check("sleep frees memory", asleep < 0.5 * awake, f"{awake:.1f} GiB awake, {asleep:.1f} GiB asleep"),
        check("waking with the same weights", before == again, "the same greedy response"),
        check("waking with new weights", before != after, "another greedy response"),
    ]
    engine.close()
    return found


def run(*flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rlve_cli", "train", *flags]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def memory(timings: list[dict[str, Any]], folder: Path) -> bool:
    """What updates took at most beside `rlve train --dry-run`'s estimate; fails where that is too low by a fifth."""
    from rlve.training.config import TrainSettings, read_settings
    from rlve.training.memory import estimate

    expected = estimate(TrainSettings(**read_settings(folder / "settings.yaml")))
    taken = max(line.get("memory/update_gib", 0.0) for line in timings)
    if expected is None or not taken:
        return check("memory against the estimate", False, "not measured, or the model's shape is not known")
    gib = expected.updating / 2**30
    return check("memory against the estimate", taken < 1.2 * gib, f"{taken:.1f} GiB taken, {gib:.1f} GiB estimated")


def steps(model: str) -> list[bool]:
    """A few steps of `single-gpu`, then one more after resuming."""
    from rlve.training.metrics import read

    flags = ["--preset", "single-gpu", "--model", model, "--prompts-per-step", "16"]
    flags += ["--max-response-tokens", "1024", "--eval-every", "0", "--steps", "3"]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "run"
        done = run("--run", str(target), *flags)
        if not check("three steps of single-gpu", done.returncode == 0, done.stderr.strip().splitlines()[-1]):
            return [False]
        metrics, timings = read(target / "metrics.jsonl"), read(target / "timings.jsonl")
        gap = max(line.get("sampler/logprob_gap", 0.0) for line in metrics)
        resumed = run("--run", str(target), "--resume", "--steps", "4")
        return [
            check("sampler and policy agree in bfloat16", gap < 0.05, f"mean gap at most {gap:.4f}"),
            check("seconds", True, ", ".join(f"{name} {value}" for name, value in timings[-1].items())),
            memory(timings, target),
            check("resume", resumed.returncode == 0, resumed.stderr.strip().splitlines()[-1]),
        ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="Qwen/Qwen2.5-0.5B-Instruct", help="a folder or hub name")
    parser.add_argument("--part", choices=["sleeping", "steps"], help="one part, in this process")
    arguments = parser.parse_args()
    if arguments.part:
        results = (sleeping if arguments.part == "sleeping" else steps)(arguments.model)
        return 0 if all(results) else 1
    parts = ("sleeping", "steps")  # in processes of their own: one engine's memory is not another's
    command = [sys.executable, "-m", "benchmarks.gpu_check", "--model", arguments.model]
    statuses = [subprocess.run([*command, "--part", part], check=False).returncode for part in parts]
    return 1 if any(statuses) else 0


if __name__ == "__main__":
    sys.exit(main())
