"""`rlve new`: a start that works as it is."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

from rlve_cli import new as command
from tests.rlve_cli.conftest import one_sentence


def run(folder, *arguments):
    return subprocess.run(
        arguments, cwd=folder, capture_output=True, text=True, env=os.environ | {"NO_COLOR": "1"}, check=False
    )


def styled(path, *options):
    """What ruff says of it, as in a project of its own."""
    folder = path if path.is_dir() else path.parent
    ruff = (sys.executable, "-m", "ruff")
    checked = run(
        folder,
        *ruff,
        "check",
        "-q",
        "--isolated",
        "--no-cache",
        "--select=E,F,I,UP,RET",
        "--line-length=120",
        *options,
    )
    return (
        checked.stdout
        + run(folder, *ruff, "format", "-q", "--isolated", "--no-cache", "--diff", "--line-length=120").stdout
    )


def test_the_start_passes_the_checker_and_its_own_test(rlve, tmp_path):
    done = rlve("new", "longest_gap", "--output", "mine")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"mine/longest_gap.py\nmine/test_longest_gap.py\n", b"")
    tested = run(
        tmp_path / "mine", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_longest_gap.py"
    )
    assert tested.returncode == 0, tested.stdout  # the checker is among its tests
    assert "9 passed" in tested.stdout
    made = rlve("generate", "--env", "mine/longest_gap.py", "--difficulty", "2")
    assert made.returncode == 0, made.stderr
    assert styled(tmp_path / "mine") == ""
    for path in (tmp_path / "mine").glob("*.py"):
        assert "my_environment" not in path.read_text()
        assert "MyEnvironment" not in path.read_text()


def test_its_test_shows_an_example_an_oracle_and_shortcuts(rlve, tmp_path):
    assert rlve("new", "longest_gap").returncode == 0
    tree = ast.parse((tmp_path / "test_longest_gap.py").read_text())
    functions = {node.name: ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert "test_worked_example" in functions
    assert "oracle" in " ".join(functions.values())
    shortcuts = [name for name in functions if name.startswith("shortcut_")]
    assert len(shortcuts) > 1
    assert all(functions[name].count("\n") == 0 for name in shortcuts)


@pytest.mark.parametrize("there", ["longest_gap.py", "test_longest_gap.py"])
def test_nothing_is_overwritten(rlve, tmp_path, there):
    (tmp_path / there).write_text("mine")
    done = rlve("new", "longest_gap")
    assert done.returncode == 2
    assert f"{there} is there already; nothing was written" in one_sentence(done.stderr)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("LongestGap", "small letters"),
        ("longest-gap", "small letters"),
        ("longest__gap", "small letters"),
        ("../gap", "small letters"),
        ("gap.py", "small letters"),
        ("9gap", "small letters"),
        ("class", "small letters"),
        ("test_gap", "small letters"),
        ("sudoku", "rlve has something called sudoku already"),
        ("puzzles", "rlve has something called puzzles already"),
        ("heldout", "rlve has something called heldout already"),
        ("random", "a file random.py would hide"),
        ("orjson", "a file orjson.py would hide"),
        ("integer", "Integer is the name of a part of the contract"),
    ],
)
def test_names_that_cannot_be_are_one_sentence(rlve, tmp_path, name, said):
    done = rlve("new", name)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in one_sentence(done.stderr)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_leaves_nothing(rlve, tmp_path):
    (tmp_path / "file").write_text("")
    done = rlve("new", "longest_gap", "--output", "file/below")
    assert done.returncode == 2
    assert "cannot write file/below/longest_gap.py" in one_sentence(done.stderr)


def test_in_a_checkout_the_test_goes_to_the_tests(tmp_path, monkeypatch, capsys):
    for folder in ("envs/puzzles", "tests/envs/puzzles"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(command, "ROOT", tmp_path / "envs")
    command.new(name="longest_gap", output=tmp_path / "envs" / "puzzles")
    test = tmp_path / "tests" / "envs" / "puzzles" / "test_longest_gap.py"
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / "envs/puzzles/longest_gap.py"), str(test)]
    assert "from rlve.envs.puzzles.longest_gap import LongestGap\n" in test.read_text()
    assert styled(test, "--config", 'lint.isort.known-first-party=["rlve"]') == ""
    for nowhere in ("envs", "envs/puzzles/deeper", "envs/new_family"):
        with pytest.raises(command.WrongUse, match="is no folder for environments"):
            command.new(name="shortest_gap", output=tmp_path / nowhere)
    shutil.rmtree(tmp_path / "tests")  # as in an installed package
    with pytest.raises(command.WrongUse, match="is no folder for environments"):
        command.new(name="shortest_gap", output=tmp_path / "envs" / "puzzles")


def test_the_start_uses_no_other_names_of_the_contract():
    """A class of the same name as an import would replace it."""
    tree = ast.parse((command.STARTER / "my_environment.py").read_text())
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert {name for name in imported if name[:1].isupper()} <= command.TAKEN
