"""Tables: with rules and bold heads on a terminal, and made to fit it; aligned plain text elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TextIO

from rlve_cli.terminal import bold, columns_of, printable, shortened

GAPS = (2, 1)  # columns of the terminal between two of the table; the second where there is no room
COMFORTABLE, NARROWEST, CUT = (
    24,
    14,
    12,
)  # characters that wrapped cells keep if they can, at least, and that cut ones keep
NAME = 16  # characters that a folded name keeps


@dataclass
class Table:
    """Cells are texts. The columns in `left` hold words, the others numbers; `total` is a last row set apart.

    Where a terminal is too narrow, heads are broken between words, the last column of words is wrapped, and the cells
    of the columns in `yielding` are cut, those of the first one first. Numbers and all else stay whole: a table that is
    wider nevertheless goes on in the next line of the terminal.
    """

    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    left: Sequence[int] = (0,)
    total: Sequence[str] | None = None
    yielding: Sequence[int] = ()

    def print(self, stream: TextIO) -> None:
        if stream.isatty():
            stream.writelines(f"{line}\n" for line in self._on_terminal(stream))
        else:
            stream.write(self.plain())

    def plain(self) -> str:
        rows = self._shown()
        widths = [max(map(len, cells)) for cells in zip(*rows)]
        return "".join(f"{self._joined(row, widths, GAPS[0])}\n" for row in rows)

    def _shown(self) -> list[list[str]]:
        """Head, rows and total, without what a terminal would obey."""
        rows = [self.columns, *self.rows, *([self.total] if self.total else [])]
        return [[printable(cell) for cell in row] for row in rows]

    def _joined(self, cells: Sequence[str], widths: Sequence[int], gap: int) -> str:
        aligned = [
            cell.ljust(width) if place in self.left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths))
        ]
        return (" " * gap).join(aligned).rstrip()

    def _on_terminal(self, stream: TextIO) -> Iterator[str]:
        head, *rows = self._shown()
        room = columns_of(stream)
        natural = [max(map(len, cells)) for cells in zip(head, *rows)]
        heads = [[cell] for cell in head]
        if sum(natural) + GAPS[0] * (len(head) - 1) > room:
            heads = [
                (cell.split() or [""]) if all(len(cell) > len(row[place]) for row in rows) else [cell]
                for place, cell in enumerate(head)
            ]
            natural = [max(map(len, [*broken, *cells])) for broken, *cells in zip(heads, *rows)]
        widths, gap = self._fitting(natural, room)
        rule = ("\u2500" if "utf" in (stream.encoding or "").lower() else "-") * (sum(widths) + gap * (len(widths) - 1))

        tallest = max(map(len, heads))
        for number in range(tallest):
            line = [([""] * (tallest - len(words)) + words)[number] for words in heads]
            yield bold(self._joined(line, widths, gap), stream)
        yield rule
        for number, row in enumerate(rows):
            if self.total and number == len(rows) - 1:
                yield rule
            yield from self._lines(row, widths, gap)

    def _lines(self, row: Sequence[str], widths: Sequence[int], gap: int) -> Iterator[str]:
        """A row; its wrapped cells go on in further lines."""
        cells = [
            [shortened(cell, width)] if place in self.yielding or len(cell) <= width else wrap(cell, width)
            for place, (cell, width) in enumerate(zip(row, widths))
        ]
        for number in range(max(map(len, cells))):
            yield self._joined([lines[number] if number < len(lines) else "" for lines in cells], widths, gap)

    def _fitting(self, natural: Sequence[int], room: int) -> tuple[list[int], int]:
        """How wide each column is, and the gap, when those that can give way have done so, one after another."""
        widths, last = list(natural), max(self.left, default=0)
        steps = [(last, COMFORTABLE), *((place, CUT) for place in self.yielding[:1]), (last, NARROWEST)]
        steps += [(place, CUT) for place in self.yielding[1:]] + ([(0, NAME)] if 0 in self.left else [])
        for place, least in steps:
            over = sum(widths) + GAPS[0] * (len(widths) - 1) - room
            if over > 0:
                widths[place] = max(min(widths[place], least), widths[place] - over)
        fits = sum(widths) + GAPS[0] * (len(widths) - 1) <= room
        return widths, GAPS[0] if fits else GAPS[1]
