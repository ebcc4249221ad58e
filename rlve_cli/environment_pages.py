"""What `rlve inspect` says about environments: a table of many, a page about one, complaints of the checker."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TextIO

from rlve.envs.catalogue import summary
from rlve.envs.checker import complaints, differing
from rlve.envs.jsontext import dumps
from rlve.envs.registry import Environment, splits
from rlve_cli.errors import WorkFailed
from rlve_cli.near_misses import attempts
from rlve_cli.tables import Table
from rlve_cli.terminal import bold, printable, shortened

SHOWN_DIFFICULTIES = (0, 1, 2, 3, 4, 6, 8, 10)
DESCRIBED_DIFFICULTIES = 16  # in JSON: 0..15
LONGEST_CELL = 48
LONGEST_REASON = 72
LAYOUT = "\n\t"  # control characters that texts of several lines are made of


def print_list(environments: Sequence[Environment], stream: TextIO) -> None:
    """By family on a terminal; elsewhere a line for each, with its family."""
    if not stream.isatty():
        rows = [(environment.name, environment.family, summary(environment)) for environment in environments]
        Table(("environment", "family", "task"), list(rows), left=(0, 1, 2)).print(stream)
        return
    families: dict[str, list[Environment]] = {}
    for environment in environments:
        families.setdefault(environment.family, []).append(environment)
    for family, members in families.items():
        rows_of_family = [(environment.name, summary(environment)) for environment in members]
        Table((f"{family} ({len(members)})", ""), list(rows_of_family), left=(0, 1)).print(stream)
        stream.write("\n")


def families(environments: Sequence[Environment]) -> list[dict[str, Any]]:
    """For machines: each family with the number of its environments."""
    counts = Counter(environment.family for environment in environments)
    return [{"family": family, "environments": count} for family, count in counts.items()]


def print_families(environments: Sequence[Environment], stream: TextIO) -> None:
    rows = [(each["family"], str(each["environments"])) for each in families(environments)]
    Table(("family", "environments"), list(rows), left=(0,)).print(stream)


def print_page(environment: Environment, difficulty: int, seed: int, stream: TextIO) -> None:
    """Raises `WorkFailed` if the environment fails."""
    described = description(environment)
    page = example(environment, difficulty, seed)
    most = described["max_difficulty"]
    stream.write(f"{bold(environment.name, stream)} ({environment.family})\n{described['description']}\n\n")
    shown = [level for level in SHOWN_DIFFICULTIES if most is None or level <= most]
    growth = {level: described["parameters"][level] for level in shown}
    rows = [(name, *(str(growth[level][name]) for level in shown)) for name in growth[shown[0]]]
    Table(("difficulty", *map(str, shown)), list(rows)).print(stream)
    if most is not None:
        stream.write(f"The difficulty stops growing at {most}.\n")
    for title, text in (
        (f"Prompt at difficulty {difficulty}, seed {seed}", page["prompt"]),
        ("Instance", dumps(page["instance"]).decode()),
        ("Answer", page["answer"]),
    ):
        stream.write(f"\n{bold(title, stream)}\n{printable(text, keep=LAYOUT)}\n")
    stream.write(f"\n{bold('What answers earn', stream)}\n")
    earned = [
        (
            "-" if attempt["reward"] is None else f"{attempt['reward']:.3f}",
            attempt["outcome"],
            attempt["what"],
            _excerpt(attempt["answer"]),
            _excerpt(attempt["reason"], LONGEST_REASON),
        )
        for attempt in page["attempts"]
    ]
    columns = ("reward", "outcome", "", "answer", "reason")
    Table(columns, list(earned), left=(1, 2, 3, 4), yielding=(3, 2)).print(stream)


def description(environment: Environment) -> dict[str, Any]:
    """An environment for machines. Raises `WorkFailed` if it cannot be imported."""
    try:
        problem_class = environment.problem_class
        parameters = [environment.parameters(level) for level in range(DESCRIBED_DIFFICULTIES)]
    except Exception as error:
        raise WorkFailed(f"{environment.name} fails: {type(error).__name__}: {error}") from None
    return {
        "name": environment.name,
        "family": environment.family,
        "description": summary(environment),
        "module": environment.module,
        "splits": [split for split, names in splits().items() if environment.name in names],
        "max_difficulty": problem_class.max_difficulty,
        "parameters": parameters,
    }


def example(environment: Environment, difficulty: int, seed: int) -> dict[str, Any]:
    """A problem with its solution, and what that and other answers earn. Raises `WorkFailed`."""
    try:
        problem = environment.problem(difficulty, seed)
        return {
            "difficulty": difficulty,
            "seed": seed,
            "prompt": problem.prompt(),
            "instance": problem.instance(),
            "answer": problem.answer_format().render(problem.solution),
            "attempts": [asdict(attempt) for attempt in attempts(problem, environment.problem(difficulty, seed + 1))],
        }
    except Exception as error:
        place = f"{environment.name} at difficulty {difficulty}, seed {seed}"
        raise WorkFailed(f"{place} fails: {type(error).__name__}: {error}") from None


def check(environments: Sequence[Environment], stream: TextIO | None) -> list[dict[str, Any]]:
    """What the checker says of each environment, for machines; told as it comes if there is a stream."""
    several = len(environments) > 1
    found: dict[str, list[str]] = {}
    for environment in environments:
        found[environment.name] = list(complaints(environment, hash_seeds=not several))
        if stream is not None:
            _print_complaints(environment.name, found[environment.name], stream)
    passed = [environment for environment in environments if not found[environment.name]]
    if several and passed:  # new interpreters, but once for all
        for name, complaint in differing(passed).items():
            found[name].append(complaint)
            if stream is not None:
                _print_complaints(name, [complaint], stream)
    return [{"name": name, "ok": not told, "complaints": told} for name, told in found.items()]


def _print_complaints(name: str, found: Sequence[str], stream: TextIO) -> None:
    stream.write(f"{printable(name)}:\n" if found else f"{printable(name)}: ok\n")
    stream.writelines(f"  - {printable(complaint, keep=LAYOUT)}\n" for complaint in found)
    stream.flush()


def _excerpt(text: str, longest: int = LONGEST_CELL) -> str:
    line = " / ".join(text.splitlines())
    return shortened(line, longest)
