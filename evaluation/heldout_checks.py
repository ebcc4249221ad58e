"""What the worker process of `heldout` does: restore a problem from its instance and verify a response."""

import json

from rlve.envs.registry import get


def answer(question: list[str]) -> str:
    """The outcome of one response. `question`: environment, instance as JSON text, response."""
    environment, instance, response = question
    return get(environment).restore(json.loads(instance)).verify(response).outcome.value
