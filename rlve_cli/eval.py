"""`rlve eval`: did a model get better at reasoning, and by how much more than noise?"""

import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from rlve.envs.installation import missing
from rlve_cli.errors import WorkFailed, WrongUse

BUNDLED_MODEL = Path("training") / "tiny"


def evaluate(
    *,
    model: Annotated[
        str | None,
        typer.Argument(
            metavar="MODEL",
            help="A checkpoint folder, a training run (its best checkpoint), or a hub name. "
            "None: the tiny model that comes with rlve.",
        ),
    ] = None,
    benchmarks: Annotated[
        str | None,
        typer.Option(
            "--benchmarks",
            "-b",
            metavar="NAMES",
            help="Names with commas: aime24, aime25, omega500, olympiadbench, bbeh, livecodebench_v6, heldout, "
            "rlve-suite; 'all' is the first six. None: those of the six that this machine has, may run and can judge; "
            "heldout where there is none.",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Local files (aime24.json, ...) instead of the public data sets."),
    ] = None,
    revisions: Annotated[
        list[str] | None,
        typer.Option(
            "--revision",
            metavar="NAME=COMMIT",
            help="Pin the public data set of a benchmark; may be repeated. Results say which commit they used.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where results and samples go; by default below runs/eval."
        ),
    ] = None,
    compare: Annotated[
        Path | None,
        typer.Option(metavar="RESULTS", help="Earlier results (results.json or its folder) to show differences to."),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="Responses a problem; by default the paper's: 64, 4 or 16."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Only the first problems of each benchmark.")
    ] = None,
    temperature: Annotated[float, typer.Option(min=0, help="0 takes the likeliest token every time.")] = 0.6,
    top_p: Annotated[
        float, typer.Option(max=1, help="Sample from the likeliest tokens of this total probability.")
    ] = 0.95,
    max_response_tokens: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Longest response; less where the model's context is shorter.")
    ] = 32_768,
    seed: Annotated[int, typer.Option(min=0, help="Seed of sampling, and of held-out problems.")] = 0,
    chat_template: Annotated[
        bool, typer.Option("--chat-template/--no-chat-template", help="Give prompts through the chat template.")
    ] = True,
    allow_code_execution: Annotated[
        bool,
        typer.Option(
            "--allow-code-execution", help="Run the programs that the model writes (LiveCodeBench), in a sandbox."
        ),
    ] = False,
    allow_weak_isolation: Annotated[
        bool,
        typer.Option(
            "--allow-weak-isolation",
            help="With --allow-code-execution: run programs also where this system cannot keep them from other files.",
        ),
    ] = False,
    engine: Annotated[
        Literal["auto", "vllm", "transformers"],
        typer.Option(help="auto: vllm where it is installed and there is a GPU, else transformers."),
    ] = "auto",
    api: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Evaluate a served model through its OpenAI-compatible address (.../v1)."),
    ] = None,
    api_model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="With --api: the name of the served model.")
    ] = None,
    tensor_parallel: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="GPUs that share one model.")] = 1,
    data_parallel: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Copies of the model, each on GPUs of its own.")
    ] = 1,
    gpu_memory_utilization: Annotated[float, typer.Option(min=0.05, max=1, help="Share of GPU memory for vllm.")] = 0.9,
    batch_size: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Responses at once with transformers.")] = 16,
    dtype: Annotated[str, typer.Option(help="Type of the weights: auto, float32, bfloat16, float16.")] = "auto",
    heldout_envs: Annotated[
        str,
        typer.Option(
            "--heldout-envs",
            "--envs",
            "--env",
            metavar="SELECTION",
            help="Environments of heldout: names, families, splits, FILE.py.",
        ),
    ] = "heldout",
    heldout_difficulties: Annotated[
        str, typer.Option(metavar="LEVELS", help="Difficulties, such as 0-6 or 2,4,8.")
    ] = "0-6",
    heldout_problems: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Problems for each environment, over the difficulties in turn.")
    ] = 7,
    suite_envs: Annotated[
        str,
        typer.Option("--suite-envs", metavar="SELECTION", help="Environments of rlve-suite, the frozen problems."),
    ] = "all",
    suite_problems: Annotated[
        int,
        typer.Option(metavar="NUMBER", min=1, help="Problems of rlve-suite at each difficulty of an environment."),
    ] = 2,
) -> None:
    """Score a model on six reasoning benchmarks, on held-out environments, or on the suite of all environments.

    Prints a table; results.json and every response are written to the output folder. Running the same command again
    goes on where it stopped.

    Exit status: 0 all done; 1 a benchmark that was named could not be run, or the work failed; 2 wrong use.
    """
    from rlve.evaluation.errors import EvaluationFailed, WrongSettings
    from rlve.evaluation.report import read_results, render
    from rlve.evaluation.settings import EvaluationSettings, benchmarks_in

    asked: dict[str, Any] = {"samples": samples, "limit": limit, "temperature": temperature, "top_p": top_p}
    needed(api)
    try:
        named = model_name(model, api, api_model)
        earlier = read_results(compare) if compare else None
        settings = EvaluationSettings(
            model=named,
            output=str(output or default_output(named)),
            benchmarks=benchmarks_in("all" if benchmarks is None else benchmarks),
            named=benchmarks is not None,
            data=str(data) if data else None,
            revisions=tuple(revisions or ()),
            max_response_tokens=max_response_tokens,
            seed=seed,
            chat_template=chat_template,
            allow_code_execution=allow_code_execution,
            allow_weak_isolation=allow_weak_isolation,
            engine="api" if api else engine,
            api=api,
            tensor_parallel=tensor_parallel,
            data_parallel=data_parallel,
            gpu_memory_utilization=gpu_memory_utilization,
            batch_size=batch_size,
            dtype=dtype,
            heldout_environments=heldout_envs,
            heldout_difficulties=heldout_difficulties,
            heldout_problems=heldout_problems,
            suite_environments=suite_envs,
            suite_problems=suite_problems,
            **asked,
        )
        from rlve.evaluation.runner import evaluate as run_evaluation

        results = run_evaluation(settings, tell)
    except WrongSettings as error:
        raise WrongUse(str(error)) from None
    except EvaluationFailed as error:
        raise WorkFailed(str(error)) from None
    typer.echo(render(results, earlier), nl=False)
    tell(f"results: {settings.output}/results.json")
    unrun = results["missing"] if settings.named else results["failed"]
    if unrun:
        raise WorkFailed(f"{len(unrun)} of {len(settings.benchmarks)} benchmarks could not be run")


def needed(api: str | None) -> None:
    """Raises WrongUse where a package is not installed that every evaluation needs."""
    for package in ("lm_eval", "math_verify", *(() if api else ("torch", "transformers"))):
        if find_spec(package) is None:
            raise WrongUse(missing("rlve eval", package, "eval"))


def model_name(model: str | None, api: str | None, api_model: str | None) -> str:
    """The model to evaluate. Raises WrongUse where it is named twice or not at all."""
    if api:
        if not api_model or model:
            raise WrongUse("with --api give the served model's name by --model NAME, and no folder")
        return api_model
    if api_model:
        raise WrongUse("--model goes with --api URL; a folder or hub name is given without an option")
    if model is None:
        tell("No model given: evaluating the tiny model that comes with rlve.")
        return str(Path(__file__).parents[1] / BUNDLED_MODEL)
    return model


def default_output(model: str) -> Path:
    """`runs/eval/` and what is left of the model's name in a file name."""
    name = "-".join(part for part in Path(model).parts if part.strip("./~"))[-80:] or "model"
    return Path("runs") / "eval" / name


def tell(line: str) -> None:
    """A line about progress, on standard error."""
    clock = time.strftime("%H:%M:%S ") if sys.stderr.isatty() else ""
    typer.echo(f"{clock}{line}", err=True)
