"""Who may import whom: a floor imports only from floors below it, and heavy packages only where they are used."""

import ast
import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"rlve", "rlve_cli", "training", "evaluation", "envs", "tests", "benchmarks"}
BELOW = {
    "rlve_cli": {"rlve_cli", "rlve.training", "rlve.evaluation", "rlve.envs"},
    "rlve": {"rlve_cli", "rlve.api", "rlve.curriculum", "rlve.training", "rlve.envs"},
    "training": {"rlve.training", "rlve.envs"},
    "evaluation": {"rlve.evaluation", "rlve.envs"},
    "envs": {"rlve.envs"},
}
HEAVY = {"torch", "transformers", "vllm", "deepspeed", "lm_eval", "sympy", "networkx", "numpy", "datasets", "pyarrow"}
NOT_IN_ENVS = {"torch", "transformers", "vllm", "deepspeed", "lm_eval", "typer", "click", "rich", "logging"}


@pytest.fixture(autouse=True, scope="module")
def _no_garbage_of_others() -> None:
    """Finalizers that show a traceback parse its source: within another parse, that is a SystemError in Python 3.11."""
    gc.collect()


def sources(package: str) -> list[Path]:
    found = sorted((ROOT / package).glob("*.py") if package == "rlve" else (ROOT / package).rglob("*.py"))
    assert found
    return found


def imported(path: Path, whole: bool = True) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every import; if not `whole`, only of those that run when the module is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            yield node.lineno, node.module or ""
        if whole or not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _for_types_only(node)):
            nodes += ast.iter_child_nodes(node)


def floor(name: str) -> str:
    """`rlve.envs` of `rlve.envs.toolkit.primes`, `rlve_cli` of `rlve_cli.main`."""
    return ".".join(name.split(".")[: 2 if name.startswith("rlve.") else 1])


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


@pytest.mark.parametrize("package", BELOW)
def test_a_floor_imports_only_from_floors_below(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(package)
        for line, name in imported(path)
        if name.partition(".")[0] in OURS and floor(name) not in BELOW[package]
    ]
    assert not wrong


@pytest.mark.parametrize("package", ["envs", "rlve_cli"])
def test_nothing_heavy_is_imported_with_a_module(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(package)
        for line, name in imported(path, whole=False)
        if name.partition(".")[0] in HEAVY
    ]
    assert not wrong


def test_environments_know_no_torch_no_command_line_and_no_logging() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources("envs")
        for line, name in imported(path)
        if name.partition(".")[0] in NOT_IN_ENVS
    ]
    assert not wrong


def test_using_every_environment_imports_no_torch() -> None:
    """What is imported inside functions, and by packages that we import, counts too."""
    code = """
import sys
from rlve.envs.registry import environments
for environment in environments().values():
    problem = environment.problem(1, 0)
    problem.prompt()
    problem.verify("<answer>0</answer>")
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, timeout=300)
    assert not (NOT_IN_ENVS - {"logging"}) & set(done.stdout.decode().split())


@pytest.mark.parametrize("module", ["rlve.training.config", "rlve_cli.train", "rlve_cli.eval", "rlve_cli.application"])
def test_what_help_texts_need_imports_nothing_heavy(module: str) -> None:
    code = f"import {module}, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, timeout=60)
    assert not HEAVY & set(done.stdout.decode().split())


def test_a_forbidden_import_is_found(tmp_path: Path) -> None:
    """The reader of imports sees them at module level, in functions and classes, and leaves types alone."""
    path = tmp_path / "module.py"
    path.write_text(
        "import torch.nn\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import numpy\nclass A:\n    import sympy\n    def f(self):\n        from rlve.training import x\n"
    )
    assert sorted(imported(path)) == [
        (1, "torch.nn"), (2, "typing"), (4, "numpy"), (6, "sympy"), (8, "rlve.training"),
    ]  # fmt: skip
    assert sorted(imported(path, whole=False)) == [(1, "torch.nn"), (2, "typing"), (6, "sympy")]
