"""What is known at a moment of the camera and the table, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass

from companion.lookout.attendant import NOTHING_ODD, Attention
from companion.lookout.reports import Outlines
from vision.cameras import CameraHealth, CameraState
from vision.watcher import SeenTable, Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What is known of the camera and the table."""

    sight: Sight = Sight.UNSEEN
    health: CameraHealth
    seen: SeenTable | None = None
    attention: Attention = NOTHING_ODD
    outlines: Outlines = ()

    @property
    def words(self) -> object:
        """What has to change for the pages to be told."""
        health = self.health
        return (self.sight, health.state, health.trouble, health.size_px, id(self.seen), self.attention, self.outlines)


def state_of(moment: Moment, language: str) -> tuple[str, str]:
    """What can be said of the table, or why nothing can, in a word and in a sentence."""
    health = moment.health
    if health.trouble and health.trouble.blinds:
        return "trouble", health.sentence(language)
    if health.state in (CameraState.OPENING, CameraState.ENDED):
        return str(health.state), health.sentence(language)
    return str(moment.sight), moment.sight.sentence(language)
