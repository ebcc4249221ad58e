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

    def print(self, stream: TextIO) -> None:
        if stream.isatty():
            self._print_on_terminal(stream)
        else:
            stream.write(self.plain())

    def plain(self) -> str:
        rows = [self.columns, *self.rows, *([self.total] if self.total else [])]
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = []
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

        table = RichTable(box=box.SIMPLE, show_edge=False, pad_edge=False, show_footer=self.total is not None)
        for place, name in enumerate(self.columns):
            footer = Text(self.total[place] if self.total else "")
            if place == max(self.left):
                table.add_column(name, footer, overflow="fold", style="bold" if place == 0 else "")
            elif place in self.left:
                table.add_column(name, footer, no_wrap=True, style="bold" if place == 0 else "")
            else:
                table.add_column(name, footer, no_wrap=True, justify="right")
        for row in self.rows:
            table.add_row(*map(Text, row))
        Console(file=stream).print(table)
