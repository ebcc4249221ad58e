"""A sampler that follows a script instead of a model, for what must not depend on one."""

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import numpy

from rlve.training.samplers import Decoding, Request, Response

Script = Callable[[str, int], str]  # the prompt and the position in its group; "..." at the end is a cut response

PROMPT_END = re.compile(r"\(notation: [^)]*\)\.")


class ScriptedSampler:
    """Answers the prompts of `integer_sorting` (or any others) as its script says."""

    def __init__(self, tokenizer: Any, script: Script) -> None:
        self.tokenizer = tokenizer
        self.script = script
        self.asked: list[int] = []

    def sample(self, requests: Iterable[Request], decoding: Decoding) -> Iterator[tuple[int, list[Response]]]:
        listed = list(requests)
        self.asked.append(len(listed))
        for number, request in reversed(list(enumerate(listed))):  # any order is allowed
            yield number, [self.respond(request, position) for position in range(request.count)]

    def respond(self, request: Request, position: int) -> Response:
        """The script's text from where the prompt already has its beginning, cut at the request's limit."""
        whole = self.tokenizer.decode(request.tokens)
        end = PROMPT_END.search(whole)
        prompt, begun = (whole[: end.end()], whole[end.end() :]) if end else (whole, "")
        texts = (self.script(prompt, other) for other in ([position] if not begun else range(100)))
        text = next(text for text in texts if text.startswith(begun))[len(begun) :]
        tokens = self.tokenizer(text.removesuffix("...")).input_ids
        tokens = tokens if text.endswith("...") else [*tokens, 0]
        finished = not text.endswith("...") and len(tokens) <= request.max_tokens
        kept = numpy.array(tokens[: request.max_tokens], numpy.int32)
        return Response(kept, numpy.full(len(kept), -1.0, numpy.float32), finished)

    def load(self, weights: Any) -> None:
        for _ in weights:
            pass

    def sleep(self) -> None: ...

    def wake(self) -> None: ...

    def close(self) -> None: ...


def numbers(prompt: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", prompt.splitlines()[1])]


def right(prompt: str, position: int) -> str:
    return f"<answer>{' '.join(map(str, sorted(numbers(prompt))))}</answer>"


def wrong(prompt: str, position: int) -> str:
    return "I do not know."


def mixed(prompt: str, position: int) -> str:
    """Every second response is right."""
    return (right if position % 2 else wrong)(prompt, position)


def chance(prompt: str, position: int) -> str:
    """Right or wrong by the problem alone, whatever process asks; some groups are all right or all wrong."""
    skill = Random(prompt).random()
    return (right if Random(f"{prompt}/{position}").random() < 1.6 * skill - 0.3 else wrong)(prompt, position)
