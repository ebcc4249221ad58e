"""Records that no environment has made: each must cost no more than itself.

    python -m benchmarks.hostile_records --lines 20000 --seed 1

The lines of many kinds, about every environment, go through `rlve verify` and `rlve inspect`. Every one of them gets a
verdict or one sentence, the good lines between them are judged as ever, and time and memory stay bounded. The tests do
the same with one line of each kind.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rlve.envs.records import make_record
from rlve.envs.registry import Environment, environments, get

Record = dict[str, Any]
SOME = ("integer_sorting", "sudoku", "knights_and_knaves", "boolean_satisfiability", "symbolic_differentiation")
DEEP = "[" * 490 + "]" * 490
ESCAPE = "\x1b]0;mine\x07\x1b[2J\u202e"

VALUES: dict[str, Any] = {  # for any place in a record, as JSON
    "null": "null",
    "true": "true",
    "zero": "0",
    "a negative number": "-1",
    "65 bits": str(2**64),
    "a hundred digits": "9" * 100,
    "five thousand digits": "9" * 5000,
    "a fraction": "0.5",
    "NaN": "NaN",
    "infinity": "-Infinity",
    "too large a float": "1e999",
    "a text": '"x"',
    "no text": '""',
    "control characters": json.dumps(ESCAPE),
    "half of a pair": '"\\ud83d"',
    "NUL": '"\\u0000"',
    "a long text": json.dumps("x" * 300_000),
    "a list": "[]",
    "a list of lists": "[[[]]]",
    "a list of texts": '["1","2"]',
    "a list of all sorts": '[1,"2",null,true,{}]',
    "ten thousand numbers": json.dumps(list(range(10_000))),
    "an object": "{}",
    "an object of all sorts": '{"":null,"a":[1]}',
    "490 deep": DEEP,
    "101 deep": "[" * 101 + "]" * 101,
    "a text of JSON": '"{\\"numbers\\":[2,1]}"',
    "a deep text of JSON": json.dumps(DEEP),
}
FIELDS = ("id", "environment", "instance", "response", "responses", "index", "reward", "outcome", "difficulty", "mine")
NAMES = ("../sudoku", "all", "puzzles", "*", "-sudoku", "sudoku\n", "no_file.py", "\ufb01", "a" * 5000)


def record(rng: Random, environment: Environment) -> Record:
    """A good one, with the right answer as its response."""
    made = make_record(environment, rng.randrange(4), rng.randrange(1000), answer=rng.random() < 0.5)
    problem = environment.problem(made["difficulty"], made["seed"])
    return made | {"response": f"<answer>{problem.answer_format().render(problem.solution)}</answer>"}


def with_field(name: str, value: str, place: Record) -> str:
    """An object as JSON in which a field has a value, which is JSON already."""
    rest = {key: item for key, item in place.items() if key != name}
    return json.dumps(rest)[:-1] + (", " if rest else "") + f"{json.dumps(name)}: {value}}}"


def _fields(rng: Random, good: Record) -> Iterator[tuple[str, str]]:
    for name in FIELDS:
        what = rng.choice(list(VALUES))
        yield f"{name}: {what}", with_field(name, VALUES[what], good)


def _values(rng: Random, good: Record) -> Iterator[tuple[str, str]]:
    """Each value in a field of the instance, or in an item of it."""
    for what, value in VALUES.items():
        name = rng.choice(list(good["instance"]))
        inner = good["instance"][name]
        if isinstance(inner, list) and inner and rng.random() < 0.5:
            parts = [json.dumps(item) for item in inner]
            parts[rng.randrange(len(parts))] = value
            value = f"[{','.join(parts)}]"
        yield f"instance.{name}: {what}", with_field("instance", with_field(name, value, good["instance"]), good)


def _structure(rng: Random, good: Record) -> Iterator[tuple[str, str]]:
    name = rng.choice(list(good["instance"]))
    instance = good["instance"]
    for key in ("environment", "instance", "response"):
        yield f"no {key}", json.dumps({each: value for each, value in good.items() if each != key})
    yield "both responses", json.dumps(good | {"responses": [good["response"]]})
    yield "responses of all sorts", json.dumps({**good, "responses": [good["response"], None], "response": None})
    yield (
        "a field less",
        json.dumps(good | {"instance": {key: value for key, value in instance.items() if key != name}}),
    )
    yield "a field more", json.dumps(good | {"instance": instance | {ESCAPE: 1}})
    yield "the instance of another", json.dumps(good | {"instance": {"numbers": [2, 1], "colour": "red"}})
    yield "the name of another", json.dumps(good | {"environment": rng.choice(SOME)})
    yield "no such name", json.dumps(good | {"environment": rng.choice(NAMES)})
    yield "a field twice", json.dumps(good)[:-1] + ', "environment": 3}'
    for what, drawn in (
        ("hard", {"difficulty": 10**9, "seed": 0, "digest": ""}),
        ("negative", {"difficulty": 0, "seed": -1, "digest": ""}),
        ("strange", {"difficulty": 0, "seed": 0, "digest": [], "parameters": {"size": 10**12, "seed": 1}}),
        ("false", {"difficulty": 0, "seed": 0, "digest": "0"}),
    ):
        without = {key: value for key, value in instance.items() if key != "planted"}
        yield f"drawn_from: {what}", json.dumps(good | {"instance": without | {"drawn_from": drawn}})


def _texts(rng: Random, good: Record) -> Iterator[tuple[str, bytes]]:
    """Lines that are broken as texts."""
    text = json.dumps(good).encode()
    place = rng.randrange(1, len(text) - 1)
    yield "cut off", text[:place]
    yield "the beginning is missing", text[place:]
    yield "a changed bit", text[:place] + bytes([text[place] ^ 1 << rng.randrange(3)]) + text[place + 1 :]
    yield "no UTF-8", text[:place] + b"\xff\xfe" + text[place:]
    yield "a control character", text[:place] + b"\0" + text[place:]
    yield "UTF-16", json.dumps(good).encode("utf-16-le").replace(b"\n", b"")
    yield "two in a line", text + text
    yield "a list of records", b"[" + text + b"]"
    yield "a text of a record", json.dumps(text.decode()).encode()
    yield "open lists", b"[" * 100_000
    yield "open objects", b'{"a":' * 100_000
    yield "no object", rng.choice([b"null", b"0", b'"x"', b"[]", b"{}", b"-", b"\xef\xbb\xbf", b",", b"]", b"}"])
    yield "an open text", text[:-1] + b', "mine": "' + b"x" * 100_000


def hostile(rng: Random, environment: Environment) -> Iterator[tuple[str, bytes]]:
    """A line of each kind, with the kind's name. No line is blank or has a line's end within it."""
    for make in (_fields, _values, _structure, _texts):
        for kind, text in make(rng, record(rng, environment)):
            line = (text if isinstance(text, bytes) else text.encode()).replace(b"\n", b" ").replace(b"\r", b" ")
            yield kind, line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=20_000, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=0, metavar="NUMBER")
    options = parser.parse_args()
    rng, written = Random(options.seed), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.jsonl"
        with path.open("wb") as file:
            while written < options.lines:
                environment = rng.choice(list(environments().values()))
                for _, line in hostile(rng, environment):
                    file.write(line + b"\n" + json.dumps(record(rng, get(SOME[0]))).encode() + b"\n")
                    written += 1
        for command in (["verify", "--timeout", "5", str(path)], ["inspect", str(path)]):
            started = time.monotonic()
            done = subprocess.run([sys.executable, "-m", "rlve_cli", *command], capture_output=True, check=False)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
            seconds = time.monotonic() - started
            print(f"rlve {command[0]}: {written:,} hostile lines, {seconds:.0f} s, at most {peak} MiB")
            assert done.returncode == 1, done.stderr[-2000:]
            assert b"Traceback" not in done.stderr, done.stderr[-2000:]
            assert done.stderr.count(b"\n") < 30
            if command[0] == "verify":
                outcomes = Counter(json.loads(line)["outcome"] for line in done.stdout.splitlines())
                assert outcomes["correct"] >= written, "good lines between hostile ones were lost"
                print(dict(outcomes))


if __name__ == "__main__":
    main()
