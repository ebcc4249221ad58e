"""The grader of programs: stored programs, the way programs are found and outputs compared, and hidden tests."""

import base64
import json
import pickle
import zlib

import pytest

from rlve.evaluation.graders import grade_code
from rlve.evaluation.graders.code import CodeTest, decoded_tests, first_failure, last_fenced_block, same_output
from rlve.evaluation.graders.sandbox import Limits
from tests.evaluation.stored_programs import STORED_PROGRAMS, SUM

QUICK = Limits(cpu_seconds=1.0, wall_seconds=10.0)


def handed_in(program: str) -> str:
    return f"<think>\n```python\nprint('draft')\n```\n</think>\nHere is my program.\n\n```python\n{program}\n```\nIt is quick."


def test_no_stored_program_is_misjudged(capsys: pytest.CaptureFixture[str]) -> None:
    rejects, accepts, rights, wrongs = [], [], 0, 0
    for _, tests, name, right, wrong in STORED_PROGRAMS:
        rejects += [one for one in right if not grade_code(handed_in(one), tests, name, QUICK)]
        accepts += [one for one in wrong if grade_code(handed_in(one), tests, name, QUICK)]
        rights, wrongs = rights + len(right), wrongs + len(wrong)
    with capsys.disabled():
        print(f"\ncode: false rejects {len(rejects)} of {rights}, false accepts {len(accepts)} of {wrongs}")
    assert rejects == []
    assert accepts == []


def test_the_program_is_the_last_complete_block() -> None:
    assert last_fenced_block("```\na\n```\ntext\n```python\nb\n```") == "b\n"
    assert last_fenced_block("```python\na\n```\n```python\nb") == "a\n"
    assert last_fenced_block("```python\nbroken off\n\n```python\nb\n```\n") == "b\n"
    assert last_fenced_block("print(1)") is None
    assert last_fenced_block("<think>```\na\n```</think> nothing") is None
    assert last_fenced_block("~~~py\na\n~~~") == "a\n"
    assert not grade_code("print(6)", SUM)


def test_outputs_are_compared_as_lines_and_numbers() -> None:
    assert same_output("1 2\n3\n", " 1 2 \n3")
    assert same_output("0.50\n", "0.5")
    assert same_output("Yes 1.0", "Yes 1.0")
    assert not same_output("1 2 3", "1 2\n3")
    assert not same_output("0.5000001", "0.5")
    assert not same_output("yes", "Yes")
    assert not same_output("", "0")


def test_the_failure_names_the_test_and_the_reason() -> None:
    failure = first_failure(handed_in("input()\nprint(6)"), SUM)
    assert failure is not None
    assert (failure.test, failure.reason) == (1, "wrong output")
    failure = first_failure(handed_in("print(1 / 0)"), SUM)
    assert failure is not None
    assert failure.reason.startswith("ZeroDivisionError")


def test_a_problem_without_tests_is_an_error() -> None:
    with pytest.raises(ValueError, match="without tests"):
        grade_code(handed_in("print(1)"), [])


def packed(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content)).decode()


@pytest.mark.parametrize("protocol", range(2, 6))
def test_hidden_tests_are_read_from_a_compressed_pickle_of_a_string(protocol: int) -> None:
    rows = [
        {"input": "1\n", "output": "2\n" * 100, "testtype": "stdin"},
        {"input": "[1]", "output": "1", "testtype": "functional"},
    ]
    text = packed(pickle.dumps(json.dumps(rows), protocol=protocol))
    assert decoded_tests(text) == [CodeTest("1\n", "2\n" * 100), CodeTest("[1]", "1", "functional")]
    assert decoded_tests(json.dumps(rows)) == decoded_tests(text)


class Attack:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, ("raise SystemError('unpickled')",)


@pytest.mark.parametrize(
    "content",
    [pickle.dumps(Attack()), pickle.dumps(["[]", "[]"]), pickle.dumps(17), b"cos\nsystem\n(S'true'\ntR.", b"junk", b""],
)
def test_any_other_pickle_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="hidden tests cannot be decoded"):
        decoded_tests(packed(content))


def test_broken_packing_is_refused() -> None:
    for text in ("not base 64!", base64.b64encode(b"no zlib").decode(), packed(pickle.dumps("[]"))[:20]):
        with pytest.raises(ValueError, match="hidden tests cannot be decoded"):
            decoded_tests(text)
