"""The live table as the pages use it: newest picture, status, and the match that it follows."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from queue import Empty
from threading import Event, Lock, Thread
from time import monotonic

from companion.errors import CompanionError
from companion.live.camera_settings import CameraMemory, zones_mark
from companion.live.consent import Consent
from companion.live.film_frames import FilmKeeper, TableFilming
from companion.live.match_recorder import NOTHING_ODD, MatchRecorder, without_racks
from companion.live.report_queue import ReportQueue
from companion.live.startup_wait import StartupWait
from companion.live.status import CameraStatus, moment_after, view_of
from companion.live.status_feed import StatusFeed
from companion.live.supervisor import WorkerSupervisor
from companion.live.table_verdicts import table_score
from companion.live.worker_messages import FrameReport, PushPicture, SetZones, ShowPictures, WatchTable
from companion.matches.service import MatchService
from companion.refusal import TranslatableRefusal
from companion.view_models import LivePicture, LiveView
from companion.view_models.live import Fraction
from engine.rules.rules import Rules
from vision.cameras import Source, parse_source
from vision.recognition.set_profile import SetProfile
from vision.table_plan.zones import TableZone
from vision.watching.frame_results import FrameState

_LOG = logging.getLogger(__name__)
SHOWN_S = 3.0
"""The seconds for which pictures are sent after a request."""
UNUSED_S = 30.0
"""The seconds after which an unused camera is released."""
_TICK_S = 0.25


class LiveTable:
    """The table under one camera; thread-safe."""

    def __init__(self, matches: MatchService, memory: CameraMemory, order: WatchTable, usual: Rules,
                 film: FilmKeeper | None = None) -> None:  # fmt: skip
        """``usual`` are the rules applied to a table without a match."""
        self._matches, self.memory, self._usual = matches, memory, usual
        self._filming = TableFilming(film)
        remembered = memory.of(order.source)
        self._camera = parse_source(order.source)
        self._order = memory.watches(order.source, order)
        self._attendant = self._recorder(remembered.match)
        self._consent = Consent(remembered.agreed)
        self._opening_wait = StartupWait(self._camera)
        self._screen = StatusFeed(self._opening)
        self._closing, self._heard = Event(), ReportQueue()
        self._told: FrameReport | None = None
        self._post: WorkerSupervisor | None = None
        self._post_lock, self._work, self._choosing = Lock(), Lock(), Lock()
        self._wanted_s = self._asked_s = float("-inf")
        self._worker = Thread(target=self._keep_attending, name="attendant", daemon=True)
        self._worker.start()
        if self._attendant:
            self._begins()

    @property
    def camera(self) -> Source:
        """The source in use."""
        return self._camera

    @property
    def _opening(self) -> CameraStatus:
        """The status before the camera has reported anything."""
        known = self.memory.of(self._order.source)
        return CameraStatus(health=self._opening_wait.health, outlines=self._order.outlines, agreed_order=known.order)

    @property
    def pid(self) -> int | None:
        """The process id of the present worker."""
        return self._post.pid if self._post else None

    def view(self, language: str) -> LiveView:
        """The status of camera and table in ``language``."""
        (version, moment), attendant = self._screen.now, self._attendant
        shown = view_of(moment, language, is_live=self._camera.kind.is_live)
        score, mark = table_score(moment, attendant, self._usual, language), zones_mark(self._order.outlines)
        return replace(shown, version=version, match=self._match, score=score, zones_mark=mark)

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        """The newest picture with a number above ``after``; None where none comes in time."""
        self._begins()
        if (post := self._post) and monotonic() - self._asked_s > 1:
            self._asked_s = monotonic()
            post.ask(ShowPictures(SHOWN_S))
        return self._screen.picture(after, timeout_s)

    def seen_picture(self) -> bytes:
        """The JPEG of the last read picture; empty before the first."""
        return self._screen.read_picture

    def wait(self, after: int, timeout_s: float) -> int:
        """Wait until the view's version differs from ``after``, at most ``timeout_s``; returns the version."""
        self._begins()
        return self._screen.wait(after, timeout_s)

    def follow(self, match: str | None) -> None:
        """Follow a match, or none. Raises TableRefused for an unknown match."""
        if match is not None:
            self._matches.state(match)
        with self._choosing:
            self.memory.follow(self._order.source, match)
            if match is not None and not self._camera.kind.is_live:
                self._restart()
            with self._work:
                self._attendant = self._recorder(match)
                self._consents(self.memory.of(self._order.source).agreed)
            self._begins()
            self._screen.notify()

    def agrees(self) -> None:
        """Consent to follow the match despite poor picture quality."""
        with self._work:
            self._consent.agrees()
            self.memory.agree(self._order.source, self._consent.agreed)
            self._consents(self._consent.agreed)
        self._screen.notify()

    def agrees_to_layout(self) -> None:
        """Accept the detected layout; a change of it is asked about again."""
        with self._work:
            if plan := self._screen.moment.plan:
                self.memory.agree_to_layout(self._order.source, plan.order)
                self._screen.put(replace(self._screen.moment, agreed_order=plan.order))
        self._screen.notify()

    def draw(self, outlines: Mapping[str, tuple[Fraction, ...]], seen: str = "") -> None:
        """Set the zones in picture coordinates, in place of those ``seen``; none has them detected again."""
        drawn = tuple((TableZone(name), corners) for name, corners in outlines.items())
        with self._choosing:
            self.memory.draw(self._order.source, drawn, seen)
            self._order = replace(self._order, outlines=drawn)
            with self._work:
                self._screen.put(replace(self._screen.moment, outlines=drawn, agreed_order=""))
            if post := self._post:
                post.ask(SetZones(drawn))
            self._screen.notify()

    def read_with(self, set_profile: SetProfile | None) -> None:
        """Switch to another tile set, or to any maker's; for a recording, from its next start on."""
        with self._choosing:
            self._order = replace(self._order, set_profile=set_profile)
            if self._post and self._camera.kind.is_live:
                self._restart()
                self._begins()

    def look_through(self, source: str) -> None:
        """Switch to another camera with its stored rotation and zones. Raises BadSource.

        A match goes along from one live camera to another; a recording is followed by none.
        """
        with self._choosing:
            camera, remembered = parse_source(source), self.memory.of(source)
            going = self._attendant.match if self._attendant and self._camera.kind.is_live else remembered.match
            match = going if camera.kind.is_live else None
            self.memory.follow(source, match)
            self._camera, self._order = camera, self.memory.watches(source, self._order)
            self._restart()
            with self._work:
                self._attendant = self._recorder(match)
                self._consent = Consent(self.memory.of(source).agreed)
            self._screen.clear_picture()
            self._begins()
            self._screen.notify()

    def name_tile(self, number: int, face: str) -> None:
        """Apply a person's statement about a tile's face."""
        with self._work:
            if self._attendant:
                self._attendant.name_tile(number, face)
        self._screen.notify()

    def push(self, picture: bytes) -> None:
        """Decode a phone's picture as the newest; ignored where the camera is no phone."""
        self._push(PushPicture(picture))

    def show(self, picture: bytes) -> None:
        """Use a photograph as the table's picture until the next one."""
        self._push(PushPicture(picture, stays=True))

    def close(self) -> None:
        """Release the camera."""
        self._closing.set()
        self._worker.join()
        self._release()

    def _recorder(self, match: str | None) -> MatchRecorder | None:
        return MatchRecorder(self._matches, match, self.memory.of(self._order.source).before) if match else None

    def _push(self, command: PushPicture) -> None:
        self._begins()
        if post := self._post:
            post.ask(command)

    def _begins(self) -> None:
        """Open the camera if it is closed: somebody views or follows it."""
        self._wanted_s = monotonic()
        with self._post_lock:
            if self._post is None and not self._closing.is_set():
                order = self._filming.begun(self._order, self._match)
                self._opening_wait.begin()
                self._post = WorkerSupervisor(order, self._heard.put, self._films)

    def _restart(self) -> None:
        """Reset the state: a recording starts over, another camera is opened."""
        self._release()
        with self._work:
            self._told = None
            self._heard.clear()
        self._opening_wait = StartupWait(self._camera)
        self._screen.put(self._opening)
        self._heard.put(None)

    def _release(self) -> None:
        with self._post_lock:
            if self._post:
                self._post.close()
            self._post = None

    def _keep_attending(self) -> None:
        """Process reports one after another; a failing one does not stop the loop."""
        while not self._closing.is_set():
            if self._attendant is None and monotonic() - self._wanted_s > UNUSED_S and self._post:
                self._release()
            with self._post_lock:
                self._filming.follow(self._match, self._post)
            try:
                report = self._heard.take(_TICK_S)
                with self._work:
                    self._attends(report)
            except Empty:
                self._tells_late()
            except (TranslatableRefusal, CompanionError) as error:
                _LOG.warning("the match cannot be told: %s", error)
            except Exception:
                _LOG.exception("what was seen cannot be told")

    def _tells_late(self) -> None:
        """Report a camera that is open but has delivered nothing for too long."""
        with self._work:
            if self._post and self._opening_wait.is_late:
                self._screen.put(replace(self._screen.moment, health=self._opening_wait.health))

    def _films(self, picture: bytes) -> None:
        self._filming.add(without_racks(picture, self._attendant))

    @property
    def _match(self) -> str | None:
        attendant = self._attendant
        return attendant.match if attendant else None

    def _attends(self, report: FrameReport | None) -> None:
        attendant = self._attendant
        if report is None:
            if attendant:
                attendant.forget_numbers()
            self._opening_wait.begin()
            self._screen.put(replace(self._screen.moment, state=FrameState.UNSEEN, health=self._opening_wait.health))
            return
        report = replace(report, health=self._opening_wait.health_after(report.health))
        if report.watched.seen is not None:
            self._told = report
        try:
            self._follow(attendant, report)
        finally:
            shown = without_racks(report.picture, attendant)
            self._screen.show(shown, is_read=report.watched.seen is not None)
        attention = (attendant.attention, self._consent.held_for) if attendant else (NOTHING_ODD, ())
        self._screen.put(moment_after(self._screen.moment, report, *attention))

    def _follow(self, attendant: MatchRecorder | None, report: FrameReport) -> None:
        """Pass a frame's result to the match, unless consent for poor quality is missing."""
        was_held = self._consent.held_for
        self._consent.hear(report.fitness)
        if attendant and self._consent.held_for:
            attendant.show_all()
        elif attendant:
            if was_held and self._told not in (None, report):
                attendant.handle_update(self._told)
            attendant.handle_update(report)

    def _consents(self, agreed: tuple[str, ...]) -> None:
        """Start following with the consents ``agreed`` and the last known fitness and table."""
        moment = self._screen.moment
        self._consent = Consent(agreed)
        self._consent.hear(moment.fitness)
        held_for = self._consent.held_for if self._attendant else ()
        if self._attendant and self._told and not held_for:
            self._attendant.handle_update(self._told)
        self._screen.put(replace(moment, held_for=held_for))
