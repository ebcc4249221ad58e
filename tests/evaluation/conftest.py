"""Small benchmark files, and a model that says what a test tells it to."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PROGRAM = "```python\nprint(2 * int(input()))\n```"
DOUBLE = json.dumps({"inputs": ["1\n", "21\n"], "outputs": ["2\n", "42\n"]})
SMALL: dict[str, list[dict[str, str]]] = {
    "aime24": [{"user_prompt": f"What is {n} + 1?", "ground_truth": str(n + 1)} for n in range(3)],
    "aime25": [{"user_prompt": f"What is {n} + 2?", "ground_truth": str(n + 2)} for n in range(3)],
    "omega500": [{"user_prompt": f"Halve {n}.", "ground_truth": str(n / 2)} for n in range(1, 4)],
    "olympiadbench": [{"user_prompt": f"Factor {n}x.", "ground_truth": f"${n} x$"} for n in range(2, 5)],
    "bbeh": [{"user_prompt": f"Choose number {n}.", "ground_truth": f"({letter})"} for n, letter in enumerate("ABC")],
    "livecodebench_v6": [{"user_prompt": f"Double the number, variant {n}.", "ground_truth": DOUBLE} for n in range(3)],
}
RIGHT = {
    "aime24": ["\\boxed{1}", "\\boxed{2}", "\\boxed{3}"],
    "aime25": ["\\boxed{2}", "\\boxed{3}", "\\boxed{4}"],
    "omega500": ["\\boxed{1/2}", "\\boxed{1}", "\\boxed{1.5}"],
    "olympiadbench": ["\\boxed{2x}", "\\boxed{3x}", "\\boxed{x \\cdot 4}"],
    "bbeh": ["The answer is A", "The answer is (B)", "\\boxed{C}"],
    "livecodebench_v6": [PROGRAM, PROGRAM, PROGRAM],
}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with three problems of each benchmark."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name, rows in SMALL.items():
        (folder / f"{name}.json").write_text(json.dumps(rows))
    return folder


Answer = Callable[[str, int], str]


def scripted_model(answer: Answer) -> Any:
    """A model for lm-eval. `answer(prompt, time)` is its response to a prompt, asked for the time-th time."""
    from lm_eval.api.model import LM

    class Scripted(LM):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.asked: list[tuple[str, dict[str, Any]]] = []

        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            times: dict[str, int] = {}
            responses = []
            for request in requests:
                prompt, options = request.args
                self.asked.append((prompt, options))
                responses.append(answer(prompt, times.setdefault(prompt, 0)))
                times[prompt] += 1
            return responses

        def loglikelihood(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

        def apply_chat_template(self, chat_history: list[dict[str, str]], **_others: Any) -> str:
            return "".join(message["content"] for message in chat_history)

        @property
        def tokenizer_name(self) -> str:
            return "scripted"

    return Scripted()


def right_answer(prompt: str) -> str:
    """The right response to a prompt of the small benchmarks."""
    for name, rows in SMALL.items():
        for row, response in zip(rows, RIGHT[name]):
            if row["user_prompt"] in prompt:
                return response
    raise KeyError(prompt)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], Any]:
    """Make the evaluation use a scripted model: `scripted(answer)` returns it."""
    from rlve.evaluation import engines

    def use(answer: Answer) -> Any:
        model = scripted_model(answer)
        monkeypatch.setattr(engines, "start", lambda *_: model)
        return model

    monkeypatch.setattr(engines, "engine_name", lambda _settings: "transformers")
    return use
