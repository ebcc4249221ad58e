"""The folder of a run as its readers see it: settings, and numbers by step. Torch is not needed."""

from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from rlve.training.config import PRESETS, TrainSettings, difficulties, presets, read_settings
from rlve.training.errors import SettingsError
from rlve.training.lines import Line, read

Points = list[tuple[int, float]]
UPPER = "curriculum/upper/"
LARGEST = 1e300


@dataclass(frozen=True)
class RunRecord:
    """What a run wrote down.

    `settings` is empty, and `complaint` says why, where they cannot be read. `damage` is a sentence for each file that
    holds lines which cannot be read.
    """

    folder: Path
    metrics: list[Line]
    timings: list[Line] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    complaint: str = ""
    about: list[Line] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    @property
    def finished(self) -> bool:
        """Whether the last step that was asked for is done."""
        steps = self.settings.get("steps")
        return isinstance(steps, int) and self.step >= steps

    @property
    def step(self) -> int:
        return int(self.metrics[-1].get("step", len(self.metrics)))

    def curve(self, name: str) -> Points:
        """A number's values by step, from the metrics or the timings; what is not finite is left out."""
        return points(self.metrics, name) or points(self.timings, name)

    def last(self, name: str) -> float | None:
        curve = self.curve(name)
        return curve[-1][1] if curve else None

    def environments(self) -> list[str]:
        """Those the curriculum knows, from the hardest upper difficulty to the easiest."""
        for line in reversed(self.metrics):
            uppers = {name.removeprefix(UPPER): value for name, value in line.items() if name.startswith(UPPER)}
            if uppers:
                return sorted(uppers, key=lambda name: (-uppers[name], name))
        return []

    def window(self, upper: int) -> range:
        """The difficulties drawn while the upper difficulty is this."""
        if self.settings.get("curriculum") == "static":
            levels = difficulties(str(self.settings.get("static_range", upper)), "static_range")
            return range(levels[0], levels[-1] + 1)
        return range(max(0, upper - int(self.settings.get("window", TrainSettings.window)) + 1), upper + 1)

    def preset(self) -> str:
        """That which the run was started with; if it is not known any more, that which the settings are closest to."""
        named = self.about[0].get("preset") if self.about else None
        return named if named in presets() else min(presets(), key=lambda name: len(differences(self.settings, name)))

    def changed(self) -> list[tuple[str, Any, Any]]:
        """Name, value, and the preset's value of the settings that are not the preset's."""
        return differences(self.settings, self.preset()) if self.settings else []


def read_run(folder: Path) -> RunRecord:
    """Raises `SettingsError` if there is no run in the folder, or none that has finished a step."""
    path = folder / "metrics.jsonl"
    if not path.is_file():
        raise SettingsError(f"{folder} holds no run: there is no metrics.jsonl in it")
    metrics, *damage = read(path)
    metrics = in_order(metrics)
    if not metrics:
        raise SettingsError(f"the run in {folder} has not finished its first step")
    settings, complaint = settings_of(folder / "settings.yaml")
    timings, of_timings = read(folder / "timings.jsonl")
    about, of_about = read(folder / "about.jsonl")
    told = [sentence for sentence in (*damage, of_timings, of_about) if sentence]
    return RunRecord(folder, metrics, in_order(timings), settings, complaint, about, told)


def in_order(lines: list[Line]) -> list[Line]:
    """The lines by step, the last one of each; those whose step is no number are left out."""
    known = {line["step"]: line for line in map(numbers, lines) if isinstance(line.get("step"), int)}
    return [known[step] for step in sorted(known)]


def numbers(line: Line) -> Line:
    """What of a line is a number that can be drawn; a damaged line may say anything."""
    kinds = (int, float)
    return {name: value for name, value in line.items() if type(value) in kinds and abs(value) < LARGEST}


def settings_of(path: Path) -> tuple[dict[str, Any], str]:
    """The settings in a file, and what went wrong if they cannot be read."""
    try:
        return (read_settings(path), "") if path.exists() else ({}, f"there is no {path.name}")
    except SettingsError as error:
        return {}, str(error)
    except ImportError:
        return {}, "the settings need PyYAML to be read: pip install pyyaml"


def points(lines: list[Line], name: str) -> Points:
    return [
        (int(line.get("step", place)), float(line[name]))
        for place, line in enumerate(lines, start=1)
        if isinstance(line.get(name), int | float) and isfinite(line[name])
    ]


def differences(settings: dict[str, Any], preset: str) -> list[tuple[str, Any, Any]]:
    usual = asdict(TrainSettings(**read_settings(PRESETS / f"{preset}.yaml")))
    return [(name, value, usual.get(name)) for name, value in settings.items() if usual.get(name) != value]
