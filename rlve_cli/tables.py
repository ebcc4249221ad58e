"""Tables: with rules and colours on a terminal, aligned plain text elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO

from rlve_cli.terminal import printable, shortened

GAP = 2  # columns of the terminal between two of the table
NARROWEST = 12  # characters that a cell which gives way keeps


@dataclass
class Table:
    """Cells are texts. The columns in `left` hold words, the others numbers; `total` is a last row set apart.

    Where a terminal is too narrow, the cells of the columns in `yielding` are cut, those of the first one first. The
    last column of words is wrapped; all others stay whole.
    """

    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    left: Sequence[int] = (0,)
    total: Sequence[str] | None = None
    yielding: Sequence[int] = ()

    def print(self, stream: TextIO) -> None:
        if stream.isatty():
            self._print_on_terminal(stream)
        else:
            stream.write(self.plain())

    def plain(self) -> str:
        widths = self._widths()
        lines = []
        for row in self._shown():
            cells = [
                cell.ljust(width) if place in self.left else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths))
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines) + "\n"

    def _shown(self) -> list[list[str]]:
        """Head, rows and total, without what a terminal would obey."""
        rows = [self.columns, *self.rows, *([self.total] if self.total else [])]
        return [[printable(cell) for cell in row] for row in rows]

    def _widths(self) -> list[int]:
        return [max(map(len, cells)) for cells in zip(*self._shown())]

    def _print_on_terminal(self, stream: TextIO) -> None:
        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable
        from rich.text import Text

        console = Console(file=stream)
        widths = self._fitting(console.width)
        table = RichTable(box=box.SIMPLE, show_edge=False, pad_edge=False, show_footer=self.total is not None)
        head, *rows = [
            [Text(shortened(cell, widths[place]) if place in self.yielding else cell) for place, cell in enumerate(row)]
            for row in self._shown()
        ]
        total = rows.pop() if self.total else [Text("")] * len(head)
        for place, name in enumerate(head):
            table.add_column(
                name,
                total[place],
                justify="left" if place in self.left else "right",
                no_wrap=place != max(self.left),
                overflow="fold" if place == max(self.left) else "ellipsis",
                min_width=widths[place] if self.yielding else None,
                style="bold" if place == 0 and place in self.left else "",
            )
        for row in rows:
            table.add_row(*row)
        console.print(table)

    def _fitting(self, width: int) -> list[int]:
        """How wide each column is when those that give way have done so."""
        widths = self._widths()
        for place in self.yielding:
            over = sum(widths) + GAP * (len(widths) - 1) - width
            if over > 0:
                widths[place] = max(min(widths[place], NARROWEST), widths[place] - over)
        return widths
