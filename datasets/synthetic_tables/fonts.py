"""The typefaces of ``fonts.txt`` that are installed on this machine.

    python -m datasets.synthetic_tables.fonts            lists them
    python -m datasets.synthetic_tables.fonts packages   names the Debian packages, for ``apt-get install``

Without any, numbers are drawn from OpenCV's own strokes and from those of ``strokes.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from datasets.synthetic_tables.debian_packages import Package, listed, taken, tell

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts/opentype"), Path("/usr/local/share/fonts"))
"""Where Debian keeps typefaces."""


def packages() -> tuple[Package, ...]:
    """The entries of ``fonts.txt``, in order."""
    return listed(Path(__file__).with_name("fonts.txt"))


def discover(folders: Iterable[Path] = FOLDERS) -> tuple[Path, ...]:
    """The listed typefaces found under ``folders``, one file a face, sorted by file name; possibly empty.

    A process looks through each folder once.
    """
    return _found(tuple(folders))


@cache
def _found(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    faces = taken(packages(), folders, (".ttf", ".otf"))
    return tuple(path for path in faces if "Italic" not in path.stem and "Oblique" not in path.stem)


def families(fonts: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """``fonts`` grouped by family name, so that each family has the same weight."""
    groups: dict[str, list[Path]] = {}
    for path in fonts:
        groups.setdefault(path.stem.replace("_", "-").split("-")[0].lower(), []).append(path)
    return tuple(tuple(groups[name]) for name in sorted(groups))


if __name__ == "__main__":
    tell(packages(), discover())
