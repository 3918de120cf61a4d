"""Exceptions of vision: a picture, a camera or a network that cannot be used.

    VisionError
    ├── BadImage        a file or upload that gives no picture: not an image, cut short, too large…
    ├── ModelMissing    a network, or the list that names it, is not there
    ├── ModelCorrupt    a network that is not the one listed, or cannot be run
    ├── CameraLost      a camera that cannot be opened or went silent
    ├── BadFilm         a recording that does not show the whole of what it was taken of
    ├── BadSource       a text that names no camera, file, folder or address
    ├── BadZones        a text that draws no zones on a table
    └── BadSetProfile   a file that holds no set of tiles that can be used here

Each error is a code of ``vision.wording`` with its parameters, so that it can be told in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vision.wording import DEFAULT_LANGUAGE, SENTENCES, sentence

_NONE: Mapping[str, str | int] = MappingProxyType({})


class VisionError(Exception):
    """A picture, camera or network that cannot be used; ``str()`` is one Spanish sentence for the user."""

    def __init__(self, code: str, parameters: Mapping[str, str | int] = _NONE) -> None:
        super().__init__(code, dict(parameters))
        self.code = code
        """A key of ``vision.wording.SENTENCES``."""
        self.parameters: Mapping[str, str | int] = dict(parameters)
        """What the sentence mentions, by name."""

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """One sentence for the user in ``language`` (``es`` or ``en``; Spanish for any other)."""
        return sentence(SENTENCES[self.code], language, self.parameters)

    def __str__(self) -> str:
        return self.sentence()


class BadImage(VisionError):  # noqa: N818
    """A file or upload that gives no picture."""


class ModelMissing(VisionError):  # noqa: N818
    """A network, or the list that names it, is not there."""


class ModelCorrupt(VisionError):  # noqa: N818
    """A network that is not the one listed, or that cannot be run."""


class CameraLost(VisionError):  # noqa: N818
    """A camera that cannot be opened, or that went silent."""


class BadFilm(VisionError):  # noqa: N818
    """A recording that does not show all of what was filmed."""


class BadSource(VisionError):  # noqa: N818
    """A text that names no source of pictures."""


class BadZones(VisionError):  # noqa: N818
    """A text or a drawing that defines no zones of a table."""


class BadSetProfile(VisionError):  # noqa: N818
    """A file that is no set profile, or one fitted to another reader."""
