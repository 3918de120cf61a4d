"""The cameras offered on the page, and the selection of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from companion.errors import AuthorityError
from companion.live.camera_settings import Choice, ChosenCamera
from companion.live.live_table import LiveTable
from companion.live.thumbnails import Thumbnails
from companion.network.certificates import read_certificate
from companion.refusal import TableRefused
from companion.view_models import CameraView, CertificateView, LivePicture
from engine.sentences import Translated
from vision.cameras import UPRIGHT, Source, SourceKind, Webcam, check_beside, parse_rotation, parse_source, webcams
from vision.cameras.open_errors import lost_by
from vision.cameras.sources import PI_LIBRARY, can_simulate
from vision.cameras.tls_cameras import SECURE, pin_of, pinned, shown_certificate
from vision.cameras.webcams import webcam_sources
from vision.errors import BadSource

UNKNOWN: Mapping[str, str] = Translated(
    "companion.live.unknown",
    "Esa cámara no está: elegí una de la lista, o escribí la dirección de una cámara de red (http o rtsp).",
)

UNENCRYPTED: Mapping[str, str] = Translated(
    "companion.live.unencrypted", "La cámara en uso no muestra ningún certificado."
)


class SelectableCameras:
    """The selectable cameras: this machine's webcams, a phone, the demo, the command line's source, or an address.

    Local files cannot be opened from the page, except the one given on the command line.
    """

    def __init__(self, live: LiveTable, chosen: ChosenCamera, began: Choice, *, demo: Path | None,
                 list_webcams: Callable[[], Sequence[Webcam]] = webcams) -> None:  # fmt: skip
        """``began`` is the initial camera of this run, ``demo`` a picture of the demo's table."""
        self._live, self._chosen, self._began, self._webcams = live, chosen, began, list_webcams
        self._thumbnails = Thumbnails(demo)
        pi = [SourceKind.PICAMERA] if find_spec(PI_LIBRARY) else []
        shown = [SourceKind.DEMO] if demo else []
        simulated = [SourceKind.SIMULATE] if can_simulate() else []
        self._kinds = [*pi, SourceKind.PHONE, *shown, *simulated]

    @property
    def kind(self) -> str:
        """The kind of the camera in use."""
        return str(self._live.camera.kind)

    @property
    def second_kind(self) -> str:
        """The kind of the second camera; empty without one."""
        return str(self._second.kind) if self._second else ""

    def view(self) -> tuple[CameraView, ...]:
        """The view of all cameras, including the one in use."""
        in_use = self._live.camera
        second = self._second
        return tuple(
            CameraView(
                source=str(camera),
                kind=str(camera.kind),
                name=name,
                is_in_use=camera == in_use,
                turns=self._turns(camera) if camera in (in_use, second) else (),
                is_shown=self._shows(camera),
                is_second=camera == second,
                may_be_second=self._may_be_second(camera),
            )
            for camera, name in self._offered().items()
        )

    @property
    def _second(self) -> Source | None:
        """The second camera in use."""
        text = self._live.memory.of(str(self._live.camera)).second
        with suppress(BadSource):  # it was unplugged
            return parse_source(text) if text else None
        return None

    def _may_be_second(self, source: Source) -> bool:
        """Whether a camera may be the second one."""
        with suppress(BadSource):
            check_beside(self._live.camera, source)
            return True
        return False

    def choose_second(self, source: str) -> None:
        """Set the second camera, or none where ``source`` is empty.

        Raises TableRefused for a source that is neither offered nor an address, and where none is allowed.
        """
        first = str(self._live.camera)
        try:
            wanted = parse_source(source) if source else None
            if wanted is not None and wanted.kind is not SourceKind.ADDRESS and wanted not in self._offered():
                raise TableRefused(UNKNOWN)
            if wanted is not None:
                check_beside(self._live.camera, wanted)
            self._live.memory.stand_beside(first, str(wanted or ""))
            self._live.look_through(first)
        except BadSource as error:
            raise TableRefused.of(error) from error

    def thumbnail(self, source: str) -> bytes:
        """A JPEG of what a camera sees; empty where it cannot be had without opening the camera.

        Raises TableRefused for one that is not offered.
        """
        wanted = next((offered for offered in self._offered() if str(offered) == source), None)
        if wanted is None:
            raise TableRefused(UNKNOWN, 404)
        if newest := self._newest(wanted):
            return newest.jpeg
        return self._thumbnails.of(wanted) if self._shows(wanted) else b""

    def _shows(self, source: Source) -> bool:
        """Whether there is a picture: a camera that is being opened is not opened twice."""
        if source == self._second:
            return False
        is_opening = source == self._live.camera and source.kind is not SourceKind.DEMO
        return self._newest(source) is not None or (not is_opening and self._thumbnails.may_show(source))

    def _newest(self, source: Source) -> LivePicture | None:
        """The newest picture of the camera in use."""
        return self._live.picture(0, 0) if source == self._live.camera else None

    def choose(self, source: str) -> None:
        """Switch to a camera. Raises TableRefused for a source that is neither offered nor an address."""
        try:
            wanted = parse_source(source)
            if wanted.kind is not SourceKind.ADDRESS and wanted not in self._offered():
                raise TableRefused(UNKNOWN)
            self._chosen.write(Choice(str(wanted), self._began.run))
            self._live.look_through(str(wanted))
        except BadSource as error:
            raise TableRefused.of(error) from error

    def certificate(self) -> CertificateView:
        """The TLS certificate of the camera in use. Raises TableRefused where it has none."""
        source = self._live.camera
        if source.kind is not SourceKind.ADDRESS or urlsplit(source.text).scheme.lower() not in SECURE:
            raise TableRefused(UNENCRYPTED, 404)
        try:
            shown = read_certificate(shown_certificate(source.text))
        except AuthorityError as error:
            raise TableRefused.of(error) from error
        except OSError as error:
            raise TableRefused.of(lost_by(error, source.shown), 404) from error
        before = pin_of(source.text)
        return CertificateView(
            source=source.shown,
            fingerprint=shown.fingerprint,
            name=shown.name,
            since_s=shown.since.timestamp(),
            until_s=shown.until.timestamp(),
            is_other=bool(before) and before != shown.fingerprint.lower().replace(":", ""),
        )

    def trust(self, fingerprint: str) -> None:
        """Pin the certificate of the camera in use by its fingerprint. Raises TableRefused."""
        self.choose(pinned(str(self._live.camera), fingerprint))

    def turn(self, turn: str, source: str = "") -> None:
        """Set the rotation of the camera in use, or of the second where ``source`` names it.

        Raises TableRefused for an invalid rotation.
        """
        first = str(self._live.camera)
        is_second = self._second is not None and source == str(self._second)
        try:
            self._live.memory.turn(source if is_second else first, parse_rotation(turn))
            self._live.look_through(first)
        except BadSource as error:
            raise TableRefused.of(error) from error

    def turn_by(self, degrees: int) -> None:
        """Rotate the pictures of the camera in use by ``degrees`` clockwise, a multiple of 90. Raises TableRefused
        for others."""
        now = self._live.memory.of(str(self._live.camera)).turn
        self.turn(str(replace(now, degrees=(now.degrees + degrees) % 360)))

    def mirror(self) -> None:
        """Mirror the pictures of the camera in use."""
        self.turn(str(self._live.memory.of(str(self._live.camera)).turn.mirrored()))

    def _turns(self, source: Source) -> tuple[tuple[str, str], ...]:
        """The rotations offered for a camera; empty where this program renders its pictures."""
        if source.kind in (SourceKind.DEMO, SourceKind.SIMULATE):
            return ()
        now = self._live.memory.of(str(source)).turn
        onward = (("clockwise", now.clockwise()), ("mirrored", now.mirrored()), ("upright", UPRIGHT))
        return tuple((name, str(turn)) for name, turn in onward if turn != now)

    def _offered(self) -> Mapping[Source, str]:
        """Each camera with its name; a webcam with several devices once, identical ones by port."""
        named = sorted(webcam_sources(self._webcams()).items(), key=lambda webcam: webcam[1])
        known = {Source(SourceKind.WEBCAM, text): name for text, name in named}
        known |= {Source(kind, kind): "" for kind in self._kinds}
        for text in (self._began.source, str(self._live.camera), str(self._second or "")):
            with suppress(BadSource):  # it was unplugged
                known.setdefault(source := parse_source(text), source.shown)
        return known
