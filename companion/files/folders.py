"""The photographs of a folder as left by phones, cameras and archives, and look-up by typed names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from unicodedata import normalize

PICTURE_SUFFIXES = frozenset(
    (".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".heic", ".heif", ".avif", ".gif", ".tif", ".tiff")
)
"""Files of a folder that are tried; those of a kind that cannot be read are refused by name."""
_NOT_TAKEN = frozenset(("__macosx", "@eadir", "$recycle.bin"))
"""Folders beside the photographs that archives, disks and systems fill with copies and leftovers."""


def pictures_below(folder: Path, besides: Path | None = None) -> tuple[Path, ...]:
    """The photographs of ``folder`` and its subfolders, by path. Raises OSError for an unreadable folder.

    What begins with a dot is no photograph (``._IMG_1.jpg`` of a Mac, ``.trashed-…`` and ``.thumbnails`` of a phone);
    folders that are links are not entered, nor is the folder ``besides``, where drawings of them are written.
    """
    return tuple(sorted(_pictures(folder, besides.resolve() if besides else None)))


def _pictures(folder: Path, besides: Path | None) -> Iterator[Path]:
    for place, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".")
            and name.casefold() not in _NOT_TAKEN
            and (besides is None or Path(place, name).resolve() != besides)
        ]
        for name in files:
            if not name.startswith(".") and os.path.splitext(name)[1].lower() in PICTURE_SUFFIXES:
                yield Path(place, name)


def _refuse(error: OSError) -> None:
    raise error


class NamedPictures:
    """Look-up of the photographs of ``folder`` by typed names."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, name: str) -> Path:
        """The path of the photograph ``name`` relative to the folder; a path without a file where there is none.

        A name that no file has is matched loosely: accents of one or two codes, capitals, backslashes for slashes,
        without its ending, or in a folder inside. Ambiguous names match none.
        """
        path = self._folder / name
        if os.path.exists(path):
            return path
        meant = _plain(PurePosixPath(name.replace("\\", "/")))
        for spelled in (meant, os.path.basename(meant)):
            found = self._spelled.get(spelled, ())
            if len(found) == 1:
                return found[0]
        return path

    @cached_property
    def _spelled(self) -> dict[str, tuple[Path, ...]]:
        """The photographs by every accepted spelling; none for unreadable folders."""
        try:
            pictures = pictures_below(self._folder)
        except OSError:
            pictures = ()
        spelled: dict[str, tuple[Path, ...]] = {}
        for picture in pictures:
            inside = PurePosixPath(picture.relative_to(self._folder).as_posix())
            for way in {_plain(each) for whole in (inside, inside.with_suffix("")) for each in (whole, whole.name)}:
                spelled[way] = (*spelled.get(way, ()), picture)
        return spelled


def _plain(name: PurePosixPath | str) -> str:
    return normalize("NFC", str(name)).casefold()
