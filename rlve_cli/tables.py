"""Tables: with rules and colours on a terminal, aligned plain text elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO


@dataclass
class Table:
    """Cells are texts. The columns in `left` hold words, the others numbers; `total` is a last row set apart."""

    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    left: Sequence[int] = (0,)
    total: Sequence[str] | None = None
    title: str = ""

    def print(self, stream: TextIO) -> None:
        if stream.isatty():
            self._print_on_terminal(stream)
        else:
            stream.write(self.plain())

    def plain(self) -> str:
        rows = [self.columns, *self.rows, *([self.total] if self.total else [])]
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = [self.title] if self.title else []
        for row in rows:
            cells = [
                cell.ljust(width) if place in self.left else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths))
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines) + "\n"

    def _print_on_terminal(self, stream: TextIO) -> None:
        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(
            title=self.title or None, title_justify="left", box=box.SIMPLE_HEAD, show_footer=self.total is not None
        )
        for place, name in enumerate(self.columns):
            footer = self.total[place] if self.total else ""
            if place in self.left:
                table.add_column(name, Text(footer), style="bold" if place == 0 else "", overflow="fold")
            else:
                table.add_column(name, Text(footer), justify="right", no_wrap=True)
        for row in self.rows:
            table.add_row(*map(Text, row))
        Console(file=stream).print(table)
