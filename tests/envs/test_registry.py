import sys
from importlib.metadata import EntryPoint

import pytest

from rlve.envs import registry
from rlve.envs.registry import UnknownEnvironment, from_file, get, select
from tests.envs.drawing import reward


def names(selection):
    return [environment.name for environment in select(selection)]


def test_knows_environments_by_file_name_alone():
    environment = get("sudoku")
    assert (environment.family, environment.class_name) == ("puzzles", "Sudoku")
    assert "toolkit" not in registry.families()


def test_selects_names_families_globs_and_splits(monkeypatch):
    assert names("sudoku") == ["sudoku"]
    assert "sudoku" in names("puzzles")
    assert {environment.family for environment in select("puzzles")} == {"puzzles"}
    assert names("integer_*,sudoku") == [
        name for name in names("all") if name.startswith("integer_") or name == "sudoku"
    ]
    assert "sudoku" not in names("puzzles,-sudoku,sequences")
    assert names("-sudoku") == [name for name in names("all") if name != "sudoku"]
    monkeypatch.setattr(registry, "splits", lambda: {"hard": ["sudoku", "not_yet_written"]})
    assert names("hard") == ["sudoku"]
    assert "sudoku" not in names("puzzles,sequences,-hard")


def test_every_name_of_a_split_exists():
    for listed in registry.splits().values():
        assert set(listed) <= set(registry.environments())
        assert len(set(listed)) == len(listed)


def test_suggests_the_nearest_names():
    with pytest.raises(UnknownEnvironment, match="did you mean sudoku"):
        get("sodoku")
    with pytest.raises(UnknownEnvironment, match="puzzles"):
        select("puzles")
    with pytest.raises(ValueError, match="holds no environment"):
        select("sudoku,-puzzles")
    with pytest.raises(ValueError, match="holds no environment"):
        select("sudoku,-all")


def test_parameters_can_be_overridden():
    environment = get("integer_sorting")
    assert len(environment.problem(0, 1, size=9).numbers) == 9
    with pytest.raises(ValueError, match="no parameter length; its parameters are size"):
        environment.problem(0, 1, length=9)
    with pytest.raises(ValueError, match="found no problem in 1000 draws with size=1"):
        environment.problem(0, 1, size=1)  # one number is always sorted
    with pytest.raises(ValueError, match="not -1"):
        environment.problem(-1, 1)


def test_the_same_arguments_give_the_same_problem():
    environment = get("sudoku")
    assert environment.problem(3, 5) == environment.problem(3, 5)
    assert environment.problem(3, 5) != environment.problem(3, 6)


def test_restores_a_problem_from_its_instance():
    problem = get("sudoku").problem(3, 5)
    assert get("sudoku").restore(problem.instance()) == problem
    with pytest.raises(ValueError, match="has the fields height, width, grid, planted"):
        get("sudoku").restore({"grid": []})


def test_difficulty_stops_growing_at_its_maximum(monkeypatch):
    environment = get("integer_sorting")
    monkeypatch.setattr(environment.problem_class, "max_difficulty", 2)
    assert environment.parameters(9) == environment.parameters(2)


def test_other_packages_add_environments(tmp_path, monkeypatch):
    package = tmp_path / "their_package"
    package.mkdir()
    source = get("integer_sorting").problem_class
    (package / "__init__.py").touch()
    (package / "their_sorting.py").write_text(
        f"from {source.__module__} import IntegerSorting\n\nclass TheirSorting(IntegerSorting): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("their_sorting", "their_package.their_sorting:TheirSorting", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    registry.environments.cache_clear()
    try:
        environment = get("their_sorting")
        assert environment.family == "their_package"
        assert "their_package.their_sorting" not in sys.modules
        problem = environment.problem(0, 1)
        assert reward(problem, " ".join(map(str, sorted(problem.numbers)))) == 1.0
    finally:
        monkeypatch.undo()
        registry.environments.cache_clear()


def test_a_module_without_the_class_is_an_import_error(tmp_path):
    path = tmp_path / "nothing_here.py"
    path.write_text("x = 1\n")
    with pytest.raises(ImportError, match="has no Problem called NothingHere"):
        _ = from_file(path).problem_class
