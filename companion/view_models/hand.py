"""One hand as shown on pages and in the API; sentences in the viewer's language, tiles in notation."""

from __future__ import annotations

from dataclasses import dataclass

from companion.view_models.photo import CitedRule, OfferView, ViolationView


@dataclass(frozen=True, slots=True)
class TileInMeld:
    """A tile of a meld."""

    face: str
    stands_for: str | None
    """The tile that a wild replaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldView:
    """A meld on the table with its verdict."""

    number: int
    team: int | None
    """The index of the side; None where melds are shared."""
    meld: str
    """In notation."""
    tiles: tuple[TileInMeld, ...]
    kind: str | None
    """``run``, ``group``, or neither."""
    lawful: bool
    counts: bool
    """Whether it counts for its owner: a wrong order may be forgiven."""
    canasta: str | None
    """``pure`` or ``impure``; None for a smaller meld."""
    to_canasta: int | None
    """Tiles that it lacks to be a canasta; ``None`` where there are no canastas or it can be none."""
    points: int
    violations: tuple[ViolationView, ...]
    entry: int | None
    """The entry that changed it last."""
    offence: float | None
    """The probability of a violation while one of its tiles is uncertain; else None."""
    to_set_aside: bool
    """Whether it was left unlawful at the end of a turn and should be set aside; people are asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RackView:
    """The known part of a rack."""

    seat: int
    count: int
    known: tuple[str, ...]
    """Its tiles; shown only after the hand."""
    is_known: bool
    """Whether all of its tiles were seen."""


@dataclass(frozen=True, slots=True)
class MuertoView:
    """The muerto of a side: ``untaken``, ``played`` or ``unplayed``, and who took it."""

    muerto: str
    holder: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One line of a score sheet."""

    reason: str
    says: str
    points: int
    tiles: tuple[TileInMeld, ...]
    entry: int | None
    """The entry behind it, for its picture."""
    part: str = ""
    """The kind of points: ``tiles``, ``canastas``, ``close``, ``muerto``, ``racks`` or ``wrong``."""


@dataclass(frozen=True, slots=True)
class ProblemView:
    """A problem of the score that a person should check, in the viewer's language."""

    code: str
    message: str
    rule: CitedRule
    tiles: tuple[TileInMeld, ...]
    """The meld that it is about; none where it is about the hand."""
    whole: str = ""
    """The message with every tile named, where it names only some; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldOfferView(OfferView):
    """A suggestion for a meld on the table, and the command that accepts it."""

    number: int
    """Of the meld."""
    team: int | None
    tiles: tuple[TileInMeld, ...]
    """The meld as it would lie."""
    move: str | None
    """The move in notation that realises it, by the side in turn or as a correction; None while its side is not in
    turn."""


@dataclass(frozen=True, slots=True)
class GuessView:
    """An unreadable meld tile that was assumed to be ``face``."""

    meld: int
    place: int
    """From 0, in the meld."""
    face: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """The score sheet of a side; its total is the sum of its lines."""

    team: int
    total: int
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SumView:
    """The counted sums of a side, as on the paper sheet."""

    canastas: tuple[tuple[str, int], ...]
    """The number of canastas by kind, as named by the rules of the match."""
    muerto: str
    """``untaken``, ``played`` or ``unplayed``."""
    laid: int
    """Points of the tiles that it laid."""
    left: int
    """Points of the tiles on its racks."""
    closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditView:
    """How much of the set the score accounts for."""

    tiles: int
    points: int
    missing_tiles: int
    missing_points: int
    """The points that the face-down tiles must add up to."""
    all_points: int


@dataclass(frozen=True, slots=True)
class FaceView:
    """One face of the set: its number of seen copies."""

    face: str
    seen: int
    copies: int
    """The number of copies in the set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """La mano: its present state."""

    number: int
    standing: str
    """``playing``, ``ended``, ``confirmed`` or ``annulled``."""
    starter: int
    turn: int | None
    """The seat whose turn it is; ``None`` when the hand is over."""
    turn_count: int
    drawn: bool
    """Whether that seat has drawn."""
    mazo: int
    pozo: tuple[str, ...]
    """From the bottom up; ``?`` for an unrecorded tile."""
    pozo_covered: bool
    """Whether players see only the top tile."""
    muertos: tuple[int, ...]
    """The number of tiles of each muerto on the table."""
    closing_tile: bool
    racks: tuple[RackView, ...]
    taken: tuple[MuertoView, ...]
    """By team."""
    melds: tuple[MeldView, ...]
    observed: str
    """The table in the notation of an observation."""
    ended: str | None
    """The way it ended, in words."""
    closer: int | None
    """The seat that closed."""
    noted: tuple[int, ...] | None
    """The points by team that people counted themselves; none where they call the hand void."""
    sums: tuple[SumView, ...]
    """The counts by team, where the hand was recorded by paper sheet."""
    void: bool
    partial: bool
    """Whether tiles were left out of the count on purpose."""
    sheets: tuple[SheetView, ...]
    problems: tuple[ProblemView, ...]
    """Problems to be checked by a person; each sentence says how it was counted."""
    offers: tuple[MeldOfferView, ...]
    """Other ways to lay melds that would be worth more, until the hand is confirmed."""
    impossible: tuple[ViolationView, ...]
    """Why the hand cannot have been so; then it has no score."""
    provisional: bool
    """Whether the score depends on a guessed tile or an open question."""
    guessed: tuple[GuessView, ...]
    """The possible places of guessed tiles, for each copy of a face; empty during the hand."""
    barred: tuple[int, ...]
    """Seats that may neither take a muerto nor close in this hand, because of a wrong meld."""
    reminders: tuple[CitedRule, ...]
    """Rules of which the side in turn is reminded now."""
    unknown_racks: tuple[int, ...]
    audit: AuditView | None
    census: tuple[FaceView, ...]
