"""A camera over a table that shows what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.eventstore.change_marks import is_overtaken, mark_of
from companion.live.cameras import UNENCRYPTED, UNKNOWN
from companion.refusal import TableRefused
from companion.view_models import CameraView, CertificateView, LivePicture, LiveView, PhotoScore
from companion.view_models.live import FitCheck, FitView
from tests.companion.dashboard import table
from vision.cameras import Source, SourceKind, check_beside, parse_rotation, parse_source
from vision.errors import BadSource
from vision.watching.camera_fitness import judge_fitness
from vision.watching.camera_measurements import CameraMeasurements
from vision.watching.second_camera import SecondReport

SAYS = {
    "es": "La mesa está quieta.",
    "en": "The table is still.",
    "it": "Il tavolo è fermo.",
    "pt": "A mesa está parada.",
}


def live_view(language: str = "es", **changes: object) -> LiveView:
    """A camera over a still table that nobody has seen, with ``changes``."""
    view = LiveView(version=7, source="0", state="still", says=SAYS[language], notice="", cause="", match=None,
                    score=None, unread=(), candidates={}, disputed=(), astray="", leftover=False, outlines={}, fit=None,
                    second="", second_state="", asks_layout="")  # fmt: skip
    return replace(view, **changes)


def seen_table(language: str = "es") -> PhotoScore:
    """The drawn table, as a camera sees it."""
    return table.read_photo(table.picture(), "0").score("clasico", language)


@dataclass
class ActedLookout:
    """Shows what it is told, and notes what it is asked."""

    changes: dict[str, object] = field(default_factory=dict)
    asked: list[object] = field(default_factory=list)
    jpeg: bytes = field(default_factory=table.picture)
    second: SecondReport | None = None
    """How a second camera is doing."""

    def view(self, language: str) -> LiveView:
        """The view with the changes."""
        told = {"second": self.second.sentence(language), "second_state": self.second.standing} if self.second else {}
        return live_view(language, **told | self.changes)

    def wait(self, after: int, timeout_s: float) -> int:
        """Never waits."""
        return 7

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        """The drawn table, once."""
        return LivePicture(9, self.jpeg) if after < 9 and self.jpeg else None

    def seen_picture(self) -> bytes:
        """The drawn table, once it was seen."""
        return self.jpeg

    def follow(self, match: str | None) -> None:
        """Follows, and says so in the view."""
        self.changes["match"] = match

    def agrees(self) -> None:
        """Notes it."""
        self.asked.append("agreed")

    def agrees_to_layout(self) -> None:
        """Notes it."""
        self.asked.append("layout")

    def name_tile(self, number: int, face: str) -> None:
        """Notes it."""
        self.asked.append((number, face))

    def draw(self, outlines: Mapping[str, object], seen: str = "") -> None:
        """Notes it, unless other zones were seen."""
        if is_overtaken(seen, self.changes.get("zones_mark", "")):
            raise TableRefused({"es": "Mientras tanto alguien cambió las zonas."}, 409)
        self.asked.append(outlines)
        self.changes["outlines"], self.changes["zones_mark"] = outlines, mark_of(outlines)


@dataclass
class ActedCameras:
    """A webcam, a phone and the demo."""

    kind: str = "phone"
    turned: str = ""
    trusted: str = ""
    second: str = ""
    turned_second: str = ""

    @property
    def second_kind(self) -> str:
        """Of the one that stands beside it."""
        return str(parse_source(self.second, dict).kind) if self.second else ""

    def view(self) -> tuple[CameraView, ...]:
        """Which is in use."""
        onward = (("clockwise", "90"), ("mirrored", "mirrored"))
        known = (("0", "webcam", "Logitech C920"), ("phone", "phone", ""), ("demo", "demo", ""))
        return tuple(
            CameraView(source=source, kind=kind, name=name, is_in_use=is_used, is_shown=kind != "phone",
                       turns=onward if is_used or source == self.second else (), is_second=source == self.second,
                       may_be_second=kind != "demo" and not is_used)
            for source, kind, name in known
            for is_used in (kind == self.kind,)
        )  # fmt: skip

    def choose_second(self, source: str) -> None:
        """Notes it."""
        first = Source(SourceKind(self.kind), "0" if self.kind == "webcam" else self.kind)
        try:
            if source:
                check_beside(first, parse_source(source, dict))
        except BadSource as error:
            raise TableRefused.of(error) from error
        self.second = source

    def turn(self, turn: str, source: str = "") -> None:
        """Turns what the one in use shows, or the second."""
        try:
            if source and source == self.second:
                self.turned_second = str(parse_rotation(turn))
            else:
                self.turned = str(parse_rotation(turn))
        except BadSource as error:
            raise TableRefused.of(error) from error

    def turn_by(self, degrees: int) -> None:
        """Turns it on."""
        now = parse_rotation(self.turned)
        self.turn(str(replace(now, degrees=(now.degrees + degrees) % 360)))

    def mirror(self) -> None:
        """Mirrors it."""
        self.turn(str(parse_rotation(self.turned).mirrored()))

    def thumbnail(self, source: str) -> bytes:
        """The drawn table, but for a phone."""
        if source not in {tile_set.source for tile_set in self.view()}:
            raise TableRefused(UNKNOWN)
        return b"" if source == "phone" else table.picture()

    def certificate(self) -> CertificateView:
        """That of a camera at an address."""
        if self.kind == "webcam":
            raise TableRefused(UNENCRYPTED, 404)
        return CertificateView(source="https://192.168.0.20/video", fingerprint=":".join(["AB"] * 32), name="IPCAM",
                               since_s=1_700_000_000, until_s=2_000_000_000, is_other=True)  # fmt: skip

    def trust(self, fingerprint: str) -> None:
        """Notes it."""
        if fingerprint.count(":") != 31:
            raise TableRefused(UNKNOWN)
        self.trusted = fingerprint

    def choose(self, source: str) -> None:
        """Looks through it; what has no colon is no address."""
        kind = next((tile_set.kind for tile_set in self.view() if tile_set.source == source), "address")
        if kind == "address" and ":" not in source:
            raise TableRefused(UNKNOWN)
        self.kind = kind


def fit_view(asks: str = "", **verdicts: str) -> FitView:
    """What is said of a camera: all of it good but for ``verdicts``."""
    fitness = judge_fitness(CameraMeasurements(tiles=20, far_px=36, near_px=40, are_edges_seen=True,
                                 size_px=(1280, 720), blur=0.01, sway_px=0.1, light=180, noise=0.01,
                                               glare=0.0, rate=10))  # fmt: skip
    checks = [FitCheck(**check) for check in fitness.as_json()["checks"]]
    changed = tuple(replace(finding, verdict=verdicts.get(finding.check, finding.verdict)) for finding in checks)
    return FitView(verdict="bad" if "bad" in verdicts.values() else "good", checks=changed, asks=asks)
