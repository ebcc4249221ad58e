"""What docs/environments-of-your-own.md says is so."""

import inspect
import re
import subprocess
import sys
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import pytest

from rlve.envs import answers, difficulty, scoring
from tests.test_readme import block

PAGE = (Path(__file__).parent.parent / "docs" / "environments-of-your-own.md").read_text()
FORMATS = {
    name: found
    for name, found in vars(answers).items()
    if inspect.isclass(found) and issubclass(found, answers.AnswerFormat) and not inspect.isabstract(found)
}


def functions_of(module):
    return {
        name: found
        for name, found in vars(module).items()
        if inspect.isfunction(found) and found.__module__ == module.__name__ and not name.startswith("_")
    }


def rows(heading, columns):
    """The cells of the table under a heading line."""
    table = PAGE[PAGE.index(heading) :].partition("\n\n")[0].splitlines()[2:]
    found = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in table]
    assert found
    assert all(len(cells) == columns for cells in found)
    return found


def code(cell):
    return cell.strip().strip("`")


@pytest.mark.parametrize(("written", "value", "text"), rows("| format | a value |", 3))
def test_formats_write_values_so(written, value, text):
    answer_format = eval(code(written), dict(FORMATS))
    lines = "\n".join(code(line) for line in text.split(" / "))
    if value.startswith("`"):
        assert answer_format.render(eval(code(value), {"Fraction": Fraction})) == lines
    assert answer_format.render(answer_format.parse(lines)) == lines


def test_every_format_and_each_of_its_settings_is_there():
    page = " ".join(written for written, _, _ in rows("| format | a value |", 3))
    for name, answer_format in FORMATS.items():
        assert f"`{name}(" in page, f"{name} is missing"
        for field in fields(answer_format):
            assert re.search(rf"\b{field.name}=", page), f"{name} takes {field.name}"


@pytest.mark.parametrize(("what", "call", "earns"), rows("| function | for example |", 3))
def test_scores_are_what_they_say(what, call, earns):
    assert eval(code(call), functions_of(scoring)) == pytest.approx(float(earns), abs=5e-5)


def test_every_function_of_scoring_is_there():
    page = " ".join(call for _, call, _ in rows("| function | for example |", 3))
    for name in functions_of(scoring):
        assert f"`{name}(" in page, f"{name} is missing"


@pytest.mark.parametrize(("growth", "values"), rows("| growth | at difficulty", 2))
def test_parameters_grow_so(growth, values):
    names = functions_of(difficulty)
    assert [eval(code(growth), names | {"difficulty": level}) for level in range(4)] == eval(code(values))


def test_every_growth_is_there():
    page = " ".join(growth for growth, _ in rows("| growth | at difficulty", 2))
    for name in functions_of(difficulty):
        assert f"`{name}(" in page, f"{name} is missing"


def test_the_test_to_copy_passes(tmp_path):
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "rotated_list.py").write_text(block("python", "class RotatedList"))
    (tmp_path / "test_rotated_list.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_rotated_list.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
