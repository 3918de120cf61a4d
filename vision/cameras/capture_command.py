"""The command passed to a capture process, and its one-line serialisation."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from vision.cameras.sources import Source, SourceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureOptions:
    """The source to capture, and how."""

    source: Source
    size_px: tuple[int, int] = (1920, 1080)
    """Width and height that a webcam is asked for; it may give another. Digits of a whole table are small: of 720 lines
    thin ones are hardly read."""
    fps: float = 10.0
    """The maximum rate of published pictures."""
    hold_s: float = 3.0
    """Seconds for which each picture of a folder is shown."""
    demo: str = ""
    """The film of the demo."""
    grabber: str = "vision.cameras.open_grabber:open_grabber"
    """The module and function that open the source."""

    def as_line(self) -> str:
        """Serialise to one line of text for `parse_order`."""
        return json.dumps(asdict(self))


def parse_order(line: str) -> CaptureOptions:
    """Parse the order that `CaptureOptions.as_line` wrote."""
    given = json.loads(line)
    source = Source(SourceKind(given["source"]["kind"]), given["source"]["text"])
    return CaptureOptions(**{**given, "source": source, "size_px": tuple(given["size_px"])})
