"""List the webcams of this machine: by number, by name, and identical ones by port or serial number."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SYSTEM, LINKS = Path("/sys/class/video4linux"), Path("/dev/v4l")
_BY = ("by-path", "by-id")
_LINK = re.compile(r"/dev/v4l/by-(?:path|id)/[^/]+")
_PORT = re.compile(r"\d+-\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Webcam:
    """A video device of a webcam: one camera often has several, of which the lowest delivers pictures."""

    number: int
    name: str
    device: str = ""
    """The device path of the system; empty where unknown."""
    links: tuple[str, ...] = ()
    """The persistent paths of the device, by its port and by its serial number."""

    @property
    def port(self) -> str:
        """Its USB port, such as ``1-2.4``; empty where it has none or it is unknown."""
        return next((part for part in reversed(self.device.split("/")) if _PORT.fullmatch(part)), "")

    @property
    def body(self) -> str:
        """What is common to all devices of one camera."""
        return self.device.rpartition(f"/{self.port}/")[0] + self.port if self.port else self.device


def webcams(system: Path = SYSTEM, links: Path = LINKS) -> tuple[Webcam, ...]:
    """The webcams by number; a nameless first one where the system does not list them as files."""
    if sys.platform != "linux" and not system.is_dir():
        return (Webcam(0, ""),)
    paths = _lasting(links)
    found = {}
    for folder in system.glob("video*"):
        number = folder.name.removeprefix("video")
        if number.isdigit() and (folder / "name").is_file():
            name = (folder / "name").read_text(encoding="utf-8", errors="replace").strip()
            device = os.path.realpath(folder / "device") if (folder / "device").exists() else ""
            found[int(number)] = Webcam(int(number), name, device, paths.get(int(number), ()))
    return tuple(webcam for _, webcam in sorted(found.items()))


def webcam_names(system: Path = SYSTEM) -> Mapping[int, str]:
    """The names of the webcams of this machine by number."""
    return {webcam.number: webcam.name for webcam in webcams(system)}


def webcam_sources(webcams: Sequence[Webcam]) -> Mapping[str, str]:
    """The source text and name of each camera: its number or, for identical ones, the path of its port."""
    first: dict[tuple[str, str], Webcam] = {}
    for webcam in sorted(webcams, key=lambda webcam: webcam.number):
        first.setdefault((webcam.name, webcam.body), webcam)
    names = [webcam.name for webcam in first.values()]
    return dict(_asked(webcam, is_alone=names.count(webcam.name) == 1) for webcam in first.values())


def is_lasting(text: str) -> bool:
    """Whether a text is the persistent path of a webcam, which may be unplugged now."""
    return _LINK.fullmatch(text) is not None


def webcam_number(text: str, names: Mapping[int, str], links: Path = LINKS) -> int | None:
    """The number of the webcam that ``text`` names: a number, a persistent path, part of a name or serial number.

    Of several matches the lowest: one camera appears several times, and its lowest number delivers pictures.
    """
    if text.isdecimal():
        return int(text)
    lasting = _lasting(links)
    if is_lasting(text):
        path = text.removeprefix("/dev/v4l/")
        return next((number for number, paths in lasting.items() if f"/dev/v4l/{path}" in paths), None)
    wanted = text.casefold()
    if (named := next((number for number, name in names.items() if wanted in name.casefold()), None)) is not None:
        return named
    serials = ((number, Path(path).name) for number, paths in sorted(lasting.items()) for path in paths)
    return next((number for number, name in serials if len(wanted) > 3 and wanted in name.casefold()), None)


def _asked(webcam: Webcam, *, is_alone: bool) -> tuple[str, str]:
    if is_alone:
        return str(webcam.number), webcam.name
    by_path = next((path for path in webcam.links if "/by-path/" in path), str(webcam.number))
    return by_path, f"{webcam.name} (USB {webcam.port})" if webcam.port else f"{webcam.name} ({webcam.number})"


def _lasting(links: Path) -> dict[int, tuple[str, ...]]:
    """The persistent paths of each device, by its number."""
    found: dict[int, tuple[str, ...]] = {}
    for by in _BY:
        with suppress(OSError):
            for link in sorted((links / by).iterdir()):
                number = Path(os.path.realpath(link)).name.removeprefix("video")
                if number.isdigit():
                    found[int(number)] = (*found.get(int(number), ()), f"/dev/v4l/{by}/{link.name}")
    return found
