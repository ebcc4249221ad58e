"""The checker passes a good environment and catches every kind of spoilt one."""

from pathlib import Path

import pytest

from rlve.envs import checker, problem
from rlve.envs.answers import extract
from rlve.envs.checks import judging, reading
from rlve.envs.registry import from_file, get

SORTING = Path("tests/envs/sorting.py").read_text()
DRAW = "problem = cls([rng.randint(0, 5 * size) for _ in range(size)])"
SCORE = "return matching(answer, self.solution)"
SOLVE = "return sorted(self.numbers)"
FIELD = "    numbers: list[int]\n"
SHOW = "{' '.join(map(str, self.numbers))}"
REDRAW = "        if problem.numbers == problem.solution:\n            raise Redraw\n"

# what is replaced by what -> a part of the complaint
SPOILT = {
    "global_random": ([(DRAW, DRAW.replace("rng.", "random.")), ("from random import Random", "import random\nfrom random import Random")], "import of random"),
    "hidden_global_random": ([(DRAW, DRAW.replace("rng.randint", "__builtins__['__import__']('random').randint"))], "two problems"),
    "changes_global_random": ([(SOLVE, "__builtins__['__import__']('random').seed(5)\n        return sorted(self.numbers)")], "global random state"),
    "hash_order": ([(DRAW, "problem = cls([ord(word[0]) for word in {chr(97 + rng.randrange(26)) + 'x' * i for i in range(size)}])")], "PYTHONHASHSEED"),
    "tuples": ([(FIELD, "    numbers: tuple[int, ...]\n"), (DRAW, "problem = cls(tuple(rng.randint(0, 5 * size) for _ in range(size)))"), ("problem.numbers ==", "list(problem.numbers) ==")], "JSON"),
    "sorts_in_place": ([(SOLVE, "self.numbers.sort()\n        return self.numbers"), (REDRAW, "")], "changed the problem"),
    "shows_solution": ([(SHOW, SHOW + " (that is, {' '.join(map(str, self.solution))})")], "contain the solution"),
    "hides_data": ([(SHOW, "{' '.join(map(str, self.numbers[1:]))}")], "first part of numbers never shows"),
    "hides_field": ([(FIELD, FIELD + "    descending: bool\n"), ("for _ in range(size)])", "for _ in range(size)], rng.random() < 0.5)"), (SOLVE, "return sorted(self.numbers, reverse=self.descending)")], "descending never shows"),
    "hides_contract": ([(FIELD, FIELD + "    solution: list[int]\n")], "hide a part of the contract"),
    "default": ([(FIELD, FIELD + "    base: int = 9\n")], "has a default"),
    "undecorated": ([("@dataclass(frozen=True)\n", "")], "frozen dataclass"),
    "index_error": ([("Items(Integer(), count=len(self.numbers))", "Items(Integer())"), (SCORE, "return sum(answer[i] == n for i, n in enumerate(self.solution)) / len(self.numbers)")], "IndexError"),
    "generous": ([(SCORE, "return 0.5 + 0.5 * matching(answer, self.solution, power=1)")], "solutions of other problems earn"),
    "wrong_solution": ([(SOLVE, "return sorted(self.numbers, reverse=True)"), (SCORE, "return float(answer == sorted(self.numbers))")], "the solution is judged"),
    "any_order": ([(SCORE, "return float(sorted(answer) == self.solution)")], "the data themselves"),
    "endless_check": ([(SCORE, "return float(answer == self.solution and sum(1 for _ in range(max(map(abs, answer)) ** 3)) >= 0) if max(map(abs, answer)) < 90 else float(sum(1 for _ in range(max(map(abs, answer)))))")], "no end of verifying"),
    "nan_score": ([(SCORE, "return matching(answer, self.solution) if answer[0] == self.solution[0] else float('nan')")], "gave the score nan"),
    "big_integers": ([(DRAW, DRAW.replace("5 * size)", "5 * size) * 10**20"))], "64 bits"),
    "nan_field": ([(FIELD, FIELD + "    weight: float\n"), ("for _ in range(size)])", "for _ in range(size)], float('nan'))")], "two problems"),
    "shrinks": ([("4 + difficulty", "max(3, 120 - difficulty)")], "only shrink"),
    "other_names": ([('{"size":', '{"length":')], "generate takes size"),
    "plateau": ([("4 + difficulty", "min(4 + difficulty, 30)")], "do not grow at difficulties 26..29"),
    "plateau_in_between": ([("4 + difficulty", "4 + max(difficulty, 47) - 47 + min(difficulty, 44)")], "do not grow at difficulties 44..47"),
    "slow_at_last": ([(SOLVE, "for _ in range(len(self.numbers) ** 4 // 4):\n            pass\n        return sorted(self.numbers)")], "s to draw, more than 0.2"),
    "large_at_last": ([(SOLVE, "_ = bytearray(10**9 * (len(self.numbers) // 25))\n        return sorted(self.numbers)")], "MB"),
    "long_at_last": ([("4 + difficulty", "4 + difficulty**3")], "a prompt of"),
    "fails_at_last": ([(DRAW, "if size > 50:\n            raise Redraw\n        " + DRAW)], "found no problem in 1000 draws"),
    "endless_at_last": ([(SOLVE, "while len(self.numbers) > 50:\n            pass\n        return sorted(self.numbers)")], "no end of drawing a problem of difficulty 50"),
    "few_problems": ([(DRAW, "problem = cls([rng.randint(1, 3) for _ in range(size)])")], "different problems in 400 seeds at difficulty 0"),
    "constant_is_often_right": ([(SCORE, "return 1.0 if len(self.numbers) == 4 and self.numbers[0] % 3 == 0 else matching(answer, self.solution)")], "of the problems at difficulty 0"),
    "prompt_holds_an_answer": ([("Sort these", "Write <answer>3 1 2 0</answer>, for example. Sort these")], "the prompt itself, as a response, is judged"),
    "constant_difficulty": ([("4 + difficulty", "5")], "do not grow"),
    "real_parameter": ([("4 + difficulty", "3.5 + difficulty")], "whole numbers"),
    "unbounded_loop": ([(REDRAW, "        while True:\n            if problem.numbers != problem.solution:\n                break\n")], "no end of "),
    "loop_without_end": ([(REDRAW, "        while 1:\n            for _ in range(2):\n                break\n")], "a loop without a condition"),
    "redraws_often": ([(REDRAW, REDRAW.replace("problem.numbers ==", "problem.numbers[0] % 20 or problem.numbers =="))], "attempts for a problem"),
    "one_answer": ([(SOLVE, "return [0] * len(self.numbers)")], "the data themselves"),
    "slip": ([("Sort these integers in ascending order:", "Sort these integers,in ascending order:")], "untidy"),
    "eval": ([(SCORE, "return matching(answer, eval('self.solution'))")], "a call of eval"),
    "prefix_is_right": ([("Items(Integer(), count=len(self.numbers))", "Items(Integer())"), (SCORE, "return float(answer[: len(self.numbers)] == self.solution)")], "hedged answers"),
    "clock": ([("from random import Random", "from random import Random\nfrom time import time"), (DRAW, "problem = cls([int(time() * 1000) % 1000 for _ in range(size)])")], "import from time"),
    "slow": ([(SOLVE, "for _ in range(700_000 * len(self.numbers)):\n            pass\n        return sorted(self.numbers)"), (REDRAW, "")], "problems a second"),
    "assertion": ([(SOLVE, "assert self.numbers\n        return sorted(self.numbers)")], "an assert"),
    "no_docstring": ([('    """Put a list of integers in ascending order."""\n', "")], "no docstring"),
    "overrides_verify": ([("    def score(", "    def verify(self, response):\n        return super().verify(response)\n\n    def score(")], "overrides verify"),
}  # fmt: skip


def test_passes_a_good_environment():
    assert checker.complaints(from_file(Path("tests/envs/sorting.py"))) == []


@pytest.mark.parametrize("name", SPOILT)
def test_catches(name, tmp_path, monkeypatch):
    monkeypatch.setattr(checker, "PATIENCE", 3)
    source, (replacements, wanted) = SORTING, SPOILT[name]
    source = source.replace("class IntegerSorting", f"class Spoilt{''.join(p.capitalize() for p in name.split('_'))}")
    for old, new in replacements:
        assert old in source
        source = source.replace(old, new)
    path = tmp_path / f"spoilt_{name}.py"
    path.write_text(source)
    try:
        found = checker.complaints(from_file(path), difficulties=(0, 3, 6), seeds=10)
    except Exception as error:  # a fault at the definition of the class
        found = [str(error)]
    assert any(wanted in complaint for complaint in found), found


def test_an_empty_answer_that_is_read_is_seen(monkeypatch):
    """`extract` refuses it for all environments: here it does not."""
    monkeypatch.setattr(
        problem, "extract", lambda response: "0 0 0 0" if response in judging.EMPTY else extract(response)
    )
    sorting = from_file(Path("tests/envs/sorting.py"))
    found = checker.complaints(sorting, difficulties=(0,), seeds=10, hash_seeds=False)
    assert any("the empty answer '<answer></answer>' is judged" in complaint for complaint in found), found


def spoilt(folder, file_name, *replacements):
    source = SORTING
    for old, new in replacements:
        assert old in source
        source = source.replace(old, new)
    (folder / file_name).write_text(source)
    return from_file(folder / file_name)


def test_a_loop_that_is_left_in_its_middle_is_fine(tmp_path):
    """What leaves it: a break of its own or in the else of a loop inside, a return, a raise."""
    draw = "while True:\n            problem = cls([rng.randint(0, 5 * size) for _ in range(size)])\n            "
    for way_out in ("break", "raise Redraw", "return problem"):
        leaving = (
            f"{draw}if problem.numbers != sorted(problem.numbers) or rng.random() < 0.5:\n                {way_out}"
        )
        environment = spoilt(tmp_path, f"left_by_{way_out.split()[0]}.py", (DRAW, leaving))
        assert list(reading.check_source(environment.problem_class)) == []
    inside = "while True:\n            for _ in range(2):\n                pass\n            else:\n                break\n        "
    environment = spoilt(tmp_path, "left_by_else.py", (DRAW, inside + DRAW))
    assert list(reading.check_source(environment.problem_class)) == []


def test_a_file_may_have_the_name_of_an_environment_of_ours(tmp_path, monkeypatch):
    """Its problems are drawn again by new interpreters, which must not take ours for it, nor what lies beside it."""
    (tmp_path / "json.py").write_text("raise SystemExit('the working folder comes first')")
    monkeypatch.chdir(tmp_path)
    environment = spoilt(tmp_path, "sudoku.py")
    assert environment.problem_class.__name__ == "IntegerSorting"
    assert checker.differing([environment], difficulties=(0,), seeds=2) == {}
    relative = get("sudoku.py")
    assert checker.differing([relative, get("sudoku")], difficulties=(0,), seeds=2) == {}
    assert (
        checker.digests([relative], (0,), 2)["sudoku.py"] == checker.digests([environment], (0,), 2)[environment.name]
    )


def test_what_takes_too_long_or_too_many_attempts_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(checker, "PATIENCE", 2)
    endless = spoilt(
        tmp_path,
        "endless_sorting.py",
        (SOLVE, "while self.numbers:\n            pass\n        return []"),
        (REDRAW, ""),
    )
    (complaint,) = checker.complaints(endless, difficulties=(0,), seeds=1)
    assert "drawing, solving and verifying to check speed" in complaint or "timing" in complaint
    assert "in 2 s of processor time: bound the loops" in complaint
    seldom = REDRAW.replace("problem.numbers ==", "problem.numbers[0] % 20 or problem.numbers ==")
    found = checker.complaints(
        spoilt(tmp_path, "seldom_sorting.py", (REDRAW, seldom)), difficulties=(0,), seeds=1, hash_seeds=False
    )
    assert any("attempts for a problem" in each and "raise Redraw for fewer" in each for each in found)
