"""The suite: a frozen choice of problems of every environment, and how hard a problem a model solves half of the time.

Version, difficulties and seeds are fixed, so that numbers of different days and models compare. The file
`suite.json` holds a hash of every problem of the version: an environment whose problems change alters it, which a test
notices, and then the version goes up (`python -m rlve.evaluation.suite` writes the file anew).
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rlve.envs.registry import Environment, environments
from rlve.evaluation.heldout import HeldoutProblem, Wanted, made, selected

VERSION = 1
DIFFICULTIES = (0, 3, 6, 9)
PROBLEMS_PER_SETTING = 2
SAMPLES = 1
FIRST_SEED = 2**52  # far from the seeds of training and of held-out problems, and exact in JSON everywhere
HALF = 0.5
FILE = Path(__file__).with_name("suite.json")


def levels(environment: Environment) -> list[int]:
    """The suite's difficulties of an environment: those at which it still grows."""
    most = environment.problem_class.max_difficulty
    return [level for level in DIFFICULTIES if most is None or level <= most]


def problems(selection: str, count: int) -> list[HeldoutProblem]:
    """`count` problems of each environment of a selection at each of its difficulties: always the same ones.

    Raises WrongSettings for unknown names.
    """
    return made(
        [
            Wanted(environment.name, level, FIRST_SEED + number, solved=False)
            for environment in selected(selection)
            for level in levels(environment)
            for number in range(count)
        ]
    )


def digest(problem: HeldoutProblem) -> str:
    """Of what a model is asked, and what its answer is judged by."""
    whole = json.dumps([problem.id, problem.prompt, json.loads(problem.instance)], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:8]


def digests(found: Sequence[HeldoutProblem]) -> dict[str, dict[str, list[str]]]:
    """For each environment and difficulty those of its problems, in order."""
    result: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for problem in found:
        result[problem.environment][str(problem.difficulty)].append(digest(problem))
    return {name: dict(of_levels) for name, of_levels in result.items()}


def frozen() -> dict[str, Any]:
    """The version whose hashes are on file, and they: `{"version", "environments": {name: {level: [hash, ...]}}}`."""
    content: dict[str, Any] = json.loads(FILE.read_text())
    return content


def changed(found: Sequence[HeldoutProblem]) -> list[str]:
    """The environments whose problems are not those of the version on file; those that are not in it too."""
    known = frozen()["environments"]
    return sorted(
        name
        for name, of_levels in digests(found).items()
        if any(
            name not in known or not alike(hashes, known[name].get(level, [])) for level, hashes in of_levels.items()
        )
    )


def alike(hashes: Sequence[str], known: Sequence[str]) -> bool:
    """Whether those that are in both are the same; of a longer list the file knows the first ones."""
    return bool(known) and all(one == other for one, other in zip(hashes, known))


def crossing(accuracies: Mapping[int, float]) -> float:
    """The difficulty at which accuracy falls below one half, between the measured ones by a straight line.

    Accuracies that rise with difficulty are noise: neighbours are averaged until none does (as in isotonic regression).
    Below one half from the start is the lowest difficulty, never below it the highest. Worked: 1 at 0, 0.75 at 3, 0.25
    at 6 crosses at 4.5.
    """
    places = sorted(accuracies)
    falling = non_increasing([accuracies[place] for place in places])
    if falling[0] < HALF:
        return float(places[0])
    for (left, before), (right, after) in zip(zip(places, falling), zip(places[1:], falling[1:])):
        if after < HALF:
            return left + (right - left) * (before - HALF) / (before - after)
    return float(places[-1])


def non_increasing(values: Sequence[float]) -> list[float]:
    """The nearest values that never rise: neighbours that do are replaced by their mean, again and again."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (before, many), (after, more) = blocks[-2:]
            blocks[-2:] = [((before * many + after * more) / (many + more), many + more)]
    return [value for value, count in blocks for _ in range(count)]


def report(scores: Sequence[tuple[str, str, int, float]]) -> dict[str, Any]:
    """Of (environment, family, difficulty, score of a problem): accuracies and crossings, and their means by family.

    `crossing` is the mean of the families', each the mean of its environments'.
    """
    by_level: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    family_of = {}
    for environment, family, difficulty, score in scores:
        by_level[environment][difficulty].append(score)
        family_of[environment] = family
    every: dict[str, Any] = {}
    members: dict[str, list[float]] = defaultdict(list)
    for name in sorted(by_level):
        accuracies = {level: fmean(found) for level, found in sorted(by_level[name].items())}
        crosses = crossing(accuracies)
        members[family_of[name]].append(crosses)
        every[name] = {
            "family": family_of[name],
            "accuracy": {str(level): value for level, value in accuracies.items()},
            "crossing": round(crosses, 3),
        }
    families = {
        family: {"crossing": round(fmean(found), 3), "environments": len(found)}
        for family, found in sorted(members.items())
    }
    whole = fmean(fmean(found) for found in members.values())
    return {"crossing": round(whole, 3), "families": families, "environments": every}


def freeze() -> None:
    """Write down the hashes of this version, a line for each environment."""
    ours = ",".join(name for name, environment in environments().items() if environment.is_ours)
    found = digests(problems(ours, PROBLEMS_PER_SETTING))
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(of_levels)}" for name, of_levels in sorted(found.items()))
    FILE.write_text(f'{{"version": {VERSION}, "environments": {{\n{lines}\n}}}}\n')


if __name__ == "__main__":
    freeze()
