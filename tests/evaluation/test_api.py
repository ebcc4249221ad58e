"""A served model: what is asked of it, and what becomes of its responses."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rlve.evaluation.errors import EvaluationFailed, WrongSettings
from rlve.evaluation.report import render
from rlve.evaluation.runner import evaluate
from rlve.evaluation.samples import read
from rlve.evaluation.served import responses_in
from rlve.evaluation.settings import EvaluationSettings
from tests.evaluation.conftest import right_answer

pytest.importorskip("aiohttp")


class Server(ThreadingHTTPServer):
    """Answers every second request rightly, by the parity of its seed."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []
        self.status = 200
        self.silent = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, **asked})
        text = right_answer(asked["messages"][0]["content"]) if asked["seed"] % 2 else "I cannot say."
        body: dict[str, Any] = {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}
        if self.server.silent and not asked["seed"] % 2:
            message = {"role": "assistant", "content": None, "reasoning_content": "Hm. " * 10}
            body["choices"][0] |= {"message": message, "finish_reason": "length"}
            body["usage"] = {"completion_tokens": 77}
        content = json.dumps(body if self.server.status == 200 else {"error": "no such model"}).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def settings(data: Path, output: Path, url: str, **others: Any) -> EvaluationSettings:
    return EvaluationSettings(
        model="served", output=str(output), data=str(data), engine="api", api=url, samples=4,
        max_response_tokens=77, benchmarks=("aime24", "bbeh"), **others,
    )  # fmt: skip


def test_a_served_model_is_asked_with_a_seed_for_each_response(small: Path, tmp_path: Path, server: Server) -> None:
    results = evaluate(settings(small, tmp_path / "out", server.url))
    assert {name: one["score"] for name, one in results["benchmarks"].items()} == {"aime24": 0.5, "bbeh": 0.5}
    assert len(server.asked) == 24
    assert len({asked["seed"] for asked in server.asked}) == 24
    first = server.asked[0]
    assert (first["path"], first["model"], first["max_tokens"]) == ("/v1/chat/completions", "served", 77)
    assert (first["temperature"], first["top_p"], first.get("stop")) == (0.6, 0.95, None)
    assert [message["role"] for message in first["messages"]] == ["user"]
    assert results["benchmarks"]["aime24"]["mean_tokens"] is None


def test_a_server_that_refuses_is_one_sentence(small: Path, tmp_path: Path, server: Server) -> None:
    server.status = 404
    with pytest.raises(EvaluationFailed, match=r"AIME 2024 stopped at problem 1: .*run the same command again"):
        evaluate(settings(small, tmp_path / "out", server.url))


def test_a_served_model_has_its_own_chat_template(small: Path, tmp_path: Path, server: Server) -> None:
    with pytest.raises(WrongSettings, match="chat template"):
        evaluate(settings(small, tmp_path / "out", server.url, chat_template=False))


def test_a_reasoning_model_that_says_nothing_is_counted_and_explained(
    small: Path, tmp_path: Path, server: Server
) -> None:
    server.silent = True
    results = evaluate(settings(small, tmp_path / "out", server.url))
    aime = results["benchmarks"]["aime24"]
    reason = "the response is empty: stopped by length, 40 characters of thought"
    assert aime["empty"] == {"responses": 6, "because": {reason: 6}}
    assert (aime["score"], aime["truncated"], aime["mean_tokens"]) == (0.5, 1.0, 77.0)
    shown = render(results)
    assert f"AIME 2024: 6 of 12 responses have no text (6 times {reason}) and count as wrong" in shown
    silent = [one for one in read(tmp_path / "out" / "aime24") if not one.response]
    assert {(one.finish, one.thought, one.tokens, one.reason) for one in silent} == {("length", 40, 77, reason)}


def test_whatever_a_server_sends_is_a_response() -> None:
    def choice(**message: Any) -> dict[str, Any]:
        return {"choices": [{"index": 0, "finish_reason": "stop", "message": message}]}

    plain, parts, thinking = responses_in(
        [
            choice(content="x") | {"usage": {"completion_tokens": 3}},
            choice(content=[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
            choice(content=None, reasoning="hm"),
        ]
    )
    assert (plain, plain.tokens, plain.finish) == ("x", 3, "stop")
    assert parts == "ab"
    assert (thinking, thinking.thought) == ("", 2)
    for odd in ({}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": None}], "usage": None}):
        assert responses_in(odd) == [""]
