"""Rules about drawing: equal seeds, variety, growth, size and speed."""

import json
import pickle
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from rlve.envs.checks.reading import hardest
from rlve.envs.checks.shared import Problems, Progress, rendered
from rlve.envs.problem import Problem, Redraw
from rlve.envs.registry import Environment

LEVELS = (0, 3, 6, 10, 15, 20, 30, 50, 70)  # difficulties at which the size is looked at, and at the hardest
LONGEST_DRAW = 0.2  # seconds of processor time, with the prompt and the solution
MOST_MEMORY = 500  # MB for the same
LONGEST_PROMPT = 24_000  # characters
MOST_PROBLEMS = 400  # drawn at one difficulty to see how many are different
LEAST_DIFFERENT = 300
MOST_CORRECT = 0.2  # of problems that one constant answer may solve


def check_speed(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    """In processor time, so that a busy machine makes nobody slow."""
    for difficulty in sorted({difficulty for difficulty, _ in problems}):
        slowest, total, count = 0.0, 1e-6, 20
        for seed in range(count):
            progress(f"timing difficulty {difficulty}")
            started = time.process_time()
            problem = environment.problem(difficulty, 5000 + seed)
            problem.prompt()
            _ = problem.solution
            spent = time.process_time() - started
            slowest, total = max(slowest, spent), total + spent
            if slowest > 1.0:
                break
        if (difficulty <= 6 and count / total < 20) or slowest > 1.0:
            yield f"{count / total:.0f} problems a second, slowest {slowest:.2f} s, at difficulty {difficulty}"


def check_same_seed(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for (difficulty, seed), problem in problems.items():
        if environment.problem(difficulty, seed) != problem:
            yield f"seed {seed} at difficulty {difficulty} gives two problems"


def check_global_random(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    random.seed(1)
    before, numpy_before = random.getstate(), _numpy_state()
    for difficulty, seed in list(problems)[:: max(1, len(problems) // 10)]:
        problem = environment.problem(difficulty, seed)
        problem.verify(f"<answer>{problem.answer_format().render(problem.solution)}</answer>")
    if random.getstate() != before or (numpy_before is not None and _numpy_state() != numpy_before):
        yield "the global random state changed"


def _numpy_state() -> str | None:
    numpy = sys.modules.get("numpy")
    return None if numpy is None else repr(numpy.random.get_state(legacy=True)[1].tolist())


def check_variety(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    """Hundreds of problems, and no answer that can be learnt by heart, from difficulty 0 on."""
    for difficulty in sorted({difficulty for difficulty, _ in problems} & {0, 3}):
        drawn, prompts = list[Problem[Any]](), set[str]()
        for seed in range(MOST_PROBLEMS):
            progress(f"drawing {MOST_PROBLEMS} problems of difficulty {difficulty}")
            problem = environment.problem(difficulty, 1000 + seed)
            drawn.append(problem)
            prompts.add(problem.prompt())
        if len(prompts) < LEAST_DIFFERENT:
            yield (
                f"only {len(prompts)} different problems in {MOST_PROBLEMS} seeds at difficulty {difficulty}, "
                f"less than {LEAST_DIFFERENT}"
            )
        text, share = _best_constant(drawn)
        if share > MOST_CORRECT:
            yield f"the answer {text[:80]!r} solves {share:.0%} of the problems at difficulty {difficulty}"


def _best_constant(problems: Sequence[Problem[Any]]) -> tuple[str, float]:
    """The solution of one problem that solves the largest share of the others; picked by some, measured by the rest."""
    texts = [rendered(problem) for problem in problems[:80]]
    common = [text for text, _ in Counter(texts).most_common(4)]
    candidates = dict.fromkeys([*common, *texts[:6]])
    some, rest = problems[6:66], problems[66:]
    text = max(candidates, key=lambda candidate: _share_solved(candidate, some))
    return text, _share_solved(text, rest) if _share_solved(text, some) > MOST_CORRECT / 2 else 0.0


def _share_solved(text: str, problems: Sequence[Problem[Any]]) -> float:
    return sum(problem.verify(f"<answer>{text}</answer>").reward == 1.0 for problem in problems) / len(problems)


def check_sizes(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    """What one problem takes, with its prompt and its solution, at every difficulty that a curriculum may reach."""
    most = hardest(environment.problem_class)
    for difficulty in [*(level for level in LEVELS if level < most), most]:
        progress(f"drawing a problem of difficulty {difficulty}, with its prompt and solution")
        before = _peak_memory()
        try:
            with _limited_memory():
                problem, prompt, spent = _timed(environment, difficulty)
        except MemoryError:
            yield f"a problem of difficulty {difficulty} takes more than {MOST_MEMORY} MB"
            return
        except Exception as error:
            yield f"drawing a problem of difficulty {difficulty} fails: {type(error).__name__}: {str(error)[:200]}"
            return
        found = []
        if spent > LONGEST_DRAW:
            found.append(f"a problem of difficulty {difficulty} takes {spent:.2f} s to draw, more than {LONGEST_DRAW}")
        if (megabytes := _peak_memory() - before) > MOST_MEMORY:
            found.append(f"a problem of difficulty {difficulty} takes {megabytes:.0f} MB, more than {MOST_MEMORY}")
        if len(prompt) > LONGEST_PROMPT:
            found.append(
                f"a prompt of {len(prompt):,} characters at difficulty {difficulty}, more than {LONGEST_PROMPT:,}"
            )
        if any(not -(2**63) <= number < 2**63 for number in _integers(problem.instance())):
            found.append(f"an integer of more than 64 bits at difficulty {difficulty}")
        if found:
            yield from found
            return  # it only gets worse


def _timed(environment: Environment, difficulty: int) -> tuple[Problem[Any], str, float]:
    """The last of two problems, the longer prompt and time; of a time that is too long, the best of three."""
    longest, slowest = "", 0.0
    for seed in (20_000, 20_001):
        times = list[float]()
        while not times or (len(times) < 3 and LONGEST_DRAW < min(times) < 5 * LONGEST_DRAW):
            started = time.process_time()
            problem = environment.problem(difficulty, seed)
            prompt = problem.prompt()
            _ = problem.solution
            times.append(time.process_time() - started)
        longest, slowest = max(longest, prompt, key=len), max(slowest, min(times))
        if slowest > LONGEST_DRAW / 4:
            break
    return problem, longest, slowest


def _peak_memory() -> float:
    """Of this process, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


@contextmanager
def _limited_memory() -> Iterator[None]:
    """What asks for much more than `MOST_MEMORY` gets a MemoryError, where the system tells how much is in use."""
    statistics = Path("/proc/self/statm")
    if not statistics.exists():
        yield
        return
    in_use = int(statistics.read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = in_use + 2 * MOST_MEMORY * 10**6
    if soft != resource.RLIM_INFINITY:
        wanted = min(wanted, soft)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def check_round_trip(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for (difficulty, seed), problem in problems.items():
        where = f"difficulty {difficulty}, seed {seed}: "
        text = json.dumps(problem.instance(), allow_nan=False)
        again = environment.restore(json.loads(text))
        if again != problem or again.prompt() != problem.prompt() or json.dumps(again.instance()) != text:
            yield where + "not equal after writing it as JSON and reading it back"
        if any(not -(2**63) <= number < 2**63 for number in _integers(problem.instance())):
            yield where + "an integer of more than 64 bits"
        if pickle.loads(pickle.dumps(problem)) != problem:
            yield where + "not equal after pickling"


def _integers(value: Any) -> Iterator[int]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _integers(part)
    elif isinstance(value, int):
        yield value


def check_redraws(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for difficulty in sorted({difficulty for difficulty, _ in problems}):
        parameters, draws = environment.parameters(difficulty), 0
        for seed in range(40):
            rng = Random(f"redraws/{seed}")
            progress(f"drawing at difficulty {difficulty}")
            for _ in range(1000):
                draws += 1
                try:
                    environment.problem_class.generate(rng, **parameters)
                    break
                except Redraw:
                    continue
        if draws > 40 * 10:
            often = f"{draws / 40:.1f} attempts for a problem at difficulty {difficulty}, and 10 are too many"
            yield f"{often}: build the data around what makes a good problem, or raise Redraw for fewer of them"
