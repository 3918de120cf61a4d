"""A tournament as shown on pages, in print and in the API: frozen and JSON-able."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import groupby
from typing import Any


@dataclass(frozen=True, slots=True)
class EntrantView:
    """A player or a pair."""

    number: int
    name: str
    club: str
    standing: str = ""  # ``away`` for a while, ``gone`` for good, or here
    reason: str = ""  # why somebody went
    nth: int = 0  # of several of one name and one club, counted from 1, the eldest first


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingView:
    """One row of a zone's table."""

    rank: int
    entrant: int
    name: str
    club: str
    played: int
    won: int
    difference: int
    points_for: int
    needs_lots: bool  # whether only a draw of lots can separate this one from another
    goes_through: bool  # whether this place qualifies for the bracket, once all is played
    victory: int | None = None  # the victory points, which rank the table; None where the rules award none


@dataclass(frozen=True, slots=True)
class TieView:
    """One tie-break and its result."""

    by: str  # ``victory``, ``won``, ``head_to_head``, ``complete``, ``difference``, ``points_for`` or ``lots``
    values: tuple[tuple[str, int], ...]  # of each entrant, by name
    groups: tuple[tuple[str, ...], ...]  # best first; those in one group are still level


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """A zone and its table; without a name it is the table of the whole tournament."""

    name: str
    standings: tuple[StandingView, ...]
    ties: tuple[TieView, ...]
    lots: tuple[str, ...]  # names in the order that was drawn
    open_fixtures: int  # matches still to be finished

    @property
    def has_victory(self) -> bool:
        """Whether victory points rank the table."""
        return any(row.victory is not None for row in self.standings)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSheetView:
    """The entered result of one hand; hand 0 is the whole match."""

    hand: int
    points: tuple[int, ...]  # home first; none where the hand is void
    standing: str  # ``proposed``, ``disputed``, ``agreed`` or ``ruled``
    side: str  # that proposed it
    author: str
    pictures: tuple[str, ...]
    instead: tuple[int, ...] | None  # the points that the other side claims
    reason: str
    ended_min: float
    counts: bool  # whether it is included in the totals
    mark: str
    """Of its points as they stand, to be sent as ``seen`` along with a confirmation or a dispute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureView:
    """A match."""

    number: int
    stage: str  # ``zone``, ``round``, ``bracket``, ``lower``, ``third`` or ``final``
    round: int
    zone: str
    entrants: tuple[int | None, int | None]
    names: tuple[str, str]  # home first; empty while undecided
    feeds: tuple[int, int] | None  # the matches whose winners meet here
    is_bye: bool
    table: int | None
    standing: str  # ``waiting``, ``ready``, ``seated``, ``playing`` or ``over``
    next: str  # ``hand``, ``replay``, ``extra_hand`` or ``over``
    totals: tuple[int, int]
    winner: int | None  # 0 for home, 1 for away
    slips: tuple[ResultSheetView, ...]
    penalties: tuple[int, int]
    walkover: str | None  # the reason, where it was not played
    clock_s: float  # the seconds on its clock
    ends_s: float | None
    """The time at which the running clock expires, in seconds since 1970; ``None`` while it is stopped."""
    match: str  # of the house, in which it is noted hand by hand
    unplayed: str = ""
    """``one`` for a walkover, ``both`` where both sides lost it, ``void`` where it does not count; else empty."""
    losers: tuple[bool, bool] = (False, False)
    """Whether the loser of a match of ``feeds`` comes here, not the winner."""
    vacant: tuple[bool, bool] = (False, False)
    """By side, whether nobody will come from its feeding match; the other side advances."""
    below_target: bool = False
    """Whether a result of the whole match is below the target without a reason, such as the end of time."""
    mark: str = ""  # its number, and a digest of its draw and its entrants

    @property
    def is_unopposed(self) -> bool:
        """Whether it cannot be played for lack of an opponent: one side, if any, advances."""
        return self.is_bye or (any(self.vacant) and self.standing == "over")

    @property
    def is_disputed(self) -> bool:
        """Whether a judge is needed."""
        return self.standing != "over" and any(slip.standing == "disputed" for slip in self.slips)

    @property
    def next_hand(self) -> int:
        """The number of the next hand without an entered result."""
        return max((slip.hand for slip in self.slips), default=0) + 1

    def slip(self, hand: int) -> ResultSheetView | None:
        """The entered result of a hand."""
        return next((slip for slip in self.slips if slip.hand == hand), None)


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A device that enters results for a table."""

    number: int
    table: int
    seat: str
    revoked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSeatView:
    """The match at a device's table."""

    tournament: str
    revision: int
    at_s: float
    title: str
    target: int | None
    time_limit_min: int | None
    counts_laid: bool  # whether laid tiles count, so that a photograph of them tells points
    device: DeviceView
    admitted_ms: int  # when, since 1970: another story may have given the number to another device
    fixture: FixtureView | None


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A judge's decision in the table of a zone."""

    entry: int
    name: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCard:
    """A list entry of a tournament."""

    tournament: str
    title: str
    format: str
    rules: str
    entrants: int
    over: int  # matches that are over
    fixtures: int
    champion: str
    changed_s: float
    trouble: str = ""  # why it cannot be read, if so
    playing: int = 0  # matches at a table now, called to it or begun


@dataclass(frozen=True, kw_only=True)
class TournamentSnapshot:
    """The complete view of a tournament."""

    tournament: str
    revision: int
    at_s: float  # when this was looked at, in seconds since 1970
    title: str
    format: str  # ``zones``, ``round_robin``, ``elimination``, ``double``, ``swiss`` or ``free``
    rules: str
    rules_title: str
    game: str  # ``burako`` or ``rummy``
    overrides: tuple[str, ...]
    tables: int
    zone_size: int
    qualifiers: int
    rounds: int
    delay_s: int
    time_limit_min: int | None
    target: int | None
    seed: str  # of the draw
    entrants: tuple[EntrantView, ...]
    zones: tuple[ZoneView, ...]
    fixtures: tuple[FixtureView, ...]
    penalties: tuple[PenaltyView, ...]
    devices: tuple[DeviceView, ...]
    champion: str  # whoever won the final, or leads a table in which all is played; empty before
    is_stale: bool  # whether others would go through now than the bracket has, or would meet others
    shelved: bool  # whether it was put away
    places: tuple[int, ...] = ()  # entrants as they ended, as far as they are separated
    third_place: bool = False
    locks: tuple[tuple[int, int | None, int | None], ...] = ()  # who meets whom, or rests; the round, if not the next
    late: str = "play"
    leaving: str = "lose"
    nobody: str = "lose"  # what becomes of matches whose players come late, leave or do not come, as a plan has it
    born_from: int | None = None  # the first year of birth of the category, where there is one
    born_until: int | None = None  # and the last
    plan_mark: str = ""  # of the plan as it stands, to be sent along with another
    decisions_mark: str = ""  # of all penalties and added minutes, to be sent along with another
    changed_ms: int = 0  # when its newest entry was written, in milliseconds since 1970

    def as_json(self) -> dict[str, Any]:
        """A JSON object of the same names."""
        return asdict(self)

    def fixture(self, number: int) -> FixtureView | None:
        """The match of this number."""
        return next((other for other in self.fixtures if other.number == number), None)

    def called(self, entrant: int) -> str:
        """The name of an entrant, with the club if any, and a number where that is ambiguous."""
        who = self.known.get(entrant)
        return who.name + f" {who.nth}" * bool(who.nth) + f" ({who.club})" * bool(who.club) if who else ""

    @cached_property
    def known(self) -> Mapping[int, EntrantView]:
        """The entrants by their numbers."""
        return {who.number: who for who in self.entrants}

    @property
    def unplaced(self) -> tuple[str, ...]:
        """The entrants added after the draw who are in no zone or, where it is drawn again for them, in no match."""
        placed = {row.entrant for zone in self.zones for row in zone.standings if zone.name}
        if self.format in ("elimination", "double", "swiss") and self.late == "redraw" and not self._has_begun:
            placed = {who for match in self.fixtures for who in match.entrants if who is not None}
        waiting = (who for who in self.entrants if placed and who.number not in placed and not who.standing)
        return tuple(self.called(who.number) for who in waiting)

    @property
    def _has_begun(self) -> bool:
        return any(match.slips or match.walkover is not None or match.match for match in self.fixtures)

    @property
    def is_over(self) -> bool:
        """Whether there is a winner and no match is left, including that for the third place."""
        return bool(self.champion) and all(match.standing == "over" or match.is_unopposed for match in self.fixtures)

    def of_stage(self, stage: str) -> tuple[FixtureView, ...]:
        """The matches of a stage."""
        return tuple(fixture for fixture in self.fixtures if fixture.stage == stage)

    @property
    def beside_the_bracket(self) -> tuple[tuple[str, int, tuple[FixtureView, ...]], ...]:
        """The matches beside the bracket, by stage and round: lower bracket, third place, both finals."""
        beside = (fixture for fixture in self.fixtures if fixture.stage in ("lower", "third", "final"))
        grouped = groupby(beside, key=lambda fixture: (fixture.stage, fixture.round))
        return tuple((*key, tuple(listed)) for key, listed in grouped)

    @property
    def bracket(self) -> tuple[tuple[FixtureView, ...], ...]:
        """The bracket round by round."""
        rounds: dict[int, list[FixtureView]] = {}
        for fixture in self.of_stage("bracket"):
            rounds.setdefault(fixture.round, []).append(fixture)
        return tuple(tuple(rounds[number]) for number in sorted(rounds))


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """One log entry in words."""

    number: int
    kind: str
    fixture: int | None
    says: str
    author: str
    at_s: float
    picture: str | None
    holds: bool  # whether it is in effect, not voided
    may_be_struck: bool
