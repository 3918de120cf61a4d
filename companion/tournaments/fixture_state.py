"""The state of one match of a tournament, folded from its events: its hands, its clock, and who won."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from companion.tournaments.clock import Clock
from companion.tournaments.events import SIDES, Seat
from companion.tournaments.plan import PlannedPairing
from engine.rules.rules import Rules
from engine.tournament.match import Match, MatchVerdict, PlayedHand, judge_match

WHOLE_MATCH = 0
"""The number under which the result of a whole match is said."""
SlipStanding = Literal["proposed", "disputed", "agreed", "ruled"]
FixtureStanding = Literal["waiting", "ready", "seated", "playing", "over"]
Unplayed = Literal["", "one", "both", "void"]
"""Played, or only one side was there, or both lost it, or it counts for nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Una papeleta: what is said of one hand."""

    hand: int
    points: tuple[int, ...]
    standing: SlipStanding
    side: Seat
    """Who proposed it; ``both`` where a judge wrote it."""
    ended_min: float
    """Minutes of the match's clock."""
    entry: int
    """The newest entry that speaks of it."""
    author: str
    """Who said the newest thing."""
    pictures: tuple[str, ...] = ()
    """What both sides showed."""
    instead: tuple[int, ...] | None = None
    """What the other side says, where it disputes it and says so."""
    reason: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether it counts."""
        return self.standing in ("agreed", "ruled")


@dataclass(frozen=True, kw_only=True)
class FixtureState:
    """Un partido as it stands; what follows from its hands is worked out once, however long it stays so."""

    pairing: PlannedPairing
    rules: Rules = field(repr=False)
    home: int | None = None
    away: int | None = None
    table: int | None = None
    clock: Clock = field(default_factory=Clock)
    slips: tuple[Slip, ...] = ()
    """In the order of their hands; that of the whole match first."""
    walkover: tuple[Seat, int, str] | None = None
    """Who was there, what that is worth, and why."""
    unattended: tuple[bool, str] | None = None
    """Whether both lost it since nobody came, and why."""
    given_up: tuple[tuple[int, str], ...] = ()
    """Entrants who left or came too late for it, and why: they lose what was not played before."""
    vacant: tuple[bool, bool] = (False, False)
    """Whether nobody will come from the match that leads to a side: the other goes through."""
    penalties: tuple[int, int] = (0, 0)
    match: str = ""
    """The match of the house in which it is noted hand by hand."""

    @property
    def number(self) -> int:
        """Its number in the tournament."""
        return self.pairing.number

    @property
    def entrants(self) -> tuple[int, ...]:
        """Those known to play it, home first."""
        return tuple(entrant for entrant in (self.home, self.away) if entrant is not None)

    def slip(self, hand: int) -> Slip | None:
        """What is said of a hand."""
        return next((slip for slip in self.slips if slip.hand == hand), None)

    def side_of(self, entrant: int) -> int:
        """0 for the home entrant, 1 for the other."""
        return 0 if entrant == self.home else 1

    @cached_property
    def hands(self) -> tuple[Slip, ...]:
        """The hands that count: settled ones, up to the first that is not."""
        counted: list[Slip] = []
        for slip in self.slips:
            if slip.hand == len(counted) + 1 and slip.is_settled:
                counted.append(slip)
        return tuple(counted)

    @property
    def has_begun(self) -> bool:
        """Whether anything was said of how it goes."""
        return bool(self.slips) or self.walkover is not None or self.unattended is not None

    @property
    def is_spoken_of(self) -> bool:
        """Whether anything was said of those who play it: of how it goes, a penalty, or that it is noted in a match of
        the house. Others in their place would be told so, too."""
        return self.has_begun or any(self.penalties) or bool(self.match)

    @property
    def gone(self) -> tuple[bool, bool]:
        """Whether each side gave it up."""
        entrants = {entrant for entrant, _ in self.given_up}
        return self.home in entrants, self.away in entrants

    @cached_property
    def unplayed(self) -> Unplayed:
        """Whether it was won or lost without being played to its end."""
        if self.unattended:
            return "both" if self.unattended[0] else "void"
        if self.walkover:
            return "one"
        if not any(self.gone) or len(self.entrants) < len(SIDES) or self._is_played_out:
            return ""
        return "both" if all(self.gone) else "one"

    @property
    def present(self) -> Seat:
        """The only side that was there."""
        if self.walkover:
            return self.walkover[0]
        return "away" if self.gone[0] else "home"

    @property
    def why(self) -> str:
        """Why it was not played."""
        said = [self.walkover[2]] if self.walkover else [self.unattended[1]] if self.unattended else []
        return said[0] if said else " · ".join(dict.fromkeys(reason for _, reason in self.given_up))

    @cached_property
    def verdict(self) -> MatchVerdict:
        """What comes next, the totals of both sides, and who won."""
        if self.unplayed == "one":
            return self._walked_over(self.present, self.walkover[1] if self.walkover else self.rules.walkover_points)
        return MatchVerdict("over", (0, 0)) if self.unplayed else self._played

    @cached_property
    def _played(self) -> MatchVerdict:
        whole = self.slip(WHOLE_MATCH)
        if whole and whole.is_settled:
            return self._decided((whole.points[0] + self.penalties[0], whole.points[1] + self.penalties[1]))
        played = tuple(PlayedHand(slip.points, slip.ended_min) for slip in self.hands)
        if any(self.penalties):
            return judge_match(Match(SIDES, (PlayedHand(self.penalties), *played)), _with_one_more(self.rules))
        return judge_match(Match(SIDES, played), self.rules)

    @property
    def _is_played_out(self) -> bool:
        played = self._played
        return played.next == "over" and (len(played.winners) == 1 or self.may_be_level)

    @property
    def is_unopposed(self) -> bool:
        """Whether one side, if any, goes on without a rival."""
        return self.pairing.is_bye or (any(self.vacant) and len(self.entrants) + sum(self.vacant) >= len(SIDES))

    @property
    def winner(self) -> int | None:
        """The entrant who won; nobody while it is not over, or where it is level or nobody was there."""
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
        """The other one of two; nobody where it has no winner."""
        return (
            next((entrant for entrant in self.entrants if entrant != self.winner), None)
            if self.winner is not None
            else None
        )

    @property
    def may_be_level(self) -> bool:
        """Whether it may end without a winner: both have their victory points, and nobody has to go on."""
        return bool(self.rules.victory_points) and not self.pairing.is_knockout

    @property
    def is_below_target(self) -> bool:
        """Whether the whole match is said to be over though nobody has what ends it, and nobody said why."""
        whole, target = self.slip(WHOLE_MATCH), self.rules.target
        if not (whole and whole.is_settled and target) or self.unplayed or self.rules.hands is not None:
            return False
        return max(whole.points) < target and not whole.reason

    @property
    def is_over(self) -> bool:
        """Whether it has a winner, or ended level where it may, or nobody was there."""
        if self.winner is not None or self.is_unopposed or self.unplayed:
            return True
        return self.may_be_level and len(self.verdict.winners) > 1

    @property
    def standing(self) -> FixtureStanding:
        """How far it is."""
        if self.is_over:
            return "over"
        if len(self.entrants) < 2:
            return "waiting"
        if self.table is None:
            return "ready"
        return "playing" if self.has_begun or self.clock.has_begun else "seated"

    def with_slip(self, slip: Slip) -> FixtureState:
        """The match with ``slip`` in the place of what was said of that hand."""
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


def _with_one_more(rules: Rules) -> Rules:
    """The rules where a penalty goes before the hands and is none of them."""
    return replace(rules, hands=rules.hands + 1) if rules.hands is not None else rules
