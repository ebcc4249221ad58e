"""Problems come back from instances as they were, through text and tables, and from nothing else."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

from rlve.envs.jsontext import MOST_DEPTH, BadJson, dumps, finite, loads, within_depth
from rlve.envs.records import make_record
from rlve.envs.registry import Environment, environments, get
from rlve.envs.sequences.integer_sorting import IntegerSorting


class Step(TypedDict):
    kind: str
    by: NotRequired[int]


@dataclass(frozen=True)
class Sorted(IntegerSorting):
    """With a field of every kind."""

    share: float
    steps: list[Step]
    counts: dict[str, int]
    mode: Literal["up", "down"]
    limit: int | None


@pytest.fixture
def sorted_environment(monkeypatch: pytest.MonkeyPatch) -> Environment:
    environment = Environment("sorted", "tests", __name__, "Sorted")
    monkeypatch.setitem(environment.__dict__, "problem_class", Sorted)
    return environment


GOOD = {
    "numbers": [2, 1],
    "share": 0.5,
    "steps": [{"kind": "a"}, {"kind": "b", "by": 2}],
    "counts": {"x": 1},
    "mode": "up",
    "limit": None,
}


def test_every_environment_comes_back_from_text_and_from_columns() -> None:
    """As a table of all environments holds instances: each with the fields of all others, null."""
    columns = dict.fromkeys(
        name for environment in environments().values() for name in environment.problem(0, 0).instance()
    )
    for environment in environments().values():
        problem = environment.problem(1, 0)
        assert environment.restore(dumps(problem.instance()).decode()) == problem
        assert environment.restore(columns | problem.instance()) == problem


def test_arrow_gives_back_what_it_was_given() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    names = ("integer_sorting", "knights_and_knaves")
    rows = [{"instance": get(name).problem(2, seed).instance()} for name in names for seed in range(3)]
    for name, row in zip([name for name in names for _ in range(3)], pyarrow.Table.from_pylist(rows).to_pylist()):
        assert None in row["instance"].values()
        assert get(name).restore(row["instance"]).verify("nothing").reward == -1.0


def test_whole_numbers_and_keys_of_other_records_are_put_right(sorted_environment: Environment) -> None:
    problem = sorted_environment.restore(GOOD)
    changed = GOOD | {
        "numbers": [2.0, 1],
        "steps": [{"kind": "a", "by": None}, {"kind": "b", "by": 2.0}],
        "counts": {"x": 1, "y": None},
        "foreign": None,
    }
    assert sorted_environment.restore(changed) == problem
    assert type(sorted_environment.restore(changed).numbers[0]) is int  # type: ignore[attr-defined]
    whole = sorted_environment.restore(GOOD | {"share": 1, "limit": 3})
    assert (type(whole.share), whole.limit) == (float, 3)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("numbers", "21", "the field numbers of sorted is a text, not a list"),
        ("numbers", [2, "1"], "the field numbers of sorted, item 2 is a text, not an integer"),
        ("numbers", [True], "the field numbers of sorted, item 1 is true or false, not an integer"),
        ("numbers", [1.5], "item 1 is a number, not an integer"),
        ("numbers", [2**64], "item 1 is an integer of more than 64 bits"),
        ("numbers", [float("nan")], "item 1 is a number, not an integer"),
        ("numbers", [None], "item 1 is null, not an integer"),
        ("numbers", None, "is null, not a list"),
        ("share", float("inf"), "the field share of sorted is no finite number"),
        ("share", 10**400, "is no finite number"),
        ("share", "0.5", "is a text, not a number"),
        ("steps", [{"kind": "a"}, []], "item 2 is a list, not an object"),
        ("steps", [{"by": 1}], "item 1 has other keys than kind, by"),
        ("steps", [{"kind": 1}], "item 1, key 'kind' is an integer, not a text"),
        ("counts", [], "is a list, not an object"),
        ("counts", {"x": "y"}, "the field counts of sorted, key 'x' is a text, not an integer"),
        ("mode", "left", "is none of 'up', 'down'"),
        ("limit", "3", "is a text, not an integer"),
        (
            "other",
            1,
            "an instance of sorted has the fields numbers, share, steps, counts, mode, limit; this one has other",
        ),
    ],
)
def test_what_a_field_cannot_hold_is_one_sentence(
    sorted_environment: Environment, field: str, value: object, sentence: str
) -> None:
    with pytest.raises(ValueError) as caught:
        sorted_environment.restore(GOOD | {field: value})
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("instance", ["[]", "3", "{", "", "\ud800", b"\xff", [], 3, None])
def test_what_is_no_object_is_one_sentence(instance: object) -> None:
    with pytest.raises(ValueError):
        get("sudoku").restore(instance)  # type: ignore[arg-type]


def test_missing_fields_are_named() -> None:
    with pytest.raises(ValueError, match="this one lacks width, planted and has colour"):
        get("sudoku").restore({"height": 2, "grid": [], "colour": 1})


def wrapped(environment: Environment, difficulty: int, seed: int) -> str:
    problem = environment.problem(difficulty, seed)
    return f"<answer>{problem.answer_format().render(problem.solution)}</answer>"


@pytest.mark.parametrize("difficulty", [0, 3])
def test_without_answers_nothing_planted_is_shown_and_all_verdicts_stay(difficulty: int) -> None:
    hiding = 0
    for environment in environments().values():
        full = make_record(environment, difficulty, 5)
        record = json.loads(json.dumps(make_record(environment, difficulty, 5, answer=False)))
        assert "answer" not in record
        assert "planted" not in record["instance"]
        hiding += "planted" in full["instance"]
        with_all = environment.restore(full["instance"])
        for response in (wrapped(environment, difficulty, 5), wrapped(environment, difficulty, 6)):
            without = environment.restore(record["instance"])  # each time, as what was planted is then found anew
            assert without.verify(response) == with_all.verify(response)
        assert environment.restore(record["instance"]).verify(wrapped(environment, difficulty, 5)).reward == 1.0
    assert hiding > 30


def test_what_was_planted_is_drawn_again_only_if_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(*_: object, **__: object) -> None:
        raise AssertionError("drawn")

    records = {name: make_record(get(name), 0, 0, answer=False) for name in ("sudoku", "boolean_satisfiability")}
    right = {name: wrapped(get(name), 0, 0) for name in records}
    monkeypatch.setattr(Environment, "problem", draw)
    assert get("sudoku").restore(records["sudoku"]["instance"]).verify(right["sudoku"]).reward == 1.0
    with pytest.raises(AssertionError, match="drawn"):
        get("boolean_satisfiability").restore(records["boolean_satisfiability"]["instance"]).verify(
            right["boolean_satisfiability"]
        )


def test_parameters_set_by_hand_are_drawn_with_again() -> None:
    environment = get("boolean_satisfiability")
    overrides = {name: number + 1 for name, number in list(environment.parameters(0).items())[:1]}
    record = make_record(environment, 0, 0, answer=False, overrides=overrides)
    problem = environment.problem(0, 0, **overrides)
    response = f"<answer>{problem.answer_format().render(problem.solution)}</answer>"
    assert environment.restore(record["instance"]).verify(response).reward == 1.0
    among_others = record["instance"]["drawn_from"] | {"parameters": {**overrides, "size_of_another": None}}
    assert environment.restore(record["instance"] | {"drawn_from": among_others}).verify(response).reward == 1.0


def test_another_problem_is_never_drawn_in_silence() -> None:
    environment = get("boolean_satisfiability")
    record = make_record(environment, 0, 0, answer=False)
    other = record["instance"] | {"drawn_from": record["instance"]["drawn_from"] | {"seed": 1}}
    with pytest.raises(ValueError, match="draws another problem by now"):
        environment.restore(other).verify(wrapped(environment, 0, 0))


@pytest.mark.parametrize(
    "drawn",
    [[], "x", {}, {"difficulty": 0}, {"difficulty": "0", "seed": 0, "digest": ""},
     {"difficulty": -1, "seed": 0, "parameters": {}, "digest": ""},
     {"difficulty": 0, "seed": 0, "parameters": {"a": "b"}, "digest": ""},
     {"difficulty": 0, "seed": 0, "parameters": 3, "digest": ""}],
)  # fmt: skip
def test_how_it_was_drawn_must_be_whole(drawn: object) -> None:
    record = make_record(get("sudoku"), 0, 0, answer=False)
    with pytest.raises(ValueError, match="drawn_from"):
        get("sudoku").restore(record["instance"] | {"drawn_from": drawn})


def test_a_user_file_hides_what_it_planted_too(tmp_path: Path) -> None:
    source = Path(get("sudoku").problem_class.__module__.replace("rlve.", "").replace(".", "/") + ".py")
    text = (Path(__file__).parents[2] / source).read_text().replace("class Sudoku(", "class MySudoku(")
    (tmp_path / "my_sudoku.py").write_text(text.replace("Sudoku.", "MySudoku.").replace("MyMy", "My"))
    environment = get(str(tmp_path / "my_sudoku.py"))
    record = make_record(environment, 0, 0, answer=False)
    assert "planted" not in record["instance"]
    assert environment.restore(record["instance"]).verify(wrapped(environment, 0, 0)).reward == 1.0


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def test_json_is_read_up_to_a_depth() -> None:
    assert loads(nested(MOST_DEPTH)) is not None
    for depth in (MOST_DEPTH + 1, 500, 2_000, 200_000):
        with pytest.raises(BadJson, match="nested"):
            loads(nested(depth))
    assert within_depth({"a": [[]] * 1000}, 3)
    assert not within_depth({"a": [[]] * 1000}, 2)


@pytest.mark.parametrize(
    "text",
    [b'{"a":NaN}', b'{"a":[-Infinity,null]}', b'{"a":123456789012345678901234567890}', b'{"a":"\\ud83d"}', b'{"a":18446744073709551615}',
     b'{"a":1234567890123456789012,"b":NaN,"c":"\\ud83d"}', b'{"a":null}', '{"a":"\u00fc","b":NaN}'.encode()],
)  # fmt: skip
def test_what_is_read_is_written_back(text: bytes) -> None:
    assert dumps(loads(text)) == text


def test_numbers_without_end_are_refused() -> None:
    with pytest.raises(BadJson, match="integer of thousands of digits"):
        loads(b"[" + b"9" * 5_000 + b"]")
    assert finite({"a": [1.0, {"b": 2}]})
    assert not finite({"a": [1.0, {"b": float("nan")}]})
