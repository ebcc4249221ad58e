"""The vLLM engine, on the CPU where that build of vLLM is installed."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import pytest

from rlve.evaluation.samples import read

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(find_spec("vllm") is None, reason="vLLM is not installed")


def named_vllm(folder: Path) -> list[str]:
    """A folder for the path where lm-eval asks for the version of `vllm`, and the CPU build is called otherwise."""
    try:
        version("vllm")
    except PackageNotFoundError:
        metadata = folder / "vllm-0.32.0+cpu.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: vllm\nVersion: 0.32.0+cpu\n")
        return [str(folder)]
    return []


def test_vllm_loads_once_and_its_repeats_differ(small: Path, tiny_model: Path, tmp_path: Path) -> None:
    arguments = [
        *("eval", str(tiny_model), "--engine", "vllm", "--data", str(small), "-b", "aime24,bbeh", "--samples", "4"),
        *("--max-response-tokens", "12", "--dtype", "float32", "--gpu-memory-utilization", "0.1"),
        *("-o", str(tmp_path / "out")),
    ]
    finished = subprocess.run(
        [sys.executable, "-m", "rlve_cli", *arguments],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *named_vllm(tmp_path / "metadata")]),
            "VLLM_CPU_KVCACHE_SPACE": "1",
            "HF_HUB_OFFLINE": "1",
            "OMP_NUM_THREADS": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.startswith("Model: ")
    responses = [one.response for one in read(tmp_path / "out" / "aime24")]
    assert len(responses) == 12
    assert len(set(responses)) > 6
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert all(one["mean_tokens"] > 0 for one in results["benchmarks"].values())
