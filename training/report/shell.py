"""What every page has in common: one file that asks nothing of a network and runs no script but its own.

Whatever comes from a model or a file is hostile text: it travels as JSON in which nothing is markup and is shown as
text, or is escaped. The page's policy allows its own script alone, by that script's hash.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading of its own; `name` stands in the page's list of parts, unless it is empty."""

    identity: str
    name: str
    heading: str
    html: str


def whole(
    title: str,
    state: str,
    sections: Sequence[Section],
    data: Mapping[str, Any],
    scripts: Sequence[str],
    *,
    kind: str = "run",
    notes: Sequence[str] = (),
    refresh: int | None = None,
) -> str:
    """A page of these parts, as HTML.

    `data` are JSON values for the scripts, which are the names of files beside this one. `refresh` is after how many
    seconds the page loads itself again, for a file that is written again and again; 0 leaves that to the reader, and
    None is for a page that will not change.
    """
    script = '"use strict";\n' + "\n".join(f"{{\n{resource(name)}}}" for name in ("page.js", *scripts))
    return Template(resource("page.html")).substitute(
        policy=content_policy(script),
        title=text(title),
        kind=kind,
        state=text(state),
        notes="".join(f'<p class="note">{text(note)}</p>' for note in notes),
        refresh="" if refresh is None else refresh,
        links=" ".join(f'<a href="#{part.identity}">{text(part.name)}</a>' for part in sections if part.name),
        sections="\n".join(map(section, sections)),
        data="\n".join(
            f'<script type="application/json" id="{identity}">{embedded(value)}</script>'
            for identity, value in data.items()
        ),
        style=resource("page.css"),
        script=script,
    )


def section(part: Section) -> str:
    heading = f"<h2>{text(part.heading)}</h2>" if part.heading else ""
    return f'<section id="{part.identity}">{heading}{part.html}</section>'


def resource(name: str) -> str:
    return files("rlve.training.report").joinpath(name).read_text(encoding="utf-8")


def content_policy(script: str) -> str:
    """Only the page's own script may run, whatever else stands in the page."""
    digest = b64encode(sha256(f"\n{script}\n".encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def text(value: object) -> str:
    """A value as HTML text, also inside attributes; what no HTML may hold becomes a question mark."""
    whole = str(value).encode("utf-8", "replace").decode()
    return escape("".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in whole))


def embedded(value: Any) -> str:
    """JSON that may stand inside a script element: nothing in it ends the element or is markup of any kind."""
    written = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, figures: bool = False) -> str:
    """A table of texts; `figures` puts all columns but the first to the right."""
    head = "".join(f"<th>{text(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>" for row in rows)
    shape = ' class="figures"' if figures else ""
    return f"<table{shape}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
