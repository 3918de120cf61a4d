"""The health of a camera as a value: its state, its trouble, and a sentence about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from vision.cameras.recording_gaps import Lack, bad_film
from vision.wording import DEFAULT_LANGUAGE, SENTENCES, sentence


class CameraState(StrEnum):
    """The state of a camera."""

    OPENING = "opening"
    """It is being opened and has delivered nothing yet."""
    SEEING = "seeing"
    """Pictures arrive, and are good for reading."""
    IMPAIRED = "impaired"
    """Pictures arrive with a problem, given by the trouble."""
    LOST = "lost"
    """No pictures arrive; opening is retried until they do."""
    ENDED = "ended"
    """The recording is over."""


class CameraTrouble(StrEnum):
    """What is wrong with a camera. Where several apply, the one that explains the others is reported."""

    UNOPENED = "unopened"
    """It is missing, busy, or was unplugged."""
    SILENT = "silent"
    """It is open and sends nothing."""
    GARBAGE = "garbage"
    """It sends undecodable content."""
    TINY = "tiny"
    """Its pictures are too small to read a tile."""
    BLACK = "black"
    """Its pictures are dark or blank: covered, switched off, or in a dark room."""
    FROZEN = "frozen"
    """It repeats the same picture."""
    SLOW = "slow"
    """Its pictures come seconds or minutes apart."""
    HUGE = "huge"
    """Its pictures are larger than useful, and are reduced at a cost."""

    @property
    def loses_pictures(self) -> bool:
        """Whether no pictures arrive during this trouble."""
        return self in (CameraTrouble.UNOPENED, CameraTrouble.SILENT, CameraTrouble.GARBAGE)

    @property
    def blinds(self) -> bool:
        """Whether the pictures during this trouble are unusable."""
        return self.loses_pictures or self in (CameraTrouble.TINY, CameraTrouble.BLACK, CameraTrouble.FROZEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraHealth:
    """The health of a camera at one moment."""

    state: CameraState
    trouble: CameraTrouble | None = None
    source: str = ""
    """The displayable source; ``phone`` and addresses have some sentences of their own."""
    size_px: tuple[int, int] | None = None
    """Width and height as the camera sends its pictures; None before the first."""
    interval_s: float | None = None
    """Seconds between the two newest pictures; None before the second."""
    quiet_s: float | None = None
    """Seconds since the newest picture; None before the first."""
    cause: str = ""
    """Why it cannot be opened, as a code of ``vision.wording``; empty where unknown."""
    restarts: int = 0
    """The number of restarts of its capture process."""
    lack: Lack | None = None
    """What a finished recording did not show; None where it was complete."""

    def lacks(self, language: str = DEFAULT_LANGUAGE) -> str:
        """What a finished recording did not show, as a sentence; empty where it was complete."""
        return bad_film(self.source, self.lack).sentence(language) if self.lack else ""

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """One sentence for the user in ``language`` (``es`` or ``en``; Spanish for any other)."""
        if self.cause and self.trouble is CameraTrouble.UNOPENED:
            return sentence(SENTENCES[self.cause], language, self._parameters())
        what = self.trouble or self.state
        sort = "address" if "://" in self.source else self.source
        wordings = SENTENCES.get(f"{sort}_{what}", SENTENCES[f"camera_{what}"])
        return sentence(wordings, language, self._parameters())

    def _parameters(self) -> Mapping[str, str | int]:
        width, height = self.size_px or (0, 0)
        return {"source": self.source, "width": width, "height": height, "seconds": round(self.interval_s or 0)}
