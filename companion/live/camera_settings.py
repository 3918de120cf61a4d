"""Persistent settings of each camera (its match, its zones), and the chosen camera."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from companion.eventstore.change_marks import is_overtaken, mark_of
from companion.eventstore.evidence_store import keep_file
from companion.eventstore.service_errors import CONFLICT, errors_as_refusals
from companion.live.worker_messages import Outlines, WatchTable
from companion.matches.wording import refuse
from companion.refusal import TableRefused
from vision.cameras import UPRIGHT, PictureRotation, parse_rotation
from vision.errors import BadSource
from vision.table_plan.zones import TableZone


@dataclass(frozen=True, slots=True)
class RememberedCamera:
    """The settings of one camera."""

    match: str | None = None
    outlines: Outlines = ()
    agreed: tuple[str, ...] = ()
    """The fitness problems that people accepted."""
    order: str = ""
    """How the table is laid out, as people agreed."""
    turn: PictureRotation = UPRIGHT
    """How its pictures are turned."""
    second: str = ""
    """The camera that stands beside it; empty where none does."""
    second_named_in: str = ""
    """The run of the program whose command named the second camera; later choices on the page override it."""
    before: str | None = None
    """The match that was followed before; its last tables may still lie there."""


def zones_mark(outlines: Outlines) -> str:
    """A short digest of drawn zones, whatever their order."""
    return mark_of({str(zone): points for zone, points in outlines})


class CameraMemory:
    """A file with the settings of each camera, keyed by its source."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        self._without_match: set[str] = set()

    def of(self, source: str) -> RememberedCamera:
        """The settings of a camera; the defaults where the file is unreadable."""
        try:
            known = _remembered(self._everything().get(source, {}))
        except (ValueError, TypeError, AttributeError, KeyError, BadSource):
            return RememberedCamera()
        return replace(known, match=None, agreed=()) if source in self._without_match else known

    def watches(self, source: str, order: WatchTable) -> WatchTable:
        """``order`` completed with the settings of the camera ``source`` and of its second camera."""
        one = self.of(source)
        turn = self.of(one.second).turn if one.second else UPRIGHT
        return replace(order, source=source, outlines=one.outlines, turn=one.turn, second=one.second, second_turn=turn)

    def forget_match(self, source: str) -> None:
        """Forget the match that a camera followed; in memory only, until the file can be written."""
        self._without_match.add(source)
        with suppress(TableRefused):
            self.follow(source, None)

    @errors_as_refusals(TableRefused)
    def follow(self, source: str, match: str | None) -> None:
        """Store the followed match, with no consent given yet. Raises TableRefused where it cannot be written."""

        def followed(known: RememberedCamera) -> RememberedCamera:
            before = known.match or known.before
            return known if match == known.match else replace(known, match=match, agreed=(), before=before)

        self._change(source, followed)

    @errors_as_refusals(TableRefused)
    def agree(self, source: str, agreed: tuple[str, ...]) -> None:
        """Store what people consented to. Raises TableRefused where it cannot be written."""
        self._change(source, lambda known: replace(known, agreed=agreed))

    @errors_as_refusals(TableRefused)
    def agree_to_layout(self, source: str, order: str) -> None:
        """Store the confirmed table layout. Raises TableRefused where it cannot be written."""
        self._change(source, lambda known: replace(known, order=order))

    @errors_as_refusals(TableRefused)
    def draw(self, source: str, outlines: Outlines, seen: str = "") -> None:
        """Store drawn zones, which need no confirmation.

        Raises TableRefused where they cannot be written, and where others are drawn by now than those ``seen``.
        """

        def drawn(known: RememberedCamera) -> RememberedCamera:
            mark = zones_mark(known.outlines)
            if mark != zones_mark(outlines) and is_overtaken(seen, mark):
                refuse("zones changed", CONFLICT)
            return replace(known, outlines=outlines, order="")

        self._change(source, drawn)

    @errors_as_refusals(TableRefused)
    def turn(self, source: str, turn: PictureRotation) -> None:
        """Store the picture rotation and discard earlier zones. Raises TableRefused."""
        self._change(source, lambda known: replace(known, turn=turn, outlines=(), order=""))

    @errors_as_refusals(TableRefused)
    def stand_beside(self, source: str, second: str) -> None:
        """Store the second camera of a camera, or none where it is empty. Raises TableRefused."""
        self._change(source, lambda known: replace(known, second=second))

    @errors_as_refusals(TableRefused)
    def remember_second(self, source: str, second: str, run: str) -> None:
        """Store the second camera named by the command line of ``run``, once in that run.

        Raises TableRefused.
        """
        if second and self.of(source).second_named_in != run:
            self._change(source, lambda known: replace(known, second=second, second_named_in=run))

    def _change(self, source: str, how: Callable[[RememberedCamera], RememberedCamera]) -> None:
        """Apply ``how`` to the settings of a camera and store them; concurrent changes are all kept."""
        with self._lock:
            camera = how(self.of(source))
            try:
                known = self._everything()
            except ValueError:
                known = {}
            zones = {str(zone): points for zone, points in camera.outlines}
            kept = {
                "match": camera.match,
                "before": camera.before,
                "zones": zones,
                "agreed": camera.agreed,
                "layout": camera.order,
            }
            second = {"second": camera.second, "second_named_in": camera.second_named_in}
            known[source] = kept | {"turn": str(camera.turn)} | second
            keep_file(self._path, _json(known))
            self._without_match.discard(source)

    def _everything(self) -> dict[str, Any]:
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
        except OSError:
            return {}
        return known if isinstance(known, dict) else {}


def _remembered(stored: dict[str, Any]) -> RememberedCamera:
    zones = {
        TableZone(name): tuple((float(x), float(y)) for x, y in points) for name, points in stored["zones"].items()
    }
    agreed = tuple(map(str, stored.get("agreed", ())))
    turn = parse_rotation(str(stored.get("turn", "")))
    order, second, named_in = (str(stored.get(name, "")) for name in ("layout", "second", "second_named_in"))
    before = stored.get("before")
    return RememberedCamera(stored["match"], tuple(zones.items()), agreed, order, turn, second, named_in, before)


@dataclass(frozen=True, slots=True)
class Choice:
    """The camera chosen on the page."""

    source: str
    run: str
    """The run of the program in which it was chosen."""


class ChosenCamera:
    """A file with the last chosen camera."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Choice | None:
        """The choice; None where none was made or the file is unreadable."""
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            return Choice(str(known["source"]), str(known["run"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    @errors_as_refusals(TableRefused)
    def write(self, choice: Choice) -> None:
        """Store a choice. Raises TableRefused where it cannot be written."""
        keep_file(self._path, _json({"source": choice.source, "run": choice.run}))


def _json(settings: Mapping[str, object]) -> bytes:
    return json.dumps(settings, ensure_ascii=False, indent=1).encode()
