"""The dependencies of the dashboard: photograph reader, tile sets, matches, key, cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.match_commands import Agree, Command, Outcome, Redo, Sender, Tap, Undo
from companion.view_models import (
    NO_ANSWERS,
    CameraView,
    CertificateView,
    EvidenceView,
    KeptPhotographs,
    LearnedView,
    LivePicture,
    LiveView,
    LogLine,
    MatchCard,
    MatchSnapshot,
    OwnSetView,
    PhoneView,
    PhotoAnswers,
    PhotoScore,
    ReplayView,
    TaughtTile,
)
from companion.view_models.census import Census, CensusAnswers
from companion.view_models.exported_files import Paper, PrintRequest
from companion.view_models.live import Fraction
from companion.view_models.rule_book import RuleBook, RuleCard


class SeenPhoto(Protocol):
    """A recognised photograph, ready to be judged repeatedly."""

    def score(self, rules: str, language: str, answers: PhotoAnswers = NO_ANSWERS) -> PhotoScore:
        """The score under the rules called ``rules``: a profile's name, or those of a tournament.

        ``answers`` are people's corrections. Ids stay the same whatever is corrected, and ``seen`` stays what the
        camera saw.
        """

    def canastas_under(self, score: PhotoScore, top: int, rules: str) -> tuple[str, ...]:
        """The canastas, in notation, that may lie in a pile under the tile ``top`` of its ``score``."""

    def beyond_doubt(self) -> Mapping[int, str]:
        """The faces, by tile id, of the certain tiles; complete runs identify each other."""


ReadPhoto = Callable[[bytes, str], SeenPhoto]
"""Takes the bytes of a picture and its name; raises ``PhotoRefused`` when they cannot be read."""


class OwnSets(Protocol):
    """The learned tile sets; raises ``PhotoRefused``."""

    @property
    def in_use(self) -> str:
        """The name of the set in use; empty without one."""

    def view(self) -> tuple[OwnSetView, ...]:
        """The sets by name."""

    @property
    def before(self) -> str | None:
        """The key of the set used before: empty for none, None where nothing was chosen."""

    @property
    def least(self) -> int:
        """The number of tiles needed to learn or validate a set."""

    def learn(self, name: str, picture: bytes, tiles: Sequence[TaughtTile], *, sent_as: str = "") -> LearnedView:
        """Learn a set from a picture and store it; use it where held-out tiles are read better.

        The same under the same key ``sent_as`` is one set.
        """

    def prove(self, key: str, picture: bytes, tiles: Sequence[TaughtTile]) -> LearnedView:
        """Validate a set on another picture: use it if it improves accuracy, else stop using it."""

    def use(self, key: str) -> None:
        """Use a set from now on, or none where ``key`` is empty."""

    def forget(self, key: str) -> None:
        """Delete a set."""


class Matches(Protocol):
    """The match service; raises ``TableRefused``."""

    def agree(self, command: Agree, sender: Sender, *, anyhow: bool = False) -> Outcome:
        """Create a match, idempotently by key; ``anyhow`` accepts a repeated key with other agreements."""

    def handle(self, match: str, command: Command, sender: Sender) -> Outcome:
        """Handle a command of a match."""

    def snapshot(self, match: str, language: str, hand: int | None = None) -> MatchSnapshot:
        """The view of a match, with one of its hands."""

    def foreseen(self, match: str, command: Command, language: str, hand: int | None = None) -> MatchSnapshot:
        """The view of a match after a hypothetical command."""

    def taken_back(self, match: str, command: Undo | Redo) -> Command | None:
        """The command equivalent to what an undo or redo would change."""

    def fitting(self, match: str, tap: Tap) -> tuple[int, ...]:
        """The numbers of the melds to which the tapped tiles may lawfully be added."""

    def cards(self, language: str, first: int, most: int, *, shelved: bool = False) -> tuple[MatchCard, ...]:
        """A page of the match list: archived matches, or all others; at most so many from place ``first`` on."""

    def revision(self, match: str) -> int:
        """The number of the newest entry of a match."""

    def log(self, match: str, language: str) -> tuple[LogLine, ...]:
        """All entries of a match in words, the newest first."""

    def replay(self, match: str, language: str, hand: int, at: int | None = None) -> ReplayView:
        """A hand at step ``at`` or the last."""

    def replay_whole(self, match: str, language: str, hand: int) -> Iterator[ReplayView]:
        """A hand with all of its steps, in order."""

    def meld_evidence(self, match: str, hand: int, meld: str, entry: int) -> EvidenceView:
        """The evidence for a meld, in notation, after an entry."""

    def keep_photographs(self, pictures: Sequence[bytes]) -> KeptPhotographs:
        """Store photographs as one combined picture, with the place of each."""

    def wait(self, match: str, after: int, timeout_s: float) -> int:
        """Wait until a match's revision differs from ``after``."""

    def keep_picture(self, picture: bytes) -> str:
        """Store a picture and return its name."""

    def picture(self, name: str) -> Path | None:
        """The file of a stored picture."""

    def picture_part(self, name: str, outlines: tuple[tuple[Fraction, ...], ...], width_px: int) -> bytes:
        """The JPEG of the part of a picture that shows ``outlines``, marked, or of all of it; empty where there is
        none."""


class RuleQueries(Protocol):
    """The public rule queries; raises ``LawRefused``."""

    @property
    def usual(self) -> str:
        """The default rule set."""

    def meld(self, query: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """Judge melds, and optionally a change or a first exposure: the contracted object."""

    def advise(self, query: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """The best plays for a rack: the contracted object."""

    def score(self, query: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """The score sheet of a finished hand: the contracted object."""

    def rules(self, name: str, language: str) -> Mapping[str, Any]:
        """Every rule of a rule set: the contracted object."""

    def cards(self, language: str) -> tuple[RuleCard, ...]:
        """The rule sets."""

    def book(self, name: str, language: str) -> RuleBook:
        """The rule book of a rule set."""

    def agreed(self, match: str, language: str) -> RuleBook:
        """The rules agreed on in a match."""


Booklet = Callable[[RuleBook, str, str], Paper]
"""Prints a rule book in a language, with the address where it is read; empty where no other device finds it."""


PrintGame = Callable[[PrintRequest, RuleCard, RuleBook], Paper]
"""Prints a paper game with the card and the booklet of its rules. Raises PrintRefused."""


TakeCensus = Callable[[Sequence[tuple[bytes, str]], CensusAnswers], Census]
"""Counts the tiles of photographs (bytes and name), with what somebody said of them. Raises PhotoRefused."""


class SigningKey(Protocol):
    """The installation's signing key."""

    def secret(self) -> bytes:
        """The present key."""

    def renew_secret(self) -> bytes:
        """Replace the key, which invalidates everything signed with it. Raises JournalError, leaving the old one."""

    def watch(self, told: Callable[[], None]) -> None:
        """Call ``told`` from now on wherever another server of the house replaces the key."""

    def stored_sessions(self) -> bytes:
        """The stored guest sessions; empty where there are none."""

    def keep_sessions(self, book: bytes) -> None:
        """Store the guest sessions, readable by the owner only. Raises OSError where it cannot."""

    def forget_sessions(self) -> None:
        """Delete the stored guest sessions, which needs no room. Raises OSError where it cannot."""


class PhonePairing(Protocol):
    """The phone camera; a phone is identified by a name that its page generates."""

    def begin(self, phone: str) -> None:
        """Make ``phone`` the camera, replacing any other."""

    def send(self, phone: str, picture: bytes) -> None:
        """Set the newest picture. Raises PhotoRefused for an unreadable one, or from another phone."""

    def take_photo(self, picture: bytes) -> None:
        """Use a photograph of the table. Raises PhotoRefused."""

    def view(self, language: str) -> PhoneView:
        """Its status."""


class Cameras(Protocol):
    """The selectable cameras; raises ``TableRefused``."""

    @property
    def kind(self) -> str:
        """The kind of the camera in use; see `companion.view_models.CameraView`."""

    @property
    def second_kind(self) -> str:
        """The kind of the second camera; empty without one."""

    def view(self) -> tuple[CameraView, ...]:
        """The view of all cameras, including the one in use."""

    def choose(self, source: str) -> None:
        """Switch to an offered camera, or to an address in the network."""

    def choose_second(self, source: str) -> None:
        """Set the second camera, or none where empty."""

    def turn(self, turn: str, source: str = "") -> None:
        """Set the rotation of the camera in use, or of the second where ``source`` names it.

        ``90``, ``180`` or ``270`` to the right, ``mirrored``, both or none.
        """

    def turn_by(self, degrees: int) -> None:
        """Turns the pictures of the one in use by so many degrees more to the right, as was proposed."""

    def mirror(self) -> None:
        """Mirror the pictures of the one in use, as was proposed."""

    def certificate(self) -> CertificateView:
        """The certificate of the camera in use."""

    def trust(self, fingerprint: str) -> None:
        """Pin the certificate of the camera in use by its fingerprint."""

    def thumbnail(self, source: str) -> bytes:
        """A JPEG of a camera's view; empty where none comes in time."""


class TableCamera(Protocol):
    """The live table; raises ``TableRefused``."""

    def view(self, language: str) -> LiveView:
        """The status of camera and table in ``language``."""

    def wait(self, after: int, timeout_s: float) -> int:
        """Wait until the view's version differs from ``after``."""

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        """The newest picture with a number above ``after``."""

    def seen_picture(self) -> bytes:
        """The JPEG of the last read picture; empty before the first."""

    def follow(self, match: str | None) -> None:
        """Follow a match, or none."""

    def agrees(self) -> None:
        """Consent to follow the match despite poor picture quality."""

    def agrees_to_layout(self) -> None:
        """Confirm the detected layout."""

    def name_tile(self, number: int, face: str) -> None:
        """Apply a person's correction of a tile."""

    def draw(self, outlines: Mapping[str, tuple[Fraction, ...]], seen: str = "") -> None:
        """Set the zones in fractions of the picture; none has them detected again. Refused where others are drawn by
        now than those ``seen``."""
