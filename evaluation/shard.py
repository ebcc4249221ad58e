"""One data-parallel process of an evaluation: `python -m rlve.evaluation.shard RANK ORDER`."""

import json
import sys
import warnings
from pathlib import Path

from rlve.envs.registry import EnvironmentWarning
from rlve.evaluation.errors import EvaluationFailed, WrongSettings
from rlve.evaluation.parallel import run_shard
from rlve.evaluation.settings import EvaluationSettings


def main() -> int:
    rank, order = int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
    for name in ("benchmarks", "revisions"):
        order[name] = tuple(order[name])
    warnings.simplefilter("ignore", EnvironmentWarning)  # the process that started this one has said it
    try:
        run_shard(rank, EvaluationSettings(**order), lambda line: print(f"process {rank}: {line}", file=sys.stderr))
    except (EvaluationFailed, WrongSettings) as error:
        print(f"process {rank}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
