"""Lists of Debian packages whose files the synthetic tables use; none of them is stored here."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Package:
    """One line of a list: ``name | licence | globs``, a glob with a leading ! leaves files out."""

    name: str
    licence: str
    globs: tuple[str, ...]

    def takes(self, file_name: str) -> bool:
        """Whether the tables may use the file ``file_name``."""
        left_out = any(fnmatchcase(file_name, glob[1:]) for glob in self.globs if glob.startswith("!"))
        return not left_out and any(fnmatchcase(file_name, glob) for glob in self.globs)


def listed(path: Path) -> tuple[Package, ...]:
    """The entries of the list at ``path``, in order; # begins a comment."""
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    columns = ([column.strip() for column in line.split("|")] for line in lines if line)
    return tuple(Package(name, licence, tuple(globs.split())) for name, licence, globs in columns)


def taken(packages: Iterable[Package], folders: Iterable[Path], suffixes: tuple[str, ...]) -> tuple[Path, ...]:
    """The files under ``folders`` that ``packages`` list, one of each name, sorted by name; possibly empty."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            wanted = path.suffix.lower() in suffixes and any(package.takes(path.name) for package in packages)
            if wanted and path.name not in found:
                found[path.name] = path
    return tuple(found[name] for name in sorted(found))


def tell(packages: Iterable[Package], files: Iterable[Path]) -> None:
    """The command line of a list: print the files ``files``, or with the word ``packages`` the packages."""
    if "packages" in sys.argv[1:]:
        print(" ".join(package.name for package in packages))
        return
    for path in files:
        print(path)
