"""One evaluation from settings to `results.json`: problems, responses, verdicts, scores.

What cannot be judged on this machine is found first. Responses are sampled by lm-eval, some problems at a time with one
model, judged beside that, and written down after each time: an interrupted evaluation goes on where it stopped.
"""

import contextlib
import hashlib
import json
import sys
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rlve.evaluation import samples
from rlve.evaluation.errors import WrongSettings
from rlve.evaluation.files import stdout_kept_clean, write_json
from rlve.evaluation.graders.sandbox import is_weak, missing_protections, protections, what_remains
from rlve.evaluation.grading import judge_waiting
from rlve.evaluation.models import model_folder
from rlve.evaluation.parallel import run_in_parallel
from rlve.evaluation.results import summary
from rlve.evaluation.sampling import load, run
from rlve.evaluation.settings import EvaluationSettings, Say
from rlve.evaluation.work import CODE, Work, pending, prepare

SETTINGS, RESULTS = "settings.json", "results.json"
PACKAGES = ("rlve", "lm_eval", "transformers", "torch", "vllm", "math-verify", "datasets")
SPOT = 1 << 20


def evaluate(settings: EvaluationSettings, say: Say = lambda line: None) -> dict[str, Any]:
    """Run an evaluation and return its results, which are also written to `results.json` in the output folder.

    Benchmarks that cannot be run are listed under `missing`, with one sentence each, those whose grader failed on the
    way under `failed`; the others run. `say` gets a line at every step. Raises WrongSettings and EvaluationFailed.
    """
    output = Path(settings.output)
    model = settings.model if settings.api else model_folder(settings.model)
    started = time.time()
    with stdout_kept_clean():
        works, missing = prepare(settings)
        for sentence in missing.values():
            say(f"left out: {sentence}")
        sandbox = sandbox_for(works, say)
        check_earlier_settings(output, settings, model)
        for work in works:
            samples.write_prompts(output / work.name, work.documents, work.keys)
        if any(pending(work, output) for work in works):
            if settings.data_parallel > 1:
                run_in_parallel(settings, say)
            else:
                say(f"loading {model}")
                run(works, settings, load(settings, model, say), say)
        for work in works:
            samples.merge(output / work.name)
        failed = judge_waiting(works, settings, say)
        for sentence in failed.values():
            say(sentence)
        judged = [work for work in works if work.name not in failed]
        results = {
            "model": settings.model,
            "evaluated": model,
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "seconds": round(time.time() - started, 1),
            "settings": settings.meaning(),
            "versions": versions(),
            **sandbox,
            **summary(judged, output),
            "missing": missing | failed,
            "failed": list(failed),
        }
        write_json(output / RESULTS, results)
    return results


def sandbox_for(works: Sequence[Work], say: Say) -> dict[str, Any]:
    """What protects this machine from the programs of a benchmark that runs any, noted for the results."""
    if not any(work.name in CODE for work in works):
        return {}
    lacking = missing_protections()
    if lacking:
        say(
            f"caution: this kernel grants no protection of {', '.join(lacking)} to the sandbox for programs; "
            + (what_remains() if is_weak() else "its limits, its filter of system calls and its closed folders remain")
        )
    return {"sandbox": list(protections())} | ({"weak_isolation": what_remains()} if is_weak() else {})


def check_earlier_settings(output: Path, settings: EvaluationSettings, model: str) -> None:
    """Refuse to mix the results of other settings or other weights with new ones; note down those of a new folder."""
    wanted = {**settings.meaning(), "weights": weights_of(model)}
    path = output / SETTINGS
    try:
        earlier = json.loads(path.read_text())
    except FileNotFoundError:
        output.mkdir(parents=True, exist_ok=True)
        write_json(path, wanted)
        return
    except ValueError:
        raise WrongSettings(f"{path} cannot be read: give another --output") from None
    different = [name for name in wanted if earlier.get(name) != wanted[name]]
    if different:
        changes = ", ".join(f"{name} {earlier.get(name)} instead of {wanted[name]}" for name in different)
        raise WrongSettings(f"{output} holds responses of other settings ({changes}): give another --output")


def weights_of(model: str) -> str:
    """A quick fingerprint of a folder's weights: sizes, and the ends of each file. Empty for a hub name or a server."""
    folder = Path(model)
    if not folder.is_dir():
        return ""
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("*.safetensors"), *folder.glob("*.bin"), *folder.glob("config.json")]):
        size = path.stat().st_size
        digest.update(f"{path.name} {size} ".encode())
        with path.open("rb") as file:
            digest.update(file.read(SPOT))
            file.seek(max(0, size - SPOT))
            digest.update(file.read(SPOT))
    return digest.hexdigest()[:16]


def versions() -> dict[str, str]:
    """Of the packages that can change a number."""
    found = {"python": sys.version.split()[0]}
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
