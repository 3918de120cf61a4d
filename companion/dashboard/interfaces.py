"""What is handed to the dashboard: a way to read photographs, learned sets, tables that are played, a key, cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.match_commands import Agree, Order, Outcome, Redo, Sender, Tap, Undo
from companion.view_models import (
    NOTHING_SAID,
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
    PhotoScore,
    ReplayView,
    SaidOfPhoto,
    TaughtTile,
)
from companion.view_models.census import Census
from companion.view_models.live import Fraction
from companion.view_models.paper import AskedGame, Paper
from companion.view_models.rule_book import RuleBook, RuleCard


class SeenPhoto(Protocol):
    """A photograph after the slow part, ready to be judged as often as somebody asks."""

    def score(self, rules: str, language: str, said: SaidOfPhoto = NOTHING_SAID) -> PhotoScore:
        """The score under the rules called ``rules``: a profile by its name, or those of a tournament.

        ``said`` is what people said of it. Ids stay the same whatever is corrected, and ``seen`` stays what the camera
        saw.
        """

    def beyond_doubt(self) -> Mapping[int, str]:
        """The faces, by tile id, of the tiles that nobody has to be asked about; thirteen in a row name one another."""


ReadPhoto = Callable[[bytes, str], SeenPhoto]
"""Takes the bytes of a picture and its name; raises ``PhotoRefused`` when they cannot be read."""


class OwnSets(Protocol):
    """The sets of tiles that this house has learned; whatever cannot be done raises ``PhotoRefused``."""

    @property
    def in_use(self) -> str:
        """The name of the set in use; empty where any maker's tiles are read."""

    def view(self) -> tuple[OwnSetView, ...]:
        """The sets by name."""

    @property
    def before(self) -> str | None:
        """The key of what was in use before: empty where any maker's tiles were read, None where nothing was chosen."""

    @property
    def least(self) -> int:
        """How many tiles it takes to learn a set, or to prove one."""

    def learn(self, name: str, picture: bytes, tiles: Sequence[TaughtTile]) -> LearnedView:
        """Learns a set from a picture and keeps it; uses it where tiles that are held back are read better with it."""

    def prove(self, key: str, picture: bytes, tiles: Sequence[TaughtTile]) -> LearnedView:
        """Tries a set on another picture: uses it where that is read better with it, else leaves it."""

    def use(self, key: str) -> None:
        """Reads with a set from now on, or any maker's tiles where ``key`` is empty."""

    def forget(self, key: str) -> None:
        """Deletes a set."""


class Tables(Protocol):
    """The matches that are played; whatever cannot be done raises ``TableRefused``."""

    def agree(self, order: Agree, sender: Sender, *, anyhow: bool = False) -> Outcome:
        """Begins a match; with a key that came before it is the one of then, which ``anyhow`` was agreed otherwise."""

    def handle(self, match: str, order: Order, sender: Sender) -> Outcome:
        """Does what is asked at a table."""

    def snapshot(self, match: str, language: str, hand: int | None = None) -> MatchSnapshot:
        """How a match stands, with one of its hands."""

    def foreseen(self, match: str, order: Order, language: str, hand: int | None = None) -> MatchSnapshot:
        """How a match would stand after an order that nobody has given."""

    def taken_back(self, match: str, order: Undo | Redo) -> Order | None:
        """What an undo would take back, or a redo bring back, as an order of the same weight."""

    def fitting(self, match: str, tap: Tap) -> tuple[int, ...]:
        """The numbers of the melds to which the tiles that are tapped may lawfully be added."""

    def cards(self, language: str, first: int, most: int, *, shelved: bool = False) -> tuple[MatchCard, ...]:
        """The matches as a list, at most so many from place ``first`` on: those put away, or all the others."""

    def revision(self, match: str) -> int:
        """The number of the newest entry of a match."""

    def log(self, match: str, language: str) -> tuple[LogLine, ...]:
        """Everything that was said of a match, the newest first."""

    def replay(self, match: str, language: str, hand: int, at: int | None = None) -> ReplayView:
        """A hand step by step, with the step ``at`` or the last."""

    def replay_whole(self, match: str, language: str, hand: int) -> Iterator[ReplayView]:
        """A hand with each of its steps, the first first."""

    def meld_evidence(self, match: str, hand: int, meld: str, entry: int) -> EvidenceView:
        """What shows a meld, in notation, as it lay after an entry."""

    def keep_photographs(self, pictures: Sequence[bytes]) -> KeptPhotographs:
        """Keeps photographs as one picture, and says where each lies in it."""

    def wait(self, match: str, after: int, timeout_s: float) -> int:
        """The revision of a match as soon as it is not ``after`` any more."""

    def keep_picture(self, picture: bytes) -> str:
        """Keeps a picture and gives its name."""

    def picture(self, name: str) -> Path | None:
        """The file of a picture, while it is kept."""

    def picture_part(self, name: str, outlines: tuple[tuple[Fraction, ...], ...], width_px: int) -> bytes:
        """The JPEG of the part of a picture that shows ``outlines``, marked, or of all of it; empty where there is
        none."""


class Judge(Protocol):
    """The law, for anybody who asks; what cannot be asked raises ``LawRefused``."""

    @property
    def usual(self) -> str:
        """The rule set of those who name none."""

    def meld(self, asked: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """What some melds are, and whether a change or a first exposure is lawful: the contracted object."""

    def advise(self, asked: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """What can be laid with a rack: the contracted object."""

    def score(self, asked: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """The score sheet of a finished hand: the contracted object."""

    def rules(self, name: str, language: str) -> Mapping[str, Any]:
        """Every rule of a rule set: the contracted object."""

    def cards(self, language: str) -> tuple[RuleCard, ...]:
        """The rule sets."""

    def book(self, name: str, language: str) -> RuleBook:
        """A rule set as somebody reads it."""

    def agreed(self, match: str, language: str) -> RuleBook:
        """The rules that the table of a match agreed on."""


Booklet = Callable[[RuleBook, str, str], Paper]
"""Prints a rule book in a language, with the address where it is read; empty where no other device finds it."""


PrintGame = Callable[[AskedGame, RuleCard, RuleBook], Paper]
"""Prints a game for the rules that the card and the book tell. Raises PrintRefused for what cannot be printed so."""


TakeCensus = Callable[[Sequence[tuple[bytes, str]], bool], Census]
"""Counts the tiles of photographs (bytes and name); whether no tile is on two of them. Raises PhotoRefused."""


class Key(Protocol):
    """The secret with which this house signs who may do what."""

    def secret(self) -> bytes:
        """The key as it is now."""

    def renew_secret(self) -> bytes:
        """Another key; whatever was signed with the old one is void. Raises JournalError, and the old one stays."""

    def guest_book(self) -> bytes:
        """What was kept last of those who came in; empty where nothing was."""

    def keep_guest_book(self, book: bytes) -> None:
        """Keeps that, for its owner only. Raises OSError where it cannot."""


class Phone(Protocol):
    """The phone that is the camera; a phone goes by a name that its page made up."""

    def begin(self, phone: str) -> None:
        """Makes ``phone`` the camera, in the place of any other."""

    def send(self, phone: str, picture: bytes) -> None:
        """Makes a picture the newest. Raises PhotoRefused for what is no picture, or from another phone."""

    def take_photo(self, picture: bytes) -> None:
        """Takes a photograph for the table as it lies. Raises PhotoRefused."""

    def view(self, language: str) -> PhoneView:
        """How it is doing."""


class Cameras(Protocol):
    """The cameras that may be looked through; ``TableRefused`` where one cannot be."""

    @property
    def kind(self) -> str:
        """What sort of camera is in use; see `companion.view_models.CameraView`."""

    @property
    def second_kind(self) -> str:
        """What sort stands beside it; empty where none does."""

    def view(self) -> tuple[CameraView, ...]:
        """The cameras, the one in use among them."""

    def choose(self, source: str) -> None:
        """Looks through another camera from now on: one of these, or the address of one in the network."""

    def choose_second(self, source: str) -> None:
        """Has another one stand beside the one in use from now on, to fill what that cannot see; none where empty."""

    def turn(self, turn: str, source: str = "") -> None:
        """Turns the pictures of the one in use, or of the second where ``source`` names that: ``90``, ``180`` or
        ``270`` to the right, ``mirrored``, both or none."""

    def certificate(self) -> CertificateView:
        """The certificate that the one in use shows."""

    def trust(self, fingerprint: str) -> None:
        """Looks through the one in use as long as its certificate has this fingerprint."""

    def thumbnail(self, source: str) -> bytes:
        """A JPEG of what one of these sees; empty where nothing can be had in time."""


class TableCamera(Protocol):
    """The camera over a table; ``TableRefused`` where something cannot be done."""

    def view(self, language: str) -> LiveView:
        """The camera and the table in words of ``language``."""

    def wait(self, after: int, timeout_s: float) -> int:
        """The version of the view as soon as it is not ``after`` any more."""

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        """The newest picture as soon as its number is beyond ``after``."""

    def seen_picture(self) -> bytes:
        """The JPEG from which the table was read last; empty before."""

    def follow(self, match: str | None) -> None:
        """Follows a match from now on, or none."""

    def agrees(self) -> None:
        """Somebody wants the match to be followed although it will be read badly."""

    def agrees_to_layout(self) -> None:
        """The table is laid out as it was found."""

    def name_tile(self, number: int, face: str) -> None:
        """Somebody says what a tile is."""

    def draw(self, outlines: Mapping[str, tuple[Fraction, ...]]) -> None:
        """Draws the zones on the picture, in parts of its sides; none has them found again."""
