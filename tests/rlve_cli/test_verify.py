"""`rlve verify`: one verdict for each response, in order, whatever stands in the lines."""

import json
import os
import pty
import signal
import subprocess
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from rlve.envs.verdict import Outcome, Verdict
from rlve_cli.groups import Groups
from rlve_cli.summary import Summary, pass_at_k, shown_ks
from tests.rlve_cli.conftest import RLVE, one_sentence

SOME = "integer_sorting,sudoku,knights_and_knaves,countdown_exact_expression"


def record(response, name="integer_sorting", numbers=(3, 1, 2), **fields):
    many = {"responses": response} if isinstance(response, list) else {"response": response}
    return {"id": f"{name}/0/0", "environment": name, "instance": {"numbers": list(numbers)}} | many | fields


def lines(*records):
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def verdicts(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


RIGHT, WRONG, SHORT, NONE = "<answer>1 2 3</answer>", "<answer>9 9 9</answer>", "<answer>1</answer>", "1 2 3"


def test_right_answers_of_all_kinds_are_correct(shell):
    done = shell(
        f"rlve generate --env {SOME} -d 0-6 -n 5 | "
        """python3 -c '
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    print(json.dumps(record | {"response": "<answer>" + record["answer"] + "</answer>"}))' | """
        "rlve verify --summary --fail-under 1"
    )
    assert done.returncode == 0
    found = verdicts(done)
    assert len(found) == 140
    assert {(verdict["reward"], verdict["outcome"], verdict["reason"]) for verdict in found} == {(1.0, "correct", "")}
    assert b"100.0%" in done.stderr


def test_outcomes_rewards_and_reasons(rlve):
    done = rlve("verify", input=lines(*map(record, (RIGHT, WRONG, SHORT, NONE))))
    assert done.returncode == 0
    assert done.stderr == b""
    found = verdicts(done)
    assert [(verdict["outcome"], verdict["reward"]) for verdict in found] == [
        ("correct", 1.0),
        ("wrong", 0.0),
        ("infeasible", -0.5),
        ("malformed", -1.0),
    ]
    assert [bool(verdict["reason"]) for verdict in found] == [False, False, True, True]
    assert list(found[0]) == ["id", "reward", "outcome", "reason"]


def test_order_is_kept_over_many_processes(rlve):
    many = [record(f"<answer>{number} 0 0</answer>", numbers=(number, 0, 0), id=number) for number in range(500)]
    done = rlve("verify", "--workers", "2", input=lines(*many))
    assert [verdict["id"] for verdict in verdicts(done)] == list(range(500))


def test_several_responses_get_a_line_each(rlve):
    done = rlve("verify", input=lines(record([WRONG, RIGHT]), record([]), record(RIGHT, id=None)))
    assert [(verdict["id"], verdict.get("index"), verdict["reward"]) for verdict in verdicts(done)] == [
        ("integer_sorting/0/0", 0, 0.0),
        ("integer_sorting/0/0", 1, 1.0),
        (None, None, 1.0),
    ]


def test_merged_lines_keep_their_fields_and_can_be_verified_again(rlve):
    source = lines(record([WRONG, RIGHT], mine={"x": 1}), record(SHORT, mine=2, reward="old"))
    merged = rlve("verify", "--merge", input=source)
    found = verdicts(merged)
    assert [(each["response"], each.get("index"), each["mine"]) for each in found] == [
        (WRONG, 0, {"x": 1}),
        (RIGHT, 1, {"x": 1}),
        (SHORT, None, 2),
    ]
    assert found[2]["reward"] == -0.5
    assert "responses" not in found[0]
    assert rlve("verify", "--merge", input=merged.stdout).stdout == merged.stdout


def test_a_bad_line_is_told_by_its_number_and_the_rest_is_judged(rlve):
    bad = [
        b"{",
        b"[1, 2]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"response": "x"}',
        b'{"environment": "integer_sorting", "instance": {}}',
        b'{"environment": 3, "instance": {}, "response": "x"}',
        b'{"environment": "integer_sorting", "instance": {}, "response": 7}',
        b'{"environment": "integer_sorting", "instance": {}, "responses": ["a", 1]}',
        b'{"environment": "integer_sorting", "instance": {}, "response": "", "responses": []}',
    ]
    right = lines(record(RIGHT))
    done = rlve("verify", input=right + b"\n".join(bad) + b"\n\n" + right)
    assert done.returncode == 1
    assert [verdict["reward"] for verdict in verdicts(done)] == [1.0, 1.0]
    told = done.stderr.decode().splitlines()
    assert [line.partition(":")[0] for line in told] == [*(f"line {number}" for number in range(2, 12)), "rlve verify"]


def test_many_bad_lines_are_counted(rlve):
    done = rlve("verify", input=b"x\n" * 1000)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) < 30
    assert b"1000" in done.stderr


def test_what_other_programs_write_is_read(rlve):
    right = lines(record(RIGHT)).strip()
    odd = [
        b"\xef\xbb\xbf" + right,  # a byte order mark
        right + b"\r",
        lines(record(RIGHT + " \ud83d")).strip(),  # a text cut inside an emoji
        lines(record(RIGHT, logprob=float("nan"))).strip(),
        lines(record(RIGHT) | {"instance": json.dumps({"numbers": [3, 1, 2]})}).strip(),  # as tables hold it
        right,  # without an end of line
    ]
    done = rlve("verify", "--merge", input=b"\n".join(odd))
    assert done.returncode == 0
    assert [verdict["reward"] for verdict in verdicts(done)] == [1.0] * 6


def test_a_record_that_cannot_be_checked_is_an_error_and_told(rlve):
    unknown, foreign = record(RIGHT, name="integer_sortin"), record(RIGHT) | {"instance": {"size": 1}}
    done = rlve("verify", input=lines(unknown, foreign, record(RIGHT)))
    assert done.returncode == 1
    assert [(verdict["outcome"], verdict["reward"]) for verdict in verdicts(done)] == [
        ("error", None),
        ("error", None),
        ("correct", 1.0),
    ]
    assert b"line 1: " in done.stderr
    assert b"integer_sorting" in done.stderr


def test_a_hanging_check_is_ended_and_all_others_get_their_verdict(rlve, sleepy):
    answers = [1, 77, 2, 88, 3, 99, 4]
    source = lines(*(record(f"<answer>{n}</answer>", "sleepy_sorting", [n], id=n) for n in answers))
    done = rlve("verify", "--timeout", "1", "--workers", "2", input=source, PYTHONPATH=sleepy)
    found = {verdict["id"]: (verdict["outcome"], verdict["reward"]) for verdict in verdicts(done)}
    assert list(found) == answers
    assert found[77] == ("timeout", -1.0)
    assert found[88] == found[99] == ("error", None)
    assert {found[n] for n in (1, 2, 3, 4)} == {("correct", 1.0)}
    assert done.returncode == 1
    assert b"line 6: RuntimeError: a fault" in done.stderr


def test_a_timeout_alone_is_a_verdict_like_others(rlve, sleepy):
    source = lines(record("<answer>77</answer>", "sleepy_sorting", [77]))
    done = rlve("verify", "--timeout", "0.5", input=source, PYTHONPATH=sleepy)
    assert done.returncode == 0
    assert verdicts(done)[0]["outcome"] == "timeout"


@pytest.mark.parametrize(("bound", "status"), [("0.5", 0), ("0.51", 1), ("0", 0), ("1", 1)])
def test_fail_under_compares_the_share_of_correct_responses(rlve, bound, status):
    done = rlve("verify", "--fail-under", bound, input=lines(record([RIGHT, WRONG]), record(RIGHT), record(WRONG)))
    assert done.returncode == status
    if status:
        assert bound in one_sentence(done.stderr)


def test_nothing_to_judge_fails_under_any_bound(rlve):
    assert rlve("verify").returncode == 0
    assert rlve("verify", "--fail-under", "0").returncode == 1


def test_summary_counts_by_environment(rlve):
    source = lines(
        record([RIGHT, WRONG, WRONG, WRONG]),
        record([RIGHT, RIGHT, SHORT, NONE], id="integer_sorting/0/1"),
        record([WRONG] * 4, id="integer_sorting/0/2"),
    )
    done = rlve("verify", "--summary", input=source)
    assert len(done.stdout.splitlines()) == 12
    head, row = (line.split() for line in done.stderr.decode().splitlines())
    shown = dict(zip(head, row))
    assert shown == {
        "environment": "integer_sorting",
        "problems": "3",
        "responses": "12",
        "accuracy": "25.0%",
        "reward": "0.125",
        "avg@4": "25.0%",
        "pass@2": "44.4%",  # (1/2 + 5/6 + 0) / 3
        "pass@4": "66.7%",
        "correct": "3",
        "wrong": "7",
        "infeasible": "1",
        "malformed": "1",
    }


def test_summary_groups_lines_of_the_same_id(rlve):
    one_by_one = lines(record(RIGHT), record(WRONG), record(WRONG, id="b"), record(WRONG, id="b"))
    together = lines(record([RIGHT, WRONG]), record([WRONG, WRONG], id="b"))
    assert rlve("verify", "--summary", input=one_by_one).stderr == rlve("verify", "--summary", input=together).stderr


def test_an_error_is_counted_and_part_of_no_average(rlve):
    broken = record(RIGHT, id="c") | {"instance": {"numbers": "3 1 2"}}
    done = rlve("verify", "--summary", input=lines(record([RIGHT, WRONG]), broken))
    assert done.returncode == 1
    head, row = (line.split() for line in done.stderr.decode().splitlines()[-3:-1])
    shown = dict(zip(head, row))
    assert (shown["problems"], shown["responses"], shown["accuracy"], shown["reward"]) == ("1", "2", "50.0%", "0.500")
    assert shown["error"] == "1"
    assert b"line 2: ValueError: the field numbers of integer_sorting is a text, not a list" in done.stderr
    alone = rlve("verify", "--summary", "--fail-under", "0", input=lines(broken))
    assert alone.returncode == 1
    assert b"Traceback" not in alone.stderr


def test_groups_of_any_number_are_counted_in_constant_memory():
    rng, expected, groups = Random(0), {}, Groups(run=100)
    for _ in range(5_000):
        kind, problem, correct = rng.randrange(3), f"p{rng.randrange(1000)}", rng.random() < 0.3
        groups.add(kind, problem, correct)
        counts = expected.setdefault((kind, problem), [0, 0])
        counts[0] += 1
        counts[1] += correct
        assert len(groups.held) < 100
    assert len(groups.runs) == 50
    sizes = {kind: Counter(tuple(counts) for (one, _), counts in expected.items() if one == kind) for kind in range(3)}
    assert groups.sizes() == sizes


def test_environments_without_end_share_a_row():
    summary = Summary()
    for number in range(3_000):
        summary.add(f"e{number}", "p", Verdict(1.0, Outcome.CORRECT))
    rows = summary.table().rows
    assert len(rows) == 1024
    assert rows[-1][:2] == ["(others)", "1"]
    assert summary.total().responses == 3_000


def test_pass_at_k_is_the_share_of_subsets_with_a_correct_one():
    for count in range(1, 9):
        for correct in range(count + 1):
            responses = [True] * correct + [False] * (count - correct)
            for k in range(1, count + 1):
                subsets = [any(subset) for subset in combinations(responses, k)]
                assert pass_at_k(count, correct, k) == pytest.approx(sum(subsets) / len(subsets))


def test_shown_ks_end_with_the_number_of_responses():
    assert [shown_ks(count) for count in (0, 1, 2, 3, 8, 64, 100)] == [
        [], [], [2], [2, 3], [2, 4, 8], [16, 32, 64], [32, 64, 100],
    ]  # fmt: skip


def test_standard_output_holds_nothing_but_verdicts_on_a_terminal_too(environment):
    """With standard error on a terminal, tables and counters go there."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*RLVE, "verify", "--summary"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=child, env=environment
    )
    os.close(child)
    output, _ = process.communicate(lines(record(RIGHT)), timeout=60)
    shown = os.read(parent, 100_000).decode()
    os.close(parent)
    assert json.loads(output) == {"id": "integer_sorting/0/0", "reward": 1.0, "outcome": "correct", "reason": ""}
    assert "integer_sorting" in shown
    assert "100.0%" in shown


def test_a_file_can_be_verified_into_itself(rlve, tmp_path):
    (tmp_path / "records.jsonl").write_bytes(lines(record(RIGHT), record(WRONG)))
    assert rlve("verify", "records.jsonl", "--merge", "--output", "records.jsonl").returncode == 0
    found = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text().splitlines()]
    assert [each["reward"] for each in found] == [1.0, 0.0]


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_one_sentence(rlve, name):
    done = rlve("verify", name)
    assert done.returncode == 2
    assert name in one_sentence(done.stderr)


def test_a_closed_pipe_ends_quietly(shell, tmp_path):
    (tmp_path / "records.jsonl").write_bytes(lines(record(RIGHT)) * 20_000)
    done = shell("rlve verify records.jsonl --workers 2 | head -1")
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == 1


def test_an_interrupt_ends_it_with_130_and_without_a_word(environment):
    process = subprocess.Popen(
        [*RLVE, "verify", "--workers", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment, start_new_session=True,
    )  # fmt: skip
    process.stdin.write(lines(record(RIGHT)) * 64 * 12)  # more than the pool reads ahead
    process.stdin.flush()
    assert process.stdout.read(10)
    os.killpg(process.pid, signal.SIGINT)
    errors = process.stderr.read()
    assert process.wait(timeout=30) == 130
    assert errors == b""
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()
