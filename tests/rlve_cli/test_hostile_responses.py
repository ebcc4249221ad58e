"""Ten kinds of hostile responses, to every environment: answered within a second each, and none is rewarded."""

import json
import time

import pytest

from rlve.envs.registry import Environment, environments, get

HOSTILE = {
    "a million digits": "<answer>" + "7" * 1_000_000 + "</answer>",
    "a power tower": "<answer>9**9**9</answer>",
    "ten thousand lines": "<answer>" + "7\n" * 10_000 + "</answer>",
    "deep brackets": "<answer>" + "(1+" * 9_000 + "1" + ")" * 9_000 + "</answer>",
    "NUL": "<answer>\0</answer>",
    "unicode digits": "<answer>\u0663\uff17\u00b2</answer>",
    "nested tags": "<answer>" * 20_000 + "?" + "</answer>" * 20_000,
    "an import": "<answer>__import__('os').system('touch hacked')</answer>",
    "an unevaluated derivative": "<answer>Derivative(x**2*sin(x), x)</answer>",
    "nan": "<answer>nan</answer>",
}


@pytest.mark.parametrize("environment", environments().values(), ids=lambda environment: environment.name)
def test_hostile_responses_are_answered_fast_and_not_rewarded(environment: Environment) -> None:
    for difficulty in (0, 4):
        problem = environment.problem(difficulty, 0)
        _ = problem.solution  # what is timed is the reading of the response
        for name, response in HOSTILE.items():
            started = time.process_time()
            verdict = problem.verify(response)
            assert time.process_time() - started < 1.0, name
            assert verdict.reward <= 0.0, (name, verdict)
            assert len(verdict.reason) < 500, name


def test_the_derivative_of_the_question_is_no_answer() -> None:
    """The very derivative that is asked for, written down and not worked out."""
    for seed in range(20):
        problem = get("symbolic_differentiation").problem(2, seed)
        statement = problem.statement()
        for function in {line.split("=", 1)[1].strip() for line in statement.splitlines() if "=" in line}:
            for form in ("Derivative({}, x)", "diff({}, x)", "d/dx ({})"):
                assert problem.verify(f"<answer>{form.format(function)}</answer>").reward <= 0.0


def test_the_command_answers_them_too(rlve) -> None:
    names = ("integer_sorting", "sudoku", "countdown_exact_expression")
    records = [
        {
            "id": f"{name}/{kind}",
            "environment": name,
            "instance": get(name).problem(2, 0).instance(),
            "response": response,
        }
        for name in names
        for kind, response in HOSTILE.items()
    ]
    source = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    done = rlve("verify", "--timeout", "1", "--workers", "2", input=source)
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [verdict["id"] for verdict in found] == [record["id"] for record in records]
    assert all(verdict["reward"] <= 0.0 and verdict["outcome"] not in ("timeout", "error") for verdict in found)
