"""Commands of a match: one frozen value for each, as sent by a page or a program."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The context of a command: its author and idempotency key."""

    author: str
    key: str
    """The idempotency key chosen by the sender; the same key again is the same command."""
    revision: int | None = None
    """The revision that was in view; ``None`` where it does not matter what happened since."""
    picture: str | None = None
    """The name of a picture that shows it."""
    model: str = ""
    """The version of the networks that read the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree:
    """Create a match, or change its agreements."""

    players: tuple[str, ...]
    """Names by seat; an empty one becomes the number of the seat."""
    rules: str
    overrides: tuple[str, ...] = ()
    """``key=value`` each."""
    sides: tuple[str, ...] = ()
    """Names of the teams; an empty one stays as somebody gave it before, else is made of the names of its players."""
    title: str = ""
    """Empty: the one that somebody gave before, else it is made of the names of the teams."""
    seen: str = field(default="", repr=False)
    """The mark of the agreement that was in view; empty where none was."""


@dataclass(frozen=True, slots=True)
class DealHand:
    """Begin the next hand; ``starter`` is a seat, by default the one whose turn it is to start, or drawn by lot."""

    starter: int | None = None
    draw: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Record moves in notation, one a line."""

    moves: str
    hand: int | None = None
    """The number of a hand; ``None`` is the one being played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """Record one move as tapped: a verb, a seat, and tiles in notation."""

    verb: str
    seat: int
    tiles: str = ""
    meld: int | None = None
    """The number of a meld on the table."""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class RecordObservation:
    """Record an observation of the table; the moves are derived from it."""

    seen: str
    hand: int | None = None
    passed: str = ""
    """The draws and ends of turns that went before and that no table shows, in notation, one a line."""
    guessed: str = ""
    """The assumed faces of meld tiles that were neither read nor named, in notation."""
    guessed_rows: str = ""
    """Those melds, a line each: «7k 2y 4k? 10k @ 0.86 | 7k 2y 9k 10k», the guessed tile with its mark, how probable an
    offence is, and what else the row may be."""
    outlined: str = ""
    """Where melds lie in the picture, a line each: «4r 5r 6r @ 0.12,0.3 0.4,0.3 0.4,0.5», corners in parts of its width
    and height."""


@dataclass(frozen=True, slots=True)
class Resync:
    """Set the recorded table to the observed one, whatever happened."""

    seen: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question of an entry with one of its answers; ``None`` rejects it.

    Where a camera left it to its likeliest answer meanwhile, and no person said anything since, that is put right.
    """

    question: int
    choice: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Score a hand. Values that are None or missing are taken from the record."""

    closer: int | None = None
    """The seat that closed."""
    stock_out: bool = False
    racks: dict[int, str] = field(default_factory=dict)
    """The tiles left on each rack, by seat, in notation; an empty text is an empty rack."""
    melds: dict[int, str] = field(default_factory=dict)
    """The melds of each side, by team, in notation separated by bars."""
    muertos: tuple[str, ...] = ()
    """``untaken``, ``played`` or ``unplayed``, by team."""
    partial: bool = False
    """Whether tiles are left out on purpose."""
    outlined: str = ""
    """The outlines of melds in the picture, as of an observation."""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Record the points of a hand that people counted, by team; none where it is void."""

    points: tuple[int, ...]
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class RecordPaperSheet:
    """Record a hand from the paper sheet: for each side its canastas, its muerto and two sums of tiles, in words."""

    sides: tuple[str, ...]
    """By team: «dos puras, una impura, cierre, muerto, fichas 245, atril 35»."""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm the score of a hand on behalf of all players."""

    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Annul:
    """Void a hand."""

    hand: int


@dataclass(frozen=True, slots=True)
class Revise:
    """Replace the moves of the entry ``entry``; none voids it."""

    entry: int
    moves: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last command."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the last undone command."""


@dataclass(frozen=True, slots=True)
class Archive:
    """Archive the match or the tournament: it is listed apart and takes no other command until it is restored."""


@dataclass(frozen=True, slots=True)
class RestoreArchived:
    """Restore the archived match or tournament."""


Command = (
    Agree
    | DealHand
    | Play
    | Tap
    | RecordObservation
    | Resync
    | Answer
    | Count
    | Note
    | RecordPaperSheet
    | Confirm
    | Annul
    | Revise
    | Undo
    | Redo
    | Archive
    | RestoreArchived
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command."""

    match: str
    revision: int
    """The newest entry of the match afterwards."""
    standing: str
    """``done``; ``asked`` where it led to a question; ``nothing`` where it changed nothing."""
    first_revision: int = field(default=0, compare=False)
    """The newest entry after it was handled first; a smaller one than ``revision`` where it was sent again later."""

    def as_json(self) -> dict[str, object]:
        """The JSON object that programs get."""
        return {"match": self.match, "revision": self.revision, "standing": self.standing}
