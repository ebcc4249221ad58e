"""Curves as inline SVG, in words and colours of the page they stand in (`page.css`)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Any

from rlve.training.report.run import Points

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 50, 10, 10, 22
MOST_POINTS = 240
SMOOTHED_FROM = 40  # points from which a moving average is drawn over a curve
MARKED_UP_TO = 24  # points up to which each has a dot


@dataclass(frozen=True)
class Series:
    """A curve of a plot, its name in the legend, and the number of its colour, from 1 up."""

    name: str
    points: Points
    colour: int = 1


@dataclass(frozen=True)
class Plot:
    """A plot under a title; `kind` is how values are written: `number`, `share`, `seconds`, or `log` for a log scale.

    `stacked` puts the series, which must have the same steps, on top of each other; a plot that is `quiet` shows itself
    only when something is not 0. `smooth` draws long curves as moving averages, even beside others.
    """

    title: str
    series: Sequence[Series]
    kind: str = "number"
    stacked: bool = False
    note: str = ""
    quiet: bool = False
    smooth: bool = False

    @property
    def empty(self) -> bool:
        values = [value for curve in self.curves() for _, value in curve.points]
        return not (any(values) if self.quiet else values)

    def values(self) -> dict[str, Any]:
        """What the page's script needs to tell the values under the pointer, and the place of each step."""
        curves = self.curves()
        scale = Scale.of_steps(curves)
        return {
            "kind": self.kind,
            "series": [
                {
                    "name": curve.name,
                    "steps": [step for step, _ in curve.points],
                    "values": [float(f"{value:.5g}") for _, value in curve.points],
                }
                for curve in curves
            ],
            "steps": (steps := sorted({step for curve in curves for step, _ in curve.points})),
            "places": [round(scale.place(step), 1) for step in steps],
        }

    def curves(self) -> list[Series]:
        """The series, thinned out, without values that a log scale cannot show; each has the colour of its place."""
        found = []
        for colour, series in enumerate(self.series, start=1):
            points = [(step, value) for step, value in series.points if value > 0 or self.kind != "log"]
            if points:
                found.append(Series(series.name, thinned(points), colour))
        return found

    def svg(self) -> str:
        """The plot, or nothing if it has no points."""
        curves = self.curves()
        across = Scale.of_steps(curves)
        layers = stack(curves) if self.stacked else [curve.points for curve in curves]
        values = [value for layer in layers for _, value in layer]
        up = Scale.of_values(values, self.kind, from_zero=self.stacked)
        parts = [*grid(up, self.kind), *step_marks(across)]
        if self.stacked:
            parts += areas(layers, across, up, [curve.colour for curve in curves])
        else:
            for curve in curves:
                parts += line(curve, across, up, smooth=self.smooth or len(layers) == 1)
        return (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(self.title)}">'
            f'{"".join(parts)}<line class="cursor" y1="{TOP}" y2="{HEIGHT - BOTTOM}" /></svg>'
        )


@dataclass(frozen=True)
class Scale:
    """From values to places in a plot."""

    low: float
    high: float
    start: float
    end: float
    ticks: Sequence[float] = field(default=())
    logarithmic: bool = False

    def place(self, value: float) -> float:
        low, high = self.low, self.high
        if self.logarithmic:
            value, low, high = log10(value), log10(low), log10(high)
        return self.start + (value - low) / ((high - low) or 1.0) * (self.end - self.start)

    @classmethod
    def of_steps(cls, curves: Sequence[Series]) -> "Scale":
        steps = [step for curve in curves for step, _ in curve.points]
        low, high = min(steps), max(steps)
        ticks = [tick for tick in ticks_between(low, high, 5) if tick == int(tick) and low <= tick <= high]
        if low == high:
            return cls(low - 1, high + 1, LEFT, WIDTH - RIGHT, [low])
        return cls(low, high, LEFT, WIDTH - RIGHT, ticks)

    @classmethod
    def of_values(cls, values: Sequence[float], kind: str, *, from_zero: bool = False) -> "Scale":
        low, high = min(values), max(values)
        ends = (HEIGHT - BOTTOM, TOP)
        if kind == "log":
            bottom, top = floor(log10(low)), ceil(log10(high))
            top = max(top, bottom + 1)
            every = max(1, ceil((top - bottom) / 4))
            return cls(10.0**bottom, 10.0**top, *ends, [10.0**power for power in range(bottom, top + 1, every)], True)
        if kind == "share":
            low, high = min(low, 0.0), max(high, 0.001)
            high = max(1.0, high) if high > 0.5 else high
        elif from_zero or (0 <= low < 0.7 * high):
            low = 0.0
        if high <= low:
            low, high = (0.0, 1.0) if low == 0 else (low - abs(low) / 10, low + abs(low) / 10)
        ticks = ticks_between(low, high, 4)
        return cls(min(low, ticks[0]), max(high, ticks[-1]), *ends, ticks)


def thinned(points: Points) -> Points:
    """At most so many points: means of neighbours, at their last step."""
    if len(points) <= MOST_POINTS:
        return points
    found = []
    for place in range(MOST_POINTS):
        part = points[place * len(points) // MOST_POINTS : (place + 1) * len(points) // MOST_POINTS]
        found.append((part[-1][0], sum(value for _, value in part) / len(part)))
    return found


def rough(points: Points) -> bool:
    """Whether a curve goes up and down by far more than it gets anywhere."""
    values = [value for _, value in points]
    way = sum(abs(after - before) for before, after in zip(values, values[1:]))
    return way > 4 * (max(values) - min(values))


def moving_average(points: Points) -> Points:
    """Means over a tenth of the points around each."""
    reach = max(1, len(points) // 20)
    found = []
    for place, (step, _) in enumerate(points):
        part = points[max(0, place - reach) : place + reach + 1]
        found.append((step, sum(value for _, value in part) / len(part)))
    return found


def ticks_between(low: float, high: float, about: int) -> list[float]:
    """Round numbers that enclose low and high, about so many."""
    if high <= low or not isfinite(high - low):
        return [low]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(place * step, 12) for place in range(first, last + 1)]


def written(value: float, kind: str) -> str:
    """A value as a short text: 45%, 0.125, 3.2e-05, 1,200."""
    if kind == "share":
        return f"{100 * value:.3g}%"
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 1e6 or size < 1e-3:
        mantissa, _, exponent = f"{value:.1e}".partition("e")
        return f"{mantissa.removesuffix('.0')}e{int(exponent)}"
    return f"{value:,.0f}" if size >= 1000 else f"{value:.3g}"


def grid(scale: Scale, kind: str) -> Iterable[str]:
    """Horizontal lines with their values."""
    for tick in scale.ticks:
        y = scale.place(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" />'
        yield f'<text class="tick end" x="{LEFT - 6}" y="{y + 3.5:.1f}">{written(tick, kind)}</text>'


def step_marks(scale: Scale) -> Iterable[str]:
    for tick in scale.ticks:
        yield f'<text class="tick middle" x="{scale.place(tick):.1f}" y="{HEIGHT - 6}">{tick:,.0f}</text>'


def line(curve: Series, across: Scale, up: Scale, *, smooth: bool) -> Iterable[str]:
    """A curve; if it is to be smooth and long, thin under its moving average."""
    points, number = curve.points, curve.colour
    smooth = smooth and len(points) >= SMOOTHED_FROM and rough(points)
    if smooth:
        yield f'<polyline class="curve s{number} faint" points="{coordinates(points, across, up)}" />'
        points = moving_average(points)
    yield f'<polyline class="curve s{number}" points="{coordinates(points, across, up)}" />'
    if len(points) <= MARKED_UP_TO:
        for step, value in points:
            yield f'<circle class="s{number}" cx="{across.place(step):.1f}" cy="{up.place(value):.1f}" r="2.5" />'


def coordinates(points: Points, across: Scale, up: Scale) -> str:
    return " ".join(f"{across.place(step):.1f},{up.place(value):.1f}" for step, value in points)


def stack(curves: Sequence[Series]) -> list[Points]:
    """The upper edges of areas on top of each other."""
    edges: list[Points] = []
    below = [0.0] * len(curves[0].points)
    for curve in curves:
        below = [under + value for under, (_, value) in zip(below, curve.points)]
        edges.append([(step, value) for (step, _), value in zip(curve.points, below)])
    return edges


def areas(edges: Sequence[Points], across: Scale, up: Scale, colours: Sequence[int]) -> Iterable[str]:
    ground = [(step, 0.0) for step, _ in edges[0]]
    if len(ground) == 1:  # a single step is a bar
        step = ground[0][0]
        edges = [[(step, edge[0][1]), (step + 1, edge[0][1])] for edge in edges]
        ground = [(step, 0.0), (step + 1, 0.0)]
    for number, lower, upper in zip(colours, [ground, *edges], edges):
        outline = coordinates([*upper, *reversed(lower)], across, up)
        yield f'<polygon class="area s{number}" points="{outline}" />'
