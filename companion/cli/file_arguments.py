"""File arguments of commands: pictures, texts, and output paths for drawings."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.cli.output import unreadable, unwritable
from companion.errors import Refused
from companion.files.folders import pictures_below
from companion.files.spreadsheet import spreadsheet_text
from engine.hand.hand_file import RecordError

_Record = TypeVar("_Record")

_MOST_TEXT = 300_000
"""The default limit of a text file, in bytes."""
STDIN = Path("-")
"""The argument for standard input."""
DRAWING_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".webp"))


def pictures_in(named: Path, besides: Path | None = None) -> tuple[Path, ...]:
    """The pictures below a folder; a path that is no folder by itself. Raises Refused where there are none."""
    if not os.path.isdir(named):
        return (named,)
    try:
        found = pictures_below(named, besides)
    except OSError as error:
        raise unreadable(Path(error.filename or named), error) from error
    if not found:
        raise Refused("empty folder", path=named)
    return found


def gather(named: Sequence[Path], besides: Path | None = None) -> tuple[tuple[Path, ...], tuple[Refused, ...]]:
    """The pictures for the paths of a command line, and the refusals of folders without any.

    Drawings are written ``besides``: what lies there already is no photograph.
    """
    pictures: list[Path] = []
    refusals: list[Refused] = []
    for path in named:
        try:
            pictures += pictures_in(path, besides)
        except Refused as refusal:
            refusals.append(refusal)
    return tuple(pictures), tuple(refusals)


@dataclass(frozen=True, slots=True)
class DrawingPaths:
    """The output path of each picture's drawing."""

    target: Path
    is_folder: bool

    @staticmethod
    def at(target: Path, pictures: Sequence[Path]) -> DrawingPaths:
        """Drawings in the file or folder ``target``. Raises Refused where that is impossible."""
        is_folder = os.path.isdir(target) or not target.suffix
        if not is_folder and target.suffix.lower() not in DRAWING_SUFFIXES:
            raise Refused("drawing kind", path=target)
        if not is_folder and len(pictures) > 1:
            raise Refused("one drawing", path=target)
        drawings = DrawingPaths(target, is_folder)
        taken = {picture.resolve() for picture in pictures}
        for path in drawings.of(pictures):
            if path.resolve() in taken:
                raise Refused("own drawing", path=path)
        return drawings

    def of(self, pictures: Sequence[Path]) -> Iterator[Path]:
        """One path for each of ``pictures``; equal names from different folders get a number."""
        used: dict[str, int] = {}
        for picture in pictures:
            count = used[picture.stem] = used.get(picture.stem, 0) + 1
            name = picture.stem if count == 1 else f"{picture.stem}-{count}"
            yield self.target / f"{name}.png" if self.is_folder else self.target


def read_text(path: Path, most: int = _MOST_TEXT) -> str:
    """The text of a file, within a size limit. Raises Refused."""
    return _decoded(_bytes_of(path, most), path, partial(str, encoding="utf-8-sig"))


def read_list(path: Path, most: int = _MOST_TEXT) -> str:
    """The text of a list, from a file, a spreadsheet or standard input (``STDIN``). Raises Refused."""
    written = sys.stdin.buffer.read() if path == STDIN else _bytes_of(path, most)
    return _decoded(written, path, spreadsheet_text)


def _bytes_of(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            written = file.read(most + 1)
    except OSError as error:
        raise unreadable(path, error) from error
    if len(written) > most:
        raise Refused("too long", path=path, most=most // 1000)
    return written


def _decoded(written: bytes, path: Path, decode: Callable[[bytes], str]) -> str:
    try:
        return decode(written)
    except UnicodeDecodeError as error:
        raise Refused("not text", path=path) from error


def read_record(path: Path, parse: Callable[[str], _Record]) -> _Record:
    """Parse the text of a file. Raises Refused, or RecordError that names the file."""
    with naming(path):
        return parse(read_text(path))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """A context in which every RecordError names the file."""
    try:
        yield
    except RecordError as error:
        raise RecordError("in_file", path=path, problem=error) from error


def write_file(path: Path, blob: bytes, *, is_secret: bool = False) -> None:
    """Write ``blob``, creating its folder; secret files are readable by their owner only. Raises Refused."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_secret:
            path.unlink(missing_ok=True)
        with open(path, "wb", opener=partial(os.open, mode=0o600 if is_secret else 0o666)) as file:
            file.write(blob)
    except OSError as error:
        raise unwritable(path, error) from error
