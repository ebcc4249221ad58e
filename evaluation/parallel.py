"""Data parallel: one process for each share of the GPUs, each with its own model and its own part of the chunks.

lm-eval's own way needs Ray and loads the model again for every call.
"""

import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from rlve.evaluation import engines
from rlve.evaluation.errors import EvaluationFailed
from rlve.evaluation.files import stdout_kept_clean, write_json
from rlve.evaluation.models import model_folder
from rlve.evaluation.sampling import load, run
from rlve.evaluation.settings import EvaluationSettings, Say
from rlve.evaluation.work import prepare


def run_in_parallel(settings: EvaluationSettings, say: Say) -> None:
    """One process for each data-parallel rank, with its own model and GPUs. Raises EvaluationFailed if one fails."""
    output = Path(settings.output)
    order = output / "order.json"
    write_json(order, asdict(settings))
    processes = [
        subprocess.Popen(
            [sys.executable, "-P", "-m", "rlve.evaluation.shard", str(rank), str(order)],
            env=engines.environment_of_rank(rank, settings.tensor_parallel, os.environ),
            stdout=subprocess.DEVNULL,
        )
        for rank in range(settings.data_parallel)
    ]
    say(f"sampling in {len(processes)} processes")
    try:
        statuses = [process.wait() for process in processes]
    except BaseException:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        raise
    order.unlink()
    failed = [str(rank) for rank, status in enumerate(statuses) if status]
    if failed:
        raise EvaluationFailed(f"data-parallel process {', '.join(failed)} failed; run the same command again to go on")


def run_shard(rank: int, settings: EvaluationSettings, say: Say) -> None:
    """What one data-parallel process does."""
    ranks, model = settings.data_parallel, settings.model if settings.api else model_folder(settings.model)
    with stdout_kept_clean():
        works, _ = prepare(settings)
        run(works, settings, load(settings, model, say), say, (rank, ranks))
