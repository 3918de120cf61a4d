"""Parse ``--camera SOURCE`` into a value, and write it back as one line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from vision.cameras.tls_cameras import SECURE, is_pin, is_pinned, pin_of, pinned
from vision.cameras.webcams import is_lasting, webcam_names, webcam_number
from vision.errors import BadSource

SCHEMES = ("http", "https", "rtsp", "rtsps")
"""The permitted URL schemes; no other protocol of a library is allowed."""
STREAM_PROTOCOLS = "http,https,httpproxy,tcp,tls,udp,rtp,rtsp,crypto"
"""The protocols of these that FFmpeg may use."""
_PHOTOGRAPHS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic"})
_DEVICE_FILE = "/dev/video"
_LONGEST = 2000
PI_LIBRARY = "picamera2"
"""The library for a Raspberry Pi's camera; it comes with the Pi's system, not with this program."""


PAINTER = "datasets.synthetic_videos.simulated_camera"
"""The renderer of simulated tables; part of the source code only, not of the installed package."""
SIMULATED = re.compile(r"simulate(?::(?P<rules>[a-z][a-z-]*))?(?::(?P<seed>\d{1,9}))?")
"""The format of a simulated table's source text."""


class SourceKind(StrEnum):
    """The kinds of picture sources."""

    WEBCAM = "webcam"
    VIDEO = "video"
    FOLDER = "folder"
    ADDRESS = "address"
    PHONE = "phone"
    PICAMERA = "picamera"
    """The camera on the ribbon of a Raspberry Pi."""
    DEMO = "demo"
    SIMULATE = "simulate"
    """A hand of simulated players, rendered while it is watched."""

    @property
    def is_live(self) -> bool:
        """Whether it shows the present, so that its camera can fail and recover."""
        return self in (SourceKind.WEBCAM, SourceKind.ADDRESS, SourceKind.PHONE, SourceKind.PICAMERA)


_DRAWN = (SourceKind.DEMO, SourceKind.SIMULATE)
_BY_NAME = (SourceKind.PHONE, SourceKind.PICAMERA, SourceKind.DEMO)


@dataclass(frozen=True, slots=True)
class Source:
    """One source of pictures. ``str()`` gives the text that parses back to it."""

    kind: SourceKind
    text: str
    """A webcam's number, name or persistent path, a file, an address, a simulated table; else the kind itself."""

    def __str__(self) -> str:
        return self.text

    @property
    def repeats_what_rests(self) -> bool:
        """Whether a healthy camera may repeat identical pictures.

        Between key frames a stream transmits only changes, and a table at rest has none.
        """
        return self.kind is SourceKind.ADDRESS and urlsplit(self.text).scheme.lower() in ("rtsp", "rtsps")

    @property
    def shown(self) -> str:
        """The displayable form of the source: without the password of an address, and without a path."""
        if self.kind is SourceKind.ADDRESS:
            return _without_secrets(self.text)
        if self.kind in (SourceKind.VIDEO, SourceKind.FOLDER) or is_lasting(self.text):
            return Path(self.text).name or self.text
        return self.text


def check_beside(first: Source, second: Source) -> None:
    """Raise BadSource where ``second`` cannot film the same table beside ``first``.

    That is where both are the same, one draws its own table, or only one of them is live.
    """
    if second.kind in _DRAWN or first.kind in _DRAWN:
        raise BadSource("second_drawn")
    if second == first:
        raise BadSource("second_phone" if first.kind is SourceKind.PHONE else "second_same", {"source": second.shown})
    if second.kind.is_live != first.kind.is_live:
        raise BadSource("second_other", {"first": first.shown, "second": second.shown})


def can_simulate() -> bool:
    """Whether the renderer of simulated tables is installed."""
    return (Path(__file__).parents[2] / f"{PAINTER.replace('.', '/')}.py").is_file()


def parse_source(text: str, names: Callable[[], Mapping[int, str]] = webcam_names) -> Source:
    """Parse a source: a webcam's number or name, a file, a folder, an address, phone, picamera, demo or simulate.

    The last may continue with ``:RULES:SEED``. ``names`` lists the webcams. Raises BadSource.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST or not text.isprintable():
        raise BadSource("source_blank")
    if text.casefold() in _BY_NAME:
        return _called(SourceKind(text.casefold()))
    if SIMULATED.fullmatch(text.casefold()):
        return _simulated(text.casefold())
    if text.isdecimal():
        return Source(SourceKind.WEBCAM, str(int(text)))
    if "://" in text:
        return _address(text)
    return _named(text, names)


def _called(kind: SourceKind) -> Source:
    """A source named by its kind."""
    if kind is SourceKind.PICAMERA and find_spec(PI_LIBRARY) is None:
        raise BadSource("no_picamera")
    return Source(kind, kind)


def _simulated(text: str) -> Source:
    if not can_simulate():
        raise BadSource("no_simulation")
    return Source(SourceKind.SIMULATE, text)


def _address(text: str) -> Source:
    try:
        parts = urlsplit(text)
        has_place = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError as error:
        raise BadSource("source_address", {"source": _without_secrets(text)}) from error
    if parts.scheme.lower() not in SCHEMES:
        raise BadSource("source_scheme", {"scheme": parts.scheme})
    if not has_place:
        raise BadSource("source_address", {"source": _without_secrets(text)})
    if is_pinned(text):
        if parts.scheme.lower() not in SECURE or not is_pin(parts.fragment.partition("=")[2]):
            raise BadSource("source_pin", {"source": _without_secrets(text)})
        return Source(SourceKind.ADDRESS, pinned(text, pin_of(text)))
    return Source(SourceKind.ADDRESS, text)


def _named(text: str, names: Callable[[], Mapping[int, str]]) -> Source:
    """A file, a folder or a webcam by its name, in this order."""
    number = text.removeprefix(_DEVICE_FILE)
    if sys.platform == "linux" and number != text and number.isdecimal():
        return Source(SourceKind.WEBCAM, str(int(number)))
    if is_lasting(text):
        return Source(SourceKind.WEBCAM, text)
    path = Path(text).expanduser()
    kept = str(path) if text.startswith("~") else text
    try:
        if path.is_dir():
            return Source(SourceKind.FOLDER, kept)
        if path.is_file():
            return _file(kept)
    except OSError:
        pass  # a text too long or too odd for a path may still be a camera's name
    if webcam_number(text, names()) is None:
        raise BadSource("source_unknown", {"source": text})
    return Source(SourceKind.WEBCAM, text)


def _file(text: str) -> Source:
    path = Path(text)
    if path.suffix.lower() in _PHOTOGRAPHS:
        raise BadSource("source_photograph", {"source": path.name})
    return Source(SourceKind.VIDEO, text)


def _without_secrets(address: str) -> str:
    """``address`` without user, password and query, any of which may be secret."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address.partition("://")[0] + "://…"
    place = parts.netloc.rpartition("@")[2]
    return SplitResult(parts.scheme, place, parts.path, "", "").geturl()
