"""Texts that problems are put into, for models without a chat template: files of the user's, or ours in `prompts/`.

Such a text is Jinja: `{{ prompt }}` stands where the problem belongs, and a list called `stop` names texts that end a
response. No torch here: settings are checked without it.

    {% set stop = ["\\nUser:"] %}
    User: {{ prompt }}
    Assistant:
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from rlve.training.errors import SettingsError

TEXTS = Path(__file__).parent / "prompts"
AUTO, CHAT, PLAIN = "auto", "chat", "plain"
MARK = "e8b1c7"  # text that no template holds, to find where things are put


def check(name: str) -> None:
    """Raises `SettingsError` if a `prompt_template` setting names a text that cannot be used."""
    if name not in (AUTO, CHAT, PLAIN):
        text_template(name)


def shipped() -> list[str]:
    """The names of our own texts."""
    return sorted(path.stem for path in TEXTS.glob("*.jinja"))


@cache
def text_template(name: str) -> tuple[Callable[[str], str], tuple[str, ...]]:
    """A text by its name among ours, or by its path: what puts a prompt into it, and the texts that end a response.

    Raises `SettingsError` if there is no such text, or if it does not show the problem.
    """
    from jinja2 import StrictUndefined, TemplateError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    path = TEXTS / f"{name}.jinja" if name in shipped() else Path(name).expanduser()
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SettingsError(
            f"--prompt-template {name}: {why}; give {', '.join([AUTO, CHAT, PLAIN, *shipped()])}, or a text file with "
            "{{ prompt }} in it."
        ) from error
    # The file is the user's, but may have come with a model from anywhere: it computes nothing but text.
    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True)
    try:
        compiled = environment.from_string(source)
        module = compiled.make_module({"prompt": MARK})
    except (TemplateError, TypeError, ValueError, ArithmeticError) as error:
        why = str(error).partition("\n")[0]
        raise SettingsError(f"--prompt-template {name} cannot be used: {why}") from error
    if str(module).count(MARK) != 1:
        raise SettingsError(f"--prompt-template {name} must show the problem once: write {{{{ prompt }}}} there.")
    stops = getattr(module, "stop", [])
    if not isinstance(stops, list) or not all(isinstance(stop, str) and stop for stop in stops):
        raise SettingsError(f"--prompt-template {name}: stop must be a list of texts.")
    return (lambda prompt: compiled.render(prompt=prompt)), tuple(stops)
