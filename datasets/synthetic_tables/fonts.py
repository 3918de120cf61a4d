"""The typefaces of ``fonts.txt`` that are installed on this machine.

    python -m datasets.synthetic_tables.fonts            lists them
    python -m datasets.synthetic_tables.fonts packages   names the Debian packages, for ``apt-get install``

Without any, numbers are drawn from OpenCV's own strokes and from those of ``strokes.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts/opentype"), Path("/usr/local/share/fonts"))
"""Where Debian keeps typefaces."""
_LIST = Path(__file__).with_name("fonts.txt")


@dataclass(frozen=True, slots=True)
class FontPackage:
    """One line of ``fonts.txt``."""

    name: str
    licence: str
    globs: tuple[str, ...]

    def takes(self, file_name: str) -> bool:
        """Whether the tables may print the face in ``file_name``."""
        left_out = any(fnmatchcase(file_name, glob[1:]) for glob in self.globs if glob.startswith("!"))
        return not left_out and any(fnmatchcase(file_name, glob) for glob in self.globs)


def packages() -> tuple[FontPackage, ...]:
    """The lines of ``fonts.txt``, in their order."""
    lines = (line.split("#")[0].strip() for line in _LIST.read_text(encoding="utf-8").splitlines())
    columns = ([column.strip() for column in line.split("|")] for line in lines if line)
    return tuple(FontPackage(name, licence, tuple(globs.split())) for name, licence, globs in columns)


def discover(folders: Iterable[Path] = FOLDERS) -> tuple[Path, ...]:
    """The listed faces found under ``folders``, one file a face, sorted by file name; empty is lawful."""
    wanted = packages()
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.[ot]tf")):
            upright = "Italic" not in path.stem and "Oblique" not in path.stem
            if upright and path.name not in found and any(package.takes(path.name) for package in wanted):
                found[path.name] = path
    return tuple(found[name] for name in sorted(found))


def families(fonts: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """``fonts`` grouped by family name, so that a family of ten weights weighs no more than one of a single face."""
    groups: dict[str, list[Path]] = {}
    for path in fonts:
        groups.setdefault(path.stem.replace("_", "-").split("-")[0].lower(), []).append(path)
    return tuple(tuple(groups[name]) for name in sorted(groups))


def main() -> None:
    """Prints the faces, or with the word ``packages`` the packages that hold them."""
    if "packages" in sys.argv[1:]:
        print(" ".join(package.name for package in packages()))
        return
    for path in discover():
        print(path)


if __name__ == "__main__":
    main()
