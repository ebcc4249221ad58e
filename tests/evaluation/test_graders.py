"""The graders on stored responses: each verdict, and the rates of false accepts and false rejects."""

import random
import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rlve.evaluation.graders import grade_bbeh, grade_math, symbolic
from rlve.evaluation.graders.extraction import boxes, marked_answer
from rlve.evaluation.graders.worker import Workers
from tests.evaluation.stored_bbeh import BBEH
from tests.evaluation.stored_math import MATH

Grader = Callable[[str, str], bool]
STORED: dict[str, tuple[Grader, list[tuple[str, list[str], list[str]]]]] = {
    "math": (grade_math, MATH),
    "bbeh": (grade_bbeh, BBEH),
}


@pytest.mark.parametrize("name", STORED)
def test_no_stored_response_is_misjudged(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    grade, stored = STORED[name]
    false_rejects = [(gold, one) for gold, right, _ in stored for one in right if not grade(one, gold)]
    false_accepts = [(gold, one) for gold, _, wrong in stored for one in wrong if grade(one, gold)]
    right, wrong = sum(len(case[1]) for case in stored), sum(len(case[2]) for case in stored)
    with capsys.disabled():
        print(f"\n{name}: false rejects {len(false_rejects)} of {right}, false accepts {len(false_accepts)} of {wrong}")
    assert false_rejects == []
    assert false_accepts == []


def test_more_than_three_hundred_responses_are_stored() -> None:
    assert sum(len(right) + len(wrong) for _, stored in STORED.values() for _, right, wrong in stored) >= 300


@pytest.mark.parametrize("grade", [grade_math, grade_bbeh])
@given(response=st.text(alphabet=st.sampled_from("\\boxed{}()[]$^_,;=<>/answer 0123456789\x00é%+-"), max_size=300))
@example("and")
@example(", or ,")
@settings(max_examples=150, deadline=None)
def test_no_text_raises(grade: Grader, response: str) -> None:
    for text in (response, f"\\boxed{{{response}}}", f"<answer>{response}</answer>"):
        assert grade(text, "(17,\\frac{5}{9})") in (True, False)


@pytest.fixture
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of a second for questions that would take the age of the universe."""
    monkeypatch.setattr(symbolic, "_workers", Workers("rlve.evaluation.graders.expressions", seconds=1.0))


HOSTILE = {
    "a million digits": "\\boxed{" + "7" * 1_000_000 + "}",
    "ten thousand digits": "<answer>" + "9" * 10_000 + "</answer>",
    "a tower of powers": r"\boxed{9^{9^{9^{9^{9}}}}}",
    "a big factorial": r"\boxed{(10^{9})!}",
    "nested logarithms": r"\boxed{\log(\log(\log(\log(\log(10^{10^{10^{10}}})))))}",
    "nested brackets": "\\boxed{" + "(" * 3_000 + "1" + ")" * 3_000 + "}",
    "nested fractions": "\\boxed{" + r"\frac{1}{" * 100 + "2" + "}" * 100 + "}",
    "open boxes": "\\boxed{" * 100_000 + "8}",
    "nested boxes": "\\boxed{" * 20_000 + "8" + "}" * 20_000,
    "nested tags": "<answer>" * 50_000 + "8" + "</answer>" * 50_000,
    "NUL bytes": "\\boxed{\x00\x00}",
    "many commas": "\\boxed{" + "1," * 900 + "}",
    "a binomial": r"\boxed{\binom{10^{12}}{10^{11}}}",
    "Python": r"\boxed{__import__('os').system('touch /tmp/rlve-escaped')}",
}


@pytest.mark.usefixtures("_little_time")
@pytest.mark.parametrize("response", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_answers_are_wrong_within_seconds(response: str) -> None:
    started = time.monotonic()
    for gold in ("7", r"$\frac{1}{2 n+2}$", "1,3,5"):
        assert not grade_math(response, gold)
        assert not grade_bbeh(response, "17")
    assert time.monotonic() - started < 25


@pytest.mark.usefixtures("_little_time")
def test_the_grader_still_answers_after_many_late_ones() -> None:
    for exponent in range(4):
        assert not grade_math(rf"\boxed{{7^{{9^{{9^{{9^{{{exponent + 5}}}}}}}}}}}", "$n+1$")
    assert grade_math(r"\boxed{1+n}", "$n+1$")


def test_threads_get_the_same_verdicts() -> None:
    cases = [(one, gold, True) for gold, right, _ in MATH[12:24] for one in right]
    cases += [(one, gold, False) for gold, _, wrong in MATH[12:24] for one in wrong]
    failures: list[tuple[str, str]] = []

    def grade(share: list[tuple[str, str, bool]]) -> None:
        failures.extend((one, gold) for one, gold, verdict in share if grade_math(one, gold) is not verdict)

    threads = [threading.Thread(target=grade, args=(cases[start::4],)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_the_last_complete_outermost_box_is_the_answer() -> None:
    assert [box.text for box in boxes(r"\boxed{a \boxed{b}} and \boxed{\{c\}} \boxed{d")] == [r"a \boxed{b}", r"\{c\}"]
    assert marked_answer(r"\boxed{\frac{1}{2}} then <answer>3</answer>") == "3"
    assert marked_answer(r"<answer>3</answer> then \boxed{\frac{1}{2}}") == r"\frac{1}{2}"
    assert marked_answer("no marker: 3") is None
    assert marked_answer(r"<think>\boxed{1}</think>") is None


def test_order_of_many_answers_does_not_matter() -> None:
    values = list(range(40))
    shuffled = values[:]
    random.Random(5).shuffle(shuffled)
    gold = ",".join(map(str, values))
    assert grade_math(f"\\boxed{{{', '.join(map(str, shuffled))}}}", gold)
    assert not grade_math(f"\\boxed{{{', '.join(map(str, [*shuffled[:-1], 99]))}}}", gold)
