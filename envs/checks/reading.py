"""What can be read of an environment without drawing a problem: its class, its source, its parameters."""

import ast
import dataclasses
import inspect
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from rlve.envs.problem import Problem
from rlve.envs.registry import Environment

HARDEST = 100  # the last difficulty that is looked at where an environment declares no `max_difficulty`
MOST_ALIKE = 3  # difficulties in a row with the same parameters

_OPTIONAL = {"parameters", "generate", "statement", "answer_format", "solve", "score", "max_difficulty"}
_CONTRACT = {name for name in dir(Problem) if not name.startswith("_")}
_BANNED_CALLS = {
    "eval", "exec", "compile", "hash", "id", "sympify", "parse_expr", "__import__", "open", "print", "input",
}  # fmt: skip
_BANNED_MODULES = {
    "random", "re", "time", "os", "sys", "datetime", "uuid", "secrets", "subprocess", "torch", "numpy.random",
}  # fmt: skip


def hardest(problem_class: type[Problem[Any]]) -> int:
    """The last difficulty at which the rules hold."""
    return HARDEST if problem_class.max_difficulty is None else problem_class.max_difficulty


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
    before: dict[str, int] = {}
    since, plateaus = 0, list[str]()
    for difficulty in range(hardest(problem_class) + 1):
        now = problem_class.parameters(difficulty)
        if sorted(now) != sorted(wanted):
            yield f"the parameters are {', '.join(now)}, but generate takes {', '.join(wanted)}"
            return
        if any(type(value) is not int for value in now.values()):
            yield f"the parameters at difficulty {difficulty} are not all whole numbers: {now}"
        steps = [now[name] - value for name, value in before.items()]
        if any(step < 0 for step in steps) and not any(step > 0 for step in steps):
            yield f"the parameters only shrink from {before} to {now} at difficulty {difficulty}"
        since = difficulty if now != before else since
        if difficulty - since == MOST_ALIKE:
            plateaus.append(f"{since}..{difficulty}")
        before = now
    if plateaus:
        yield (
            f"the parameters do not grow at difficulties {', '.join(plateaus[:3])}: "
            "let one of them grow, or declare max_difficulty where growth ends"
        )
