"""The state of one match of a tournament, folded from its events: its hands, its clock, and its winner."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from companion.eventstore.change_marks import mark_of
from companion.tournaments.events import SIDES, Seat
from companion.tournaments.match_clock import Clock
from companion.tournaments.plan import PlannedPairing
from engine.rules.rules import Rules
from engine.tournament.match import Match, MatchVerdict, PlayedHand, judge_match

_SECOND_MS = 1000
WHOLE_MATCH = 0
"""The hand number that stands for the result of a whole match."""
SlipStanding = Literal["proposed", "disputed", "agreed", "ruled"]
FixtureStanding = Literal["waiting", "ready", "seated", "playing", "over"]
Unplayed = Literal["", "one", "both", "void"]
"""Why a match was not played out: won by walkover, lost by both, or void; empty where it was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSheet:
    """A result sheet (papeleta): the recorded points of one hand."""

    hand: int
    points: tuple[int, ...]
    standing: SlipStanding
    side: Seat
    """The side that proposed it; ``both`` for a judge."""
    ended_min: float
    """When the hand ended, in minutes of the match's clock."""
    entry: int
    """The number of its newest entry."""
    author: str
    """The author of its newest entry."""
    pictures: tuple[str, ...] = ()
    """Names of the pictures that either side attached."""
    instead: tuple[int, ...] | None = None
    """The points that the other side claims in a dispute; None where it named none."""
    reason: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether it counts: confirmed by both sides, or ruled."""
        return self.standing in ("agreed", "ruled")

    @property
    def mark(self) -> str:
        """A short digest of its points and of the side that proposed them."""
        return mark_of([self.side, *self.points])


@dataclass(frozen=True, kw_only=True)
class FixtureState:
    """A match (partido) at one moment; derived values are computed once."""

    pairing: PlannedPairing
    rules: Rules = field(repr=False)
    drawn_s: float = 0.0
    """The time of the entry that paired it, in seconds since 1970."""
    home: int | None = None
    away: int | None = None
    table: int | None = None
    clock: Clock = field(default_factory=Clock)
    slips: tuple[ResultSheet, ...] = ()
    """By hand number; the sheet of the whole match is first."""
    removed: frozenset[int] = frozenset()
    """The numbers of the hands that a judge removed."""
    walkover: tuple[Seat, int, str] | None = None
    """In a walkover: the side present, its points, and the reason."""
    unattended: tuple[bool, str] | None = None
    """Where nobody came: whether both lost it, and the reason."""
    given_up: tuple[tuple[int, str], ...] = ()
    """Entrants who left or came too late, and the reason; they lose what was not played before."""
    late: tuple[int, ...] = ()
    """Those of them who came too late: it stays lost where they leave and return."""
    vacant: tuple[bool, bool] = (False, False)
    """By side, whether nobody will come from the match that feeds it; the other side advances."""
    penalties: tuple[int, int] = (0, 0)
    match: str = ""
    """The house's match in which its hands are recorded; empty without one."""

    @property
    def number(self) -> int:
        """The match's number in the tournament."""
        return self.pairing.number

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrant numbers known so far, home first."""
        return tuple(entrant for entrant in (self.home, self.away) if entrant is not None)

    @property
    def mark(self) -> str:
        """Its number, and a short digest of its draw and its entrants: another draw gives the number to others."""
        return f"{self.number} {mark_of([self.home, self.away, round(self.drawn_s * _SECOND_MS)])}"

    def slip(self, hand: int) -> ResultSheet | None:
        """The sheet of a hand; None without one."""
        return next((slip for slip in self.slips if slip.hand == hand), None)

    def side_of(self, entrant: int) -> int:
        """0 where ``entrant`` is home, else 1."""
        return 0 if entrant == self.home else 1

    @cached_property
    def hands(self) -> tuple[ResultSheet, ...]:
        """The sheets that count: settled ones, up to the first that is not. One that a judge removed stops none."""
        said = {slip.hand: slip for slip in self.slips}
        counted: list[ResultSheet] = []
        for number in range(1, max(said, default=0) + 1):
            slip = said.get(number)
            if slip and slip.is_settled:
                counted.append(slip)
            elif slip or number not in self.removed:
                break
        return tuple(counted)

    @property
    def has_begun(self) -> bool:
        """Whether a result, a walkover or the absence of both sides was recorded."""
        return bool(self.slips) or self.walkover is not None or self.unattended is not None

    @property
    def is_spoken_of(self) -> bool:
        """Whether anything is recorded about the match: its course, a penalty, or a linked match; its entrants are
        final then."""
        return self.has_begun or any(self.penalties) or bool(self.match)

    @property
    def gone(self) -> tuple[bool, bool]:
        """By side, whether it forfeited the match."""
        entrants = {entrant for entrant, _ in self.given_up}
        return self.home in entrants, self.away in entrants

    @cached_property
    def unplayed(self) -> Unplayed:
        """Why it was not played out; empty where it was."""
        if self.unattended:
            return "both" if self.unattended[0] else "void"
        if self.walkover:
            return "one"
        if not any(self.gone) or len(self.entrants) < len(SIDES) or self._is_played_out:
            return ""
        return "both" if all(self.gone) else "one"

    @property
    def present(self) -> Seat:
        """The side that was present in a walkover, or that did not forfeit."""
        if self.walkover:
            return self.walkover[0]
        return "away" if self.gone[0] else "home"

    @property
    def why(self) -> str:
        """The reason why it was not played out."""
        said = [self.walkover[2]] if self.walkover else [self.unattended[1]] if self.unattended else []
        return said[0] if said else " · ".join(dict.fromkeys(reason for _, reason in self.given_up))

    @cached_property
    def verdict(self) -> MatchVerdict:
        """The verdict by the rules of matches: what comes next, the totals, and the winner."""
        if self.unplayed == "one":
            return self._walked_over(self.present, self.walkover[1] if self.walkover else self.rules.walkover_points)
        return MatchVerdict("over", (0, 0)) if self.unplayed else self._played

    @cached_property
    def _played(self) -> MatchVerdict:
        whole = self.slip(WHOLE_MATCH)
        if whole and whole.is_settled:
            return self._decided((whole.points[0] + self.penalties[0], whole.points[1] + self.penalties[1]))
        played = tuple(PlayedHand(slip.points, slip.ended_min) for slip in self.hands)
        return _penalised(played, self.penalties, self.rules) if any(self.penalties) else _judged(played, self.rules)

    @property
    def _is_played_out(self) -> bool:
        played = self._played
        return played.next == "over" and (len(played.winners) == 1 or self.may_be_level)

    @property
    def is_unopposed(self) -> bool:
        """Whether a side, if any, advances without an opponent."""
        return self.pairing.is_bye or (any(self.vacant) and len(self.entrants) + sum(self.vacant) >= len(SIDES))

    @property
    def winner(self) -> int | None:
        """The number of the winner; None while it is not over, and for a tie, a void match or one lost by both."""
        if self.is_unopposed:
            return next(
                (entrant for entrant in self.entrants if not any(entrant == gone for gone, _ in self.given_up)), None
            )
        verdict = self.verdict
        if verdict.next != "over" or len(verdict.winners) != 1:
            return None
        return self.home if verdict.winners == ("home",) else self.away

    @property
    def loser(self) -> int | None:
        """The number of the loser; None without a winner."""
        return (
            next((entrant for entrant in self.entrants if entrant != self.winner), None)
            if self.winner is not None
            else None
        )

    @property
    def may_be_level(self) -> bool:
        """Whether it may end in a tie: its rules award victory points, and nobody has to advance."""
        return bool(self.rules.victory_points) and not self.pairing.is_knockout

    @property
    def is_below_target(self) -> bool:
        """Whether a result of the whole match is below the target, without a reason given."""
        whole, target = self.slip(WHOLE_MATCH), self.rules.target
        if not (whole and whole.is_settled and target) or self.unplayed or self.rules.hands is not None:
            return False
        return max(whole.points) < target and not whole.reason

    @property
    def is_over(self) -> bool:
        """Whether it is decided: by a winner, a tie where one is allowed, or because nobody came."""
        if self.winner is not None or self.is_unopposed or self.unplayed:
            return True
        return self.may_be_level and len(self.verdict.winners) > 1

    @property
    def standing(self) -> FixtureStanding:
        """The progress of the match, as pages show it."""
        if self.is_over:
            return "over"
        if len(self.entrants) < 2:
            return "waiting"
        if self.table is None:
            return "ready"
        return "playing" if self.has_begun or self.clock.has_begun else "seated"

    def with_slip(self, slip: ResultSheet) -> FixtureState:
        """The match with ``slip`` in place of the sheet of the same hand."""
        others = [other_slip for other_slip in self.slips if other_slip.hand != slip.hand]
        return replace(self, slips=tuple(sorted((*others, slip), key=lambda slip: slip.hand)))

    def _walked_over(self, present: Seat, points: int) -> MatchVerdict:
        own = 0 if present == "home" else 1
        worth = (points, 0) if self.rules.target_kind == "points_high" else (0, points)
        return MatchVerdict("over", worth if own == 0 else worth[::-1], (SIDES[own],))

    def _decided(self, totals: tuple[int, int]) -> MatchVerdict:
        if totals[0] == totals[1]:
            return MatchVerdict("over", totals, SIDES) if self.may_be_level else MatchVerdict("extra_hand", totals)
        high = self.rules.target_kind == "points_high"
        return MatchVerdict("over", totals, (SIDES[(totals[0] > totals[1]) != high],))


def _judged(played: tuple[PlayedHand, ...], rules: Rules) -> MatchVerdict:
    return judge_match(Match(SIDES, played), rules)


def _penalised(played: tuple[PlayedHand, ...], penalties: tuple[int, int], rules: Rules) -> MatchVerdict:
    """The verdict with ``penalties`` on the totals of what was ``played``, recorded as one more hand before it.

    Totals that may not be negative are so with the penalties, not before anything was played.
    """
    below = replace(rules, negative_totals=True, hands=None if rules.hands is None else rules.hands + 1)
    now, plain = (Match(SIDES, played).totals(law) for law in (rules, below))
    owed = (total + penalty for total, penalty in zip(now, penalties, strict=True))
    wanted = (total if rules.negative_totals else max(total, 0) for total in owed)
    first = PlayedHand(tuple(total - before for total, before in zip(wanted, plain, strict=True)))
    return _judged((first, *played), below)
