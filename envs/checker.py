"""What every environment must pass, ours and a user's own: `complaints(environment)` is empty for a good one.

`python -m rlve.envs.checker NAME...` prints the complaints, as `rlve inspect FILE.py --check` does. What can be read is
checked first; everything else runs in a process of its own, which is ended when it makes no progress. The checker
cannot see a wrong `solve` that `score` trusts: for that, each environment has a test with an independent oracle.
"""

import ast
import copy
import dataclasses
import inspect
import json
import os
import pickle
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import Any, TypeAlias

from rlve.envs.hostile import TEXTS, fields_as_answers, hedged, spoilt
from rlve.envs.loading import BrokenEnvironment
from rlve.envs.problem import Problem, Redraw
from rlve.envs.registry import Environment, select
from rlve.envs.verdict import Infeasible, Malformed, Outcome

DIFFICULTIES = (0, 1, 2, 3, 6, 10, 15)
SEEDS = 25
LONGEST_PROMPT = 8_000
PATIENCE = 20  # seconds of processor time without any progress
HIDDEN = "planted"
ENDS = ["the first part of ", "the last part of "]

Problems: TypeAlias = dict[tuple[int, int], Problem[Any]]  # by difficulty and seed
Progress: TypeAlias = Callable[[str], None]

_OPTIONAL = {"parameters", "generate", "statement", "answer_format", "solve", "score", "max_difficulty"}
_CONTRACT = {name for name in dir(Problem) if not name.startswith("_")}
_BANNED_CALLS = {
    "eval", "exec", "compile", "hash", "id", "sympify", "parse_expr", "__import__", "open", "print", "input",
}  # fmt: skip
_BANNED_MODULES = {
    "random", "re", "time", "os", "sys", "datetime", "uuid", "secrets", "subprocess", "torch", "numpy.random",
}  # fmt: skip
_UNTIDY = re.compile(r".{0,20}([ \t]\n|\n\n\n|  |[a-z],[a-zA-Z]|[a-z]\.[A-Z]|None|<envs|Fraction\(|\{|\[\[).{0,9}")


def complaints(
    environment: Environment, difficulties: Sequence[int] = DIFFICULTIES, seeds: int = SEEDS, hash_seeds: bool = True
) -> list[str]:
    """What is wrong with an environment, one sentence each.

    `hash_seeds` also draws the problems in two new interpreters; `differing` does that for many environments at once.
    """
    try:
        problem_class = environment.problem_class
    except BrokenEnvironment as error:
        return [str(error)]
    found = [*check_class(environment, problem_class), *check_source(problem_class), *check_parameters(problem_class)]
    if found:  # what is wrong to read is not run: it may never end
        return found
    most = problem_class.max_difficulty
    levels = [difficulty for difficulty in difficulties if most is None or difficulty <= most]
    found = _in_a_process(environment, levels, seeds)
    if hash_seeds and not found:
        found += [f"{environment.name} {what}" for what in differing([environment]).values()]
    return found


# What can be read ---------------------------------------------------------------------------------------------------


def check_class(environment: Environment, problem_class: type[Problem[Any]]) -> Iterator[str]:
    own = vars(problem_class)
    if "__dataclass_params__" not in own or not own["__dataclass_params__"].frozen:
        yield "the class is not itself a frozen dataclass: write @dataclass(frozen=True)"
    for field in dataclasses.fields(problem_class):
        if field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING:
            yield f"the field {field.name} has a default"
    summary = (problem_class.__doc__ or "").strip()
    if not summary or summary.startswith(problem_class.__name__ + "("):
        yield "the class has no docstring"
    elif len(summary.splitlines()[0]) > 120 or not summary.splitlines()[0].endswith((".", "?")):
        yield "the first line of the docstring is no sentence of at most 120 characters"
    for name in sorted((own.keys() & _CONTRACT) - _OPTIONAL):
        yield f"it overrides {name}"


def check_source(problem_class: type[Problem[Any]]) -> Iterator[str]:
    tree = ast.parse(inspect.getsource(sys.modules[problem_class.__module__]))
    for node in ast.walk(tree):
        where = f"line {getattr(node, 'lineno', 0)}: "
        if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and not _can_be_left(node.body):
            yield where + "a loop without a condition, and without a break, return or raise that would end it"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BANNED_CALLS:
            yield where + f"a call of {node.func.id}"
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name in _BANNED_MODULES:
                    yield where + f"import of {name.name}"
        if isinstance(node, ast.ImportFrom):
            if any(name.name.startswith("_") for name in node.names):
                yield where + "import of a private name"
            if node.module in _BANNED_MODULES and not (
                node.module == "random" and [n.name for n in node.names] == ["Random"]
            ):
                yield where + f"import from {node.module}"
        if isinstance(node, ast.Assert):
            yield where + "an assert, which -O removes"


def _can_be_left(body: Iterable[ast.AST], own: bool = True) -> bool:
    """Whether something in a loop's body leaves the loop; whether that is ever reached, running it shows."""
    for node in body:
        if isinstance(node, ast.Return | ast.Raise | ast.Yield) or (own and isinstance(node, ast.Break)):
            return True
        if isinstance(node, ast.For | ast.While):  # a break there is the inner loop's, but not in its else
            if _can_be_left(node.body, own=False) or _can_be_left(node.orelse, own):
                return True
        elif not isinstance(node, ast.FunctionDef) and _can_be_left(ast.iter_child_nodes(node), own):
            return True
    return False


def check_parameters(problem_class: type[Problem[Any]]) -> Iterator[str]:
    wanted = [name for name in inspect.signature(problem_class.generate).parameters if name != "rng"]
    most = problem_class.max_difficulty
    before: dict[str, int] = {}
    for difficulty in range((30 if most is None else most) + 1):
        now = problem_class.parameters(difficulty)
        if sorted(now) != sorted(wanted):
            yield f"the parameters are {', '.join(now)}, but generate takes {', '.join(wanted)}"
            return
        if any(type(value) is not int for value in now.values()):
            yield f"the parameters at difficulty {difficulty} are not all whole numbers: {now}"
        steps = [now[name] - value for name, value in before.items()]
        if any(step < 0 for step in steps) and not any(step > 0 for step in steps):
            yield f"the parameters only shrink from {before} to {now} at difficulty {difficulty}"
        before = now
    if most != 0 and problem_class.parameters(0) == problem_class.parameters(15 if most is None else most):
        yield "the parameters do not grow"


# What is run, in a process of its own -------------------------------------------------------------------------------


def _in_a_process(environment: Environment, difficulties: Sequence[int], seeds: int) -> list[str]:
    receiver, sender = get_context("fork").Pipe(duplex=False)
    child = get_context("fork").Process(target=_run, args=(environment, difficulties, seeds, sender))
    child.start()
    sender.close()
    found: list[str] = []
    doing = "drawing problems"
    try:
        while True:
            kind, text = receiver.recv()
            if kind == "done":
                break
            if kind == "doing":
                doing = text
            else:
                found.append(text)
    except EOFError:
        child.join()
        ended = child.exitcode == -signal.SIGXCPU
        endless = f"no end of {doing} in {PATIENCE} s of processor time: bound the loops, or let parameters grow slower"
        found.append(endless if ended else f"the process died (status {child.exitcode}) while {doing}")
    finally:
        child.kill()
        child.join()
    return found


def _run(environment: Environment, difficulties: Sequence[int], seeds: int, sender: Any) -> None:
    def progress(doing: str) -> None:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(usage.ru_utime + usage.ru_stime) + PATIENCE
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        sender.send(("doing", doing))

    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    problems: Problems = {}
    try:
        for difficulty in difficulties:
            for seed in range(seeds):
                progress(f"drawing the problem of difficulty {difficulty} and seed {seed}")
                problems[difficulty, seed] = environment.problem(difficulty, seed)
    except Exception as error:
        sender.send(("complaint", f"drawing problems fails: {type(error).__name__}: {error}"))
        problems = {}
    for rule in RULES if problems else ():
        progress(f"drawing, solving and verifying to check {rule.__name__.removeprefix('check_').replace('_', ' ')}")
        try:
            for complaint in dict.fromkeys(rule(environment, problems, progress)):
                sender.send(("complaint", complaint))
        except Exception as error:
            sender.send(("complaint", f"{rule.__name__}: {type(error).__name__}: {str(error)[:300]}"))
    sender.send(("done", ""))


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
    for difficulty in sorted({difficulty for difficulty, _ in problems} & {0, 3}):
        drawn = [environment.problem(difficulty, 1000 + seed) for seed in range(200)]
        prompts = {problem.prompt() for problem in drawn}
        if len(prompts) < (40 if difficulty < 3 else 150):
            yield f"only {len(prompts)} different problems among 200 at difficulty {difficulty}"
        answers = Counter(problem.answer_format().render(problem.solution) for problem in drawn)
        text, times = answers.most_common(1)[0]
        if times > (70 if difficulty < 3 else 40):
            yield f"the answer {text[:80]!r} solves {times} of 200 problems at difficulty {difficulty}"


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


def check_solution(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for (difficulty, seed), problem in problems.items():
        where = f"difficulty {difficulty}, seed {seed}: "
        answer_format = problem.answer_format()
        text = answer_format.render(problem.solution)
        try:
            if answer_format.parse(text) != problem.solution:
                yield where + "parse(render(solution)) is another value"
        except (Malformed, Infeasible) as error:
            yield where + f"the solution is not in the answer format: {error}"
        for response in (f"<think>no <answer>0</answer></think> So <answer>{text}</answer>.", f"\\boxed{{{text}}}"):
            verdict = problem.verify(response)
            if verdict.outcome is not Outcome.CORRECT:
                yield where + f"the solution is judged {verdict.outcome} ({verdict.reason})"
        if problem.verify(text).outcome is not Outcome.MALFORMED:
            yield where + "an answer without a marker is read"


def check_untouched(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for difficulty, seed in problems:
        where = f"difficulty {difficulty}, seed {seed}: "
        fresh = environment.problem(difficulty, seed)
        data = copy.deepcopy(fresh.instance())
        solution = copy.deepcopy(fresh.solution)
        if fresh.solve() != solution:
            yield where + "solve() gives another answer the second time"
        fresh.statement()
        fresh.verify(f"<answer>{fresh.answer_format().render(solution)}</answer>")
        if fresh.instance() != data or fresh.solution != solution:
            yield where + "solving or scoring changed the problem"


def check_prompt(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    shown, total, seen = Counter[int](), Counter[int](), set[str]()
    for (difficulty, seed), problem in problems.items():
        where = f"difficulty {difficulty}, seed {seed}: "
        prompt, statement = problem.prompt(), problem.statement()
        if len(prompt) > LONGEST_PROMPT:
            yield where + f"a prompt of {len(prompt)} characters"
        if untidy := _UNTIDY.search(statement):
            yield where + f"an untidy statement near {untidy.group()!r}"
        if not prompt.isascii():
            yield where + "a prompt that is not ASCII"
        text = problem.answer_format().render(problem.solution)
        shown[difficulty] += len(text) >= 6 and text in statement
        total[difficulty] += 1
        for response in (prompt, problem.prompt("boxed"), statement):
            if (verdict := problem.verify(response)).reward > 0:
                yield where + f"the prompt itself earns {verdict.reward}"
        notation = re.search(r"\(notation: ([^)]*)\)", prompt)
        if notation and (verdict := problem.verify(f"<answer>{notation.group(1)}</answer>")).reward > 0.3:
            yield where + f"the notation {notation.group(1)!r} earns {verdict.reward}"
        seen.update(_fields_that_show(problem, Random(seed)))
    for field in dataclasses.fields(environment.problem_class):
        if not field.name.startswith(HIDDEN):
            for end in [""] if field.name in seen else ENDS:
                if end + field.name not in seen:
                    yield f"{end}{field.name} never shows in the prompt"
    for difficulty, times in shown.items():
        if times > total[difficulty] / 5:
            yield f"{times} of {total[difficulty]} prompts at difficulty {difficulty} contain the solution"


def _fields_that_show(problem: Problem[Any], rng: Random) -> Iterator[str]:
    """The fields, and first and last parts of fields, of which a change makes a difference to the prompt."""
    for name, value in problem.instance().items():
        for end in ENDS if isinstance(value, list | dict | str) and value else [""]:
            try:
                other = dataclasses.replace(problem, **{name: _changed(rng, value, end)})
                if other.prompt() != problem.prompt():
                    yield f"{end}{name}"
            except Exception:  # the change makes no problem
                continue


def _changed(rng: Random, value: Any, end: str) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return value + "z" if end == ENDS[1] else "z" + value
    if isinstance(value, list) and value:
        i = 0 if end == ENDS[0] else len(value) - 1
        return [*value[:i], _changed(rng, value[i], end), *value[i + 1 :]]
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return value | {key: _changed(rng, value[key], end)}
    return [0]


def check_hostile_answers(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    rng = Random(environment.name)
    for (difficulty, seed), problem in problems.items():
        if seed >= 2 or difficulty not in (0, 6):
            continue
        text = problem.answer_format().render(problem.solution)
        ruined = [spoilt(rng, text) for _ in range(60)]
        ruined = [answer for answer in ruined if answer.split() != text.split()]
        correct = 0
        for answer in [*TEXTS, *ruined, *fields_as_answers(problem)]:
            progress(f"verifying the answer {answer[:60]!r}")
            for response in (f"<answer>{answer}</answer>", f"\\boxed{{{answer}}}", answer):
                started = time.process_time()
                try:
                    verdict = problem.verify(response)
                except Exception as error:
                    yield f"verifying {answer[:60]!r} raises {type(error).__name__}: {str(error)[:200]}"
                    continue
                if (spent := time.process_time() - started) > 0.25:
                    yield f"verifying {answer[:60]!r} takes {spent:.2f} s"
                if len(verdict.reason) > 500 or "\n" in verdict.reason:
                    yield f"the reason is no short sentence: {verdict.reason[:100]!r}"
                correct += verdict.reward == 1 and answer in ruined
        if correct > 0.3 * 2 * len(ruined):
            yield f"{correct // 2} of {len(ruined)} spoilt solutions are correct at difficulty {difficulty}"


def check_cheap_answers(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    """Data, constants and hedged answers are not paid."""
    for difficulty in sorted({difficulty for difficulty, _ in problems}):
        here = [problem for (d, _), problem in problems.items() if d == difficulty]
        texts = [problem.answer_format().render(problem.solution) for problem in here]
        correct, hedges = Counter[str](), Counter[int]()
        for i, problem in enumerate(here):
            progress(f"trying cheap answers at difficulty {difficulty}")
            for answer in {*fields_as_answers(problem)}:
                correct["the data themselves"] += problem.verify(f"<answer>{answer}</answer>").reward == 1
            for answer in TEXTS:
                if len(answer) < 20:
                    correct[repr(answer)] += problem.verify(f"<answer>{answer}</answer>").reward == 1
            other = texts[i - 1] if texts[i - 1] != texts[i] else "0"
            for number, answer in enumerate(hedged(texts[i], other)):
                hedges[number] += problem.verify(f"<answer>{answer}</answer>").reward == 1
        most = _with_tolerance(0.35 if difficulty < 3 else 0.2, len(here))
        for answer, times in correct.items():
            if times > most * len(here):
                yield f"{answer} solved {times} of {len(here)} problems at difficulty {difficulty}"
        for number, times in hedges.items():
            if times > _with_tolerance(0.2, len(here)) * len(here):
                example = hedged("SOLUTION", "OTHER")[number]
                yield f"hedged answers such as {example!r} are right at difficulty {difficulty}"


def check_answers_of_others(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    for difficulty in sorted({difficulty for difficulty, _ in problems}):
        here = [problem for (d, _), problem in problems.items() if d == difficulty]
        texts = [problem.answer_format().render(problem.solution) for problem in here]
        rewards = [
            max(0.0, problem.verify(f"<answer>{text}</answer>").reward)
            for i, problem in enumerate(here)
            for j, text in enumerate(texts)
            if i != j
        ]
        mean = sum(rewards) / max(1, len(rewards))
        if mean > _with_tolerance(0.3 if difficulty < 3 else 0.2, len(here)):
            yield f"solutions of other problems earn {mean:.2f} on average at difficulty {difficulty}"


def _with_tolerance(share: float, problems: int) -> float:
    """A share that is not exceeded by chance in so few problems: one and a half standard deviations more."""
    return share + 1.5 * sqrt(share * (1 - share) / problems)


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


def check_threads(environment: Environment, problems: Problems, progress: Progress) -> Iterator[str]:
    with ThreadPoolExecutor(1) as thread:
        if thread.submit(_digest, problems).result() != _digest(problems):
            yield "verify judges otherwise in a thread"


RULES: tuple[Callable[[Environment, Problems, Progress], Iterable[str]], ...] = (
    check_speed, check_same_seed, check_global_random, check_variety, check_round_trip, check_solution, check_untouched,
    check_prompt, check_hostile_answers, check_cheap_answers, check_answers_of_others, check_redraws, check_threads,
)  # fmt: skip


# The same problems and verdicts in other processes -------------------------------------------------------------------


def differing(
    checked: Sequence[Environment], difficulties: Sequence[int] = (0, 3, 6), seeds: int = 8
) -> dict[str, str]:
    """What differs between this process and two others with other hash seeds, by environment."""
    wanted = digests(checked, difficulties, seeds)
    found = {}
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-P", "-c", _DIGESTS, json.dumps([list(difficulties), seeds]), *(e.name for e in checked)],
            capture_output=True, text=True, env=os.environ | {"PYTHONHASHSEED": hash_seed}, check=False,
        )  # fmt: skip
        got = json.loads(done.stdout) if done.returncode == 0 else {}
        for name, digest in wanted.items():
            if got.get(name) != digest:
                found[name] = (
                    f"has other problems or verdicts under PYTHONHASHSEED={hash_seed} {done.stderr[-300:]}".strip()
                )
    return found


_DIGESTS = """
import json, sys
from rlve.envs.checker import digests
from rlve.envs.registry import get
print(json.dumps(digests([get(name) for name in sys.argv[2:]], *json.loads(sys.argv[1]))))
"""


def digests(checked: Sequence[Environment], difficulties: Sequence[int], seeds: int) -> dict[str, str]:
    """A fingerprint of problems and verdicts, by environment."""
    return {
        environment.name: _digest({(d, s): environment.problem(d, s) for d in difficulties for s in range(seeds)})
        for environment in checked
    }


def _digest(problems: Problems) -> str:
    rows = []
    for problem in problems.values():
        text, rng = problem.answer_format().render(problem.solution), Random(0)
        verdicts = [
            str(problem.verify(f"<answer>{answer}</answer>"))
            for answer in (text, "0", *(spoilt(rng, text) for _ in range(4)))
        ]
        rows.append([problem.instance(), problem.prompt(), text, verdicts])
    return sha256(json.dumps(rows).encode()).hexdigest()


def main() -> int:
    failed = False
    for environment in select(",".join(sys.argv[1:])):
        started = time.monotonic()
        found = complaints(environment)
        print(
            f"{environment.name}: {'; '.join(found) if found else 'ok'} ({time.monotonic() - started:.1f} s)",
            flush=True,
        )
        failed |= bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
