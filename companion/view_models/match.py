"""A match as shown on pages and in the API; sentences in the viewer's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.view_models.hand import HandView
from companion.view_models.photo import ViolationView


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player."""

    seat: int
    name: str
    team: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamView:
    """A side and its total."""

    index: int
    name: str
    seats: tuple[int, ...]
    total: int
    """The points of the hands that are confirmed."""
    standing_total: int
    """The total if the current hand ended now."""
    standing_range: tuple[int, int]
    """Between what that total may lie, where something of the hand was not answered."""
    has_won: bool


@dataclass(frozen=True, slots=True)
class CanastaView:
    """A kind of canasta that the rules pay for."""

    kind: str
    """The name that the rules give it, such as ``CANASTA_PURE``."""
    says: str
    """Its name in the reader's language."""
    points: int
    """The bonus of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """The rules of a match."""

    name: str
    title: str
    overrides: tuple[str, ...]
    version: str
    game: str
    common_table: bool
    """Whether melds are shared by all."""
    target: int | None
    lowest_wins: bool
    hands: int | None
    canasta_len: int | None
    canastas: tuple[CanastaView, ...]
    counts_laid: bool
    """Whether laid tiles count, and not only those left on racks."""
    muertos: int
    muerto_size: int
    closing_tile: bool
    pozo_takes: str
    """``whole``, ``top`` or ``never``."""
    first_player_redraws: bool
    first_starter: str
    """The way to choose the starter of the first hand: ``chosen``, ``dealer``, ``die`` or ``anyone``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """One line of the table of hands."""

    number: int
    standing: str
    points: tuple[int, ...]
    """By team; empty where the hand is void or cannot be counted."""
    totals: tuple[int, ...]
    """By team, after this hand."""
    is_void: bool
    problem: str | None
    """Why it cannot be counted, where it cannot."""
    parts: tuple[Mapping[str, int], ...] = ()
    """By team, the points by what they are for: ``tiles``, ``canastas``, ``close``, ``muerto``, ``racks``, ``wrong``
    (melds that are none), or ``noted`` where people noted points alone."""


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A possible answer."""

    choice: int
    says: tuple[str, ...]
    """A sentence for each move."""
    moves: tuple[str, ...]
    """In notation, one for each sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """A question to people."""

    number: int
    hand: int
    doubts: tuple[ViolationView, ...]
    answers: tuple[AnswerView, ...]
    """The likeliest first."""
    seen: str
    """The observation that raised it, in notation; empty for typed moves."""
    picture: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One entry of the journal, in words."""

    number: int
    hand: int | None
    kind: str
    says: tuple[str, ...]
    moves: tuple[str, ...]
    """In notation, one for each move."""
    offences: tuple[ViolationView, ...]
    author: str
    at_s: float
    picture: str | None
    holds: bool
    """Whether it is in effect."""
    revisable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSnapshot:
    """The complete view of a match; the revision grows with every entry."""

    match: str
    revision: int
    title: str
    began_s: float
    rules: RulesView
    agreement_mark: str
    """Of names and rules as they stand, to be sent as ``seen`` along with others."""
    players: tuple[PlayerView, ...]
    teams: tuple[TeamView, ...]
    hand: HandView | None
    """The requested hand, else the current one."""
    current: int | None
    """The number of the hand that was dealt last."""
    hands: tuple[HandResult, ...]
    next: str
    """The next step: ``hand``, ``replay``, ``extra_hand`` or ``over``."""
    next_starter: int
    question: QuestionView | None
    shelved: bool
    """Whether it is archived."""
    in_step: bool
    """Whether the last observation of the table agrees with the record."""
    undo: str | None
    """The entry that an undo would revert, in words."""
    redo: str | None
    log: tuple[LogLine, ...]
    """The newest entries, the last first."""

    def as_json(self) -> dict[str, Any]:
        """A JSON object with the same names."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCard:
    """A list entry of a match."""

    match: str
    title: str
    rules: str
    players: tuple[str, ...]
    teams: tuple[TeamView, ...]
    hands: int
    next: str
    changed_s: float
    trouble: str = ""
    """Why it cannot be read, if so."""

    def as_json(self) -> dict[str, Any]:
        """A JSON object with the same names."""
        return asdict(self)
