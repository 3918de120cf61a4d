"""Trains the networks from nothing, stage by stage, as recipe.toml says:

    python -m models.recipe PHOTOS [--bulk .bulk] [--list] [--scale 0.001]

What is done already is not done again, and a training that was interrupted goes on from its checkpoint. The files come
to BULK/networks with a manifest of their own: what is shipped stays as it is.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

RECIPE = Path(__file__).parent / "recipe.toml"
LEAST = {"--count": 16, "--steps": 2, "--stills": 2, "--patches": 512}
"""What a rehearsal takes less of, and how many at the least."""
NOT_REHEARSED = "--photographs"
"""What needs packages that nothing else does."""
REHEARSED = {
    "datasets.synthetic_tables.generate": ("--shard", "8", "--fewest-fonts", "0"),
    "datasets.physical_tables.generate": ("--count", "2", "--shard", "1", "--samples", "1", "--variant", "scalar_rgb"),
    "datasets.synthetic_videos.stills": ("--count", "1", "--rules", "clasico"),
    "models.batches.train_detector": ("--batch", "8", "--capacity", "64"),
    "models.batches.train_reader": ("--batch", "8", "--capacity", "64"),
}
"""What a rehearsal says besides: it takes what typefaces there are, fills no shard, films one game, and holds few
windows, where 80,000 take 42 GB."""
_FOLDER = re.compile(r"\{bulk\}/(\w+)")
Command = tuple[str, ...]
Run = Callable[[Command], int]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the recipe."""

    name: str
    writes: str
    """The folder under BULK that it writes to, which earlier stages may have begun."""
    commands: tuple[str, ...]
    """A module and its arguments each, with ``{bulk}`` and ``{photos}`` in them."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The folders under BULK that its commands name, including its own, in order."""
        return tuple(sorted(set(_FOLDER.findall("\n".join(self.commands)))))

    @property
    def takes_photographs(self) -> bool:
        """Whether photographs are read."""
        return any("{photos}" in command for command in self.commands)


@dataclass(frozen=True, slots=True)
class RunSetting:
    """The folders and the scale of a recipe's run."""

    bulk: Path
    photos: Path
    scale: float = 1.0
    """The share of windows and steps; less than 1 is a rehearsal."""

    def command(self, written: str) -> Command:
        """A command of the recipe with its arguments filled in: a module and its arguments."""
        words = [word.format(bulk=self.bulk, photos=self.photos) for word in shlex.split(written)]
        return tuple(words) if self.scale == 1 else _rehearsed(words, self.scale)


def stages(recipe: Path = RECIPE) -> tuple[Stage, ...]:
    """The stages of a recipe, in order."""
    tables = tomllib.loads(recipe.read_text("utf-8"))["stage"]
    return tuple(Stage(stage["name"], stage["writes"], tuple(_lines(stage["run"]))) for stage in tables)


def versions(stages: Sequence[Stage], setting: RunSetting) -> Iterator[str]:
    """A hash for each stage: over its commands, the stages that it reads, and the photographs."""
    newest: dict[str, str] = {}
    for stage in stages:
        said = [stage.writes, *map(str, map(RunSetting(Path("B"), Path("P"), setting.scale).command, stage.commands))]
        said += [f"{folder} {newest.get(folder, '')}" for folder in stage.reads]
        said += [_photographs(setting.photos)] if stage.takes_photographs else []
        newest[stage.writes] = hashlib.sha256("\n".join(said).encode()).hexdigest()
        yield newest[stage.writes]


def follow(stages: Sequence[Stage], setting: RunSetting, run: Run) -> None:
    """Run the unfinished stages in order. Raises SystemExit where one fails, or its folder is of another recipe."""
    notes = setting.bulk / "stages"
    notes.mkdir(parents=True, exist_ok=True)
    for number, (one, version) in enumerate(zip(stages, versions(stages, setting), strict=True), 1):
        note, said = notes / f"{number:02d}.json", f"{number}/{len(stages)} {one.name}"
        known = json.loads(note.read_text("utf-8")) if note.exists() else {"version": version, "is_done": False}
        if known["version"] != version:
            raise SystemExit(
                f"{said}: {setting.bulk} was begun by another recipe; give another folder, or move it away"
            )
        if known["is_done"]:
            print(f"{said}: done", flush=True)
            continue
        print(said, flush=True)
        _write(note, {"name": one.name, "version": version, "is_done": False})
        began = time.monotonic()
        for command in map(setting.command, one.commands):
            if status := run(command):
                raise SystemExit(f"{said}: {command[0]} ended with {status}")
        minutes = round((time.monotonic() - began) / 60, 2)
        _write(note, {"name": one.name, "version": version, "is_done": True, "minutes": minutes})


def _rehearsed(words: Sequence[str], scale: float) -> Command:
    """A command scaled down for a rehearsal; of a repeated option the last one counts."""
    less = [
        str(max(LEAST[before], round(int(word) * scale))) if before in LEAST else word
        for before, word in zip(("", *words), words, strict=False)
        if word != NOT_REHEARSED
    ]
    return (*less, *REHEARSED.get(words[0], ()))


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.replace("\\\n", " ").splitlines() if line.strip())


def _photographs(folder: Path) -> str:
    """A hash of the single crops: their names and their bytes."""
    hashed = hashlib.sha256()
    for path in sorted(crop for crop in (folder / "rummikub-crops").rglob("*") if crop.is_file()):
        hashed.update(f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return hashed.hexdigest()


def _write(note: Path, values: dict[str, object]) -> None:
    unfinished = note.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(values, indent=1), "utf-8")
    unfinished.replace(note)


def _module(command: Command) -> int:
    return subprocess.run([sys.executable, "-m", *command], check=False).returncode


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, help="the folder of the photographs that the cards name")
    parser.add_argument("--bulk", type=Path, default=Path(".bulk"), help="where everything is written")
    parser.add_argument("--scale", type=float, default=1.0, help="share of windows and steps, for a rehearsal")
    parser.add_argument("--list", action="store_true", help="only say what would be run")
    given = parser.parse_args()
    if not 0 < given.scale <= 1:
        raise SystemExit("--scale is more than 0 and at most 1")
    if not (given.photos / "rummikub-crops").is_dir():
        raise SystemExit(f"{given.photos} has no folder rummikub-crops")
    setting = RunSetting(given.bulk, given.photos, given.scale)
    if given.list:
        print("\n".join(shlex.join(setting.command(line)) for stage in stages() for line in stage.commands))
        return
    follow(stages(), setting, _module)


if __name__ == "__main__":
    main()
