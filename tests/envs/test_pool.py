"""The pool ends hung work, keeps the order, and reads ahead only a little."""

import os
import threading
import time
from itertools import count, islice

import pytest

from rlve.envs.pool import Pool, verify
from rlve.envs.registry import get
from rlve.envs.verdict import Outcome
from tests.envs.drawing import reward

SLEEPY = """
from rlve.envs.problem import Problem
from rlve.envs.sequences.integer_sorting import IntegerSorting
import os

class SleepySorting(IntegerSorting):
    def score(self, answer):
        if answer[0] == 77:
            while answer:
                pass
        if answer[0] == 88:
            os._exit(3)
        if answer[0] == 99:
            raise RuntimeError("a fault")
        return super().score(answer)
"""


def square(number):
    if number == -1:
        raise ValueError("negative")
    if number == -2:
        os._exit(4)
    while number == -3:
        pass
    return number * number


@pytest.fixture
def sleepy(tmp_path, monkeypatch):
    """An environment of another package whose check hangs on 77, dies on 88 and raises on 99."""
    (tmp_path / "sleepy_sorting.py").write_text(SLEEPY)
    metadata = tmp_path / "sleepy-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: sleepy\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[rlve.environments]\nsleepy_sorting = sleepy_sorting:SleepySorting\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    return "sleepy_sorting"


def test_maps_in_order():
    with Pool(2, chunk=3) as pool:
        assert list(pool.map(square, range(100))) == [number**2 for number in range(100)]


def test_an_exception_of_the_function_is_raised():
    with pytest.raises(ValueError, match="negative"), Pool(1) as pool:
        list(pool.map(square, [1, -1]))


def test_reads_ahead_only_a_little():
    taken = count()
    with Pool(2, chunk=4) as pool:
        results = pool.map(square, (next(taken) for _ in range(10**9)))
        assert list(islice(results, 5)) == [0, 1, 4, 9, 16]
    assert next(taken) < 60


def test_with_a_limit_only_what_hangs_or_dies_is_replaced():
    with Pool(2, timeout=1.0, chunk=4) as pool:
        found = list(
            pool.map(square, [1, -3, 3, -2, 5, 6], lambda number, failure: (number, type(failure), str(failure)))
        )
    hung, dead = (-3, TimeoutError, "took more than 1 s"), (-2, ChildProcessError, "died with status 4")
    assert found == [1, hung, 9, dead, 25, 36]


def test_a_stream_does_not_wait_for_results_if_all_may_be_begun():
    drawn = []

    def stream():
        for number in [-3, *range(40)]:
            drawn.append(time.monotonic())
            yield number

    with Pool(1, timeout=2.0, chunk=1, ahead=100) as pool:
        results = pool.map(square, stream(), lambda *_: "hung")
        assert len(drawn) == 41  # begun before anything is asked for
        assert list(results) == ["hung", *(number**2 for number in range(40))]
    assert drawn[-1] - drawn[0] < 1.0


def test_judges_as_verify_does():
    problem = get("integer_sorting").problem(2, 1)
    right = " ".join(map(str, problem.solution))
    answers = [right, "1 2", "x", " ".join(map(str, problem.numbers))]
    questions = [("integer_sorting", problem.instance(), f"<answer>{answer}</answer>") for answer in answers]
    with Pool(2, chunk=1) as pool:
        rewards = [verdict.reward for verdict in pool.verify(questions)]
    assert rewards == [reward(problem, answer) for answer in answers]


def test_hung_dead_and_faulty_checks_cost_only_their_own_verdict(sleepy):
    instance = {"numbers": [3, 1, 2]}
    answers = ["1 2 3", "77 1 1", "88 1 1", "1 2 3", "99 1 1", "x", *["77 1 1"] * 4, "1 2 3"]
    with Pool(2, timeout=1.0, chunk=4) as pool:
        questions = ((sleepy, instance, f"<answer>{answer}</answer>") for answer in answers)
        verdicts = list(pool.verify(questions))
    hung = Outcome.TIMEOUT
    assert [verdict.outcome for verdict in verdicts] == [
        Outcome.CORRECT, hung, Outcome.ERROR, Outcome.CORRECT, Outcome.ERROR, Outcome.MALFORMED, hung, hung, hung, hung, Outcome.CORRECT,
    ]  # fmt: skip
    assert [verdict.reward for verdict in verdicts] == [1, -1, None, 1, None, -1, -1, -1, -1, -1, 1]
    assert "1 s" in verdicts[1].reason
    assert "died with status 3" in verdicts[2].reason
    assert verdicts[4].reason == "RuntimeError: a fault"


def test_bad_records_are_errors():
    good = get("integer_sorting").problem(0, 1).instance()
    questions = [("sodoku", {}, "x"), ("sudoku", {}, "x"), ("integer_sorting", {"numbers": None}, "<answer>1</answer>"),
                 ("integer_sorting", good, "x")]  # fmt: skip
    verdicts = list(verify(questions))
    assert [verdict.outcome for verdict in verdicts] == [Outcome.ERROR] * 3 + [Outcome.MALFORMED]
    assert "did you mean sudoku" in verdicts[0].reason


def test_one_problem_is_solved_once_for_all_its_responses(monkeypatch):
    problem = get("integer_sorting").problem(0, 1)
    solved = []
    monkeypatch.setattr(type(problem), "solve", lambda self: solved.append(1) or sorted(self.numbers))
    answer = " ".join(map(str, sorted(problem.numbers)))
    questions = [("integer_sorting", problem.instance(), f"<answer>{answer}</answer>")] * 16
    assert all(verdict.reward == 1 for verdict in verify(questions))
    assert len(solved) == 1


def test_works_from_a_thread():
    got = []

    def work():
        with Pool(1) as pool:
            got.extend(pool.map(square, [2, 3]))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert got == [4, 9]
