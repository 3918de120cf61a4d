"""The one place where the eye and the rules are built; tests put others in their place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from companion.interpret import SeenPhotograph
from engine import profiles
from engine.rules import Rules
from vision.belief import Belief
from vision.images import load_image
from vision.reading import Frame, TableReading

THREADS = 2
DEFAULT_RULES = "clasico"


class Eye(Protocol):
    """Whatever reads pictures of tiles."""

    def look(self, frame: Frame) -> TableReading:
        """All that a picture of a table shows."""
        ...

    def read_crop(self, frame: Frame) -> Belief:
        """What the one tile of a picture shows."""
        ...


def open_eye(models: Path | None = None, threads: int = THREADS) -> Eye:
    """The eye with the networks in ``models``, by default those that come along.

    Raises ModelMissing or ModelCorrupt.
    """
    from vision.eye import TableEye  # onnxruntime takes a moment to load, and judging a meld needs none of it

    return TableEye(models, threads)


def open_rules(name_or_path: str = DEFAULT_RULES, overrides: Sequence[str] = ()) -> Rules:
    """A profile by name, or a file of a user's own; ``overrides`` are ``key=value``. Raises RulesError."""
    return profiles.load_rules(name_or_path, overrides)


def see(eye: Eye, source: Path | bytes, name: str) -> tuple[Frame, SeenPhotograph]:
    """A photograph and what is seen on it; ``source`` is a file or its bytes. Raises BadImage."""
    frame = load_image(source)
    height, width = frame.bgr.shape[:2]
    return frame, SeenPhotograph(name, (width, height), eye.look(frame))
