import os
import re
import sys
import warnings
from importlib.metadata import EntryPoint

import pytest

from rlve.envs import registry
from rlve.envs.loading import BrokenEnvironment
from rlve.envs.records import make_record
from rlve.envs.registry import EnvironmentWarning, UnknownEnvironment, get, select
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


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    """Give other packages' entry points as `name="module:Class"`, and their modules as `module="source"`."""

    def install(entries, **modules):
        for module, source in modules.items():
            (tmp_path / f"{module}.py").write_text(source)
        found = [EntryPoint(name, value, registry.ENTRY_POINTS) for name, value in entries]
        monkeypatch.setattr(registry, "entry_points", lambda group: found)
        registry.environments.cache_clear()

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    monkeypatch.undo()
    registry.environments.cache_clear()


SORTING = f"""
from {get("integer_sorting").module} import IntegerSorting
class TheirSorting(IntegerSorting): pass
"""


def test_other_packages_add_environments(plugins):
    plugins([("their_sorting", "their_module_1:TheirSorting")], their_module_1=SORTING)
    environment = get("their_sorting")
    assert environment.family == "their_module_1"
    assert "their_module_1" not in sys.modules
    problem = environment.problem(0, 1)
    assert reward(problem, " ".join(map(str, sorted(problem.numbers)))) == 1.0
    assert names("their_module_1") == ["their_sorting"]
    assert names("all")[-1] == "their_sorting"


BROKEN = {
    "import nothing_of_this_name": "No module named 'nothing_of_this_name'",
    "raise SystemExit(3)": "SystemExit: 3",
    "def f(:": "line 1: SyntaxError",
    "raise RuntimeError('no licence')": "RuntimeError: no licence",
    "raise ImportError('first line\\n\\nsecond line')": "ImportError: first line second line",
    "raise ValueError('-' * 999)": "-...",
    "x = 1": "has no Problem called TheirSorting",
    "from rlve.envs.problem import Problem\nclass TheirSorting(Problem): pass": "TheirSorting lacks answer_format, generate",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_broken_one_of_theirs_costs_only_itself(plugins, source):
    module = f"their_module_{list(BROKEN).index(source) + 2}"
    good = ("their_sorting", "their_module_1:TheirSorting")
    plugins([good, ("broken", f"{module}:TheirSorting")], their_module_1=SORTING, **{module: source})
    for selection in ("all", "-sudoku", "broke*,sudoku", f"{module},sudoku"):
        with pytest.warns(EnvironmentWarning) as warned:
            assert "broken" not in names(selection)
        assert [BROKEN[source] in str(warning.message) for warning in warned] == [True]
        assert str(warned[0].message).startswith(f"the environment broken of the package {module} cannot be used: ")
    for selection in ("broken", "sudoku,broken"):
        with pytest.raises(BrokenEnvironment, match=re.escape(BROKEN[source])):
            select(selection)
    with pytest.raises(BrokenEnvironment):
        get("broken").problem(0, 0)


@pytest.mark.parametrize(
    "name", ["sudoku", "puzzles", "heldout", "all", "their_sorting", "with blank", "a,b", "a.py", "-a"]
)
def test_a_name_of_theirs_that_hides_another_is_told(plugins, name):
    plugins([("their_sorting", "their_module_1:TheirSorting"), (name, "zebra:Zebra")], their_module_1=SORTING, zebra="")
    ours = [environment for environment in registry.environments().values() if environment.is_ours]
    with pytest.warns(EnvironmentWarning, match=f"the environment {name} of the package zebra cannot be used"):
        assert select("all")[:-1] == ours
    assert get("sudoku").family == "puzzles"
    assert {environment.family for environment in select("puzzles,-sudoku")} == {"puzzles"}
    with pytest.raises(BrokenEnvironment, match="of the package zebra cannot be used"):
        select("zebra")


def test_the_same_trouble_is_told_once(plugins):
    plugins([("sudoku", "zebra:Zebra")], zebra="")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("default")
        for selection in ("all", "sudoku", "-puzzles,sudoku"):
            select(selection)
    assert len(warned) == 1


@pytest.mark.parametrize("value", ["zebra", "zebra:", ":Zebra", "no such module:Zebra", ""])
def test_an_entry_that_names_no_class_is_told(plugins, value):
    plugins([("striped", value)], zebra="")
    with pytest.warns(EnvironmentWarning, match="striped"):
        assert "striped" not in names("all")


# A user's own files ---------------------------------------------------------------------------------------------------


def own_file(folder, file_name, class_name="TheirSorting"):
    path = folder / file_name
    path.write_text(SORTING.replace("TheirSorting", class_name))
    return path


def test_a_file_is_an_environment_wherever_a_name_is(tmp_path, monkeypatch):
    path = own_file(tmp_path, "their_sorting.py")
    monkeypatch.chdir(tmp_path)
    relative, absolute = get("their_sorting.py"), get(str(path))
    assert (relative.name, absolute.name) == ("their_sorting.py", str(path))
    assert get(relative.name) == relative
    assert get("./their_sorting.py").name == "./their_sorting.py"  # as it was given
    assert names("their_sorting.py,sudoku") == ["sudoku", "their_sorting.py"]
    assert names("sudoku,./their_sorting.py") == ["sudoku", "./their_sorting.py"]
    assert names(f"their_sorting.py,{path}") == ["their_sorting.py"]  # the same file
    assert names(f"their_sorting.py,puzzles,-{path}") == names("puzzles")
    assert relative.problem_class is absolute.problem_class
    assert relative.problem(1, 2) == absolute.problem(1, 2)  # wherever it is, and also once it is installed
    assert make_record(relative, 1, 2)["id"] == "their_sorting.py/1/2"
    monkeypatch.chdir("/")
    assert relative.problem(1, 2) == absolute.problem(1, 2)


def test_a_file_does_not_depend_on_its_name(tmp_path):
    """One that is called as ours or as a module of the library is the user's, and hides neither."""
    for name in ("sudoku.py", "random.py", "orjson.py", "my-sorting.py"):
        environment = get(str(own_file(tmp_path, name)))
        assert environment.problem_class.__name__ == "TheirSorting"
        assert environment.problem(1, 0).numbers
    assert not hasattr(sys.modules["random"], "TheirSorting")
    assert get("sudoku").problem_class.__name__ == "Sudoku"


def test_two_files_of_the_same_name_are_two_environments(tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    paths = []
    for number, folder in enumerate(folders):
        folder.mkdir()
        paths.append(own_file(folder, "their_sorting.py"))
        paths[-1].write_text(paths[-1].read_text().replace("pass", f"order = {number}"))
    found = select(",".join(map(str, paths)))
    assert [environment.problem_class.order for environment in found] == [0, 1]


def test_the_class_of_a_file_is_found_by_its_name_or_alone(tmp_path):
    two = own_file(tmp_path, "my_sorting.py", "MySorting")
    two.write_text(two.read_text() + "class Another(IntegerSorting): pass\n")
    assert get(str(two)).problem_class.__name__ == "MySorting"
    other = tmp_path / "other.py"
    other.write_text(two.read_text())
    with pytest.raises(BrokenEnvironment, match="no Problem called Other, but several others: MySorting, Another"):
        select(str(other))


@pytest.mark.parametrize(("source", "said"), [(s, t.replace("TheirSorting lacks", "lacks")) for s, t in BROKEN.items()])
def test_a_file_that_cannot_be_used_is_told_by_name(tmp_path, source, said):
    path = tmp_path / "their_sorting.py"
    path.write_text(source)
    with pytest.raises(BrokenEnvironment, match=re.escape(said)) as raised:
        select(f"sudoku,{path}")
    assert str(raised.value).startswith(f"{path} cannot be used: ")
    own_file(tmp_path, "their_sorting.py")
    os.utime(path, (1, 1))  # so that what was compiled from the first text is not taken for it
    assert select(str(path))  # mended, it can be used


def test_a_missing_file_is_told_with_the_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for ask in (get, select):
        with pytest.raises(UnknownEnvironment, match=f"there is no file nix.py in {tmp_path}"):
            ask("nix.py")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UnknownEnvironment, match=r"there is no file folder\.py"):
        select("folder.py")
