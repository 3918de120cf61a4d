"""Handle the commands about results: proposals, confirmations, disputes, and a judge's decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from companion.eventstore import Entry, EventMetadata
from companion.eventstore.change_marks import is_overtaken
from companion.naming import one_line, result_said
from companion.tournaments import orders
from companion.tournaments.absences import following
from companion.tournaments.events import (
    SIDES,
    Disputed,
    Event,
    Penalised,
    PointsAccepted,
    Proposed,
    Ruled,
    Seat,
    Unattended,
    WalkedOver,
)
from companion.tournaments.fixture_folding import folded
from companion.tournaments.fixture_state import WHOLE_MATCH, FixtureState, ResultSheet
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse
from engine.rule_and_tile_words import LANGUAGES

MOST_POINTS, LONGEST_REASON, LONGEST_DELAY_S = 20_000, 200, 24 * 3600


def result_event(state: TournamentState, fixture: FixtureState, order: orders.Order) -> Event | None:
    """The event of a command about one match; None where it changes nothing. Raises TournamentRefused."""
    if len(fixture.entrants) < 2:
        refuse("not ready", CONFLICT)
    if isinstance(order, orders.MissBoth) and order.void is None:
        order = replace(order, void=state.plan.nobody == "void" and not fixture.pairing.is_knockout)
    event = _decided(state, fixture, order)
    begun = [later for later in following(state.fixtures, fixture.number) if later.is_spoken_of]
    if event and begun and _turns(fixture, event):
        refuse("later played", CONFLICT, after=begun[0].number)
    return event


def _turns(fixture: FixtureState, event: Event) -> bool:
    """Whether ``event`` would change the winner of the match."""
    said = EventMetadata(author="", key="")
    entry = Entry(match="", number=0, kind="", text="", rules="", program="", at_s=0.0, said=said)
    return folded(fixture, event, entry).winner != fixture.winner


def _decided(state: TournamentState, fixture: FixtureState, order: orders.Order) -> Event | None:
    match order:
        case orders.Propose():
            return _proposed(fixture, order)
        case orders.AcceptPoints():
            return _agreed(fixture, order)
        case orders.Dispute():
            return _disputed(fixture, order)
        case orders.Rule():
            return _ruled(fixture, order)
        case orders.WalkOver():
            return _walked_over(fixture, order)
        case orders.MissBoth():
            return _missed(fixture, order)
        case orders.Penalise():
            return penalised(state, order, fixture)
        case _:
            raise TypeError(order)


def reason(written: str) -> str:
    """The reason as one line. Raises TournamentRefused for an empty or too long one."""
    return _within(written) or refuse("reason first")


def _within(written: str) -> str:
    """``written`` in one line. Raises TournamentRefused where it is too long."""
    plain = one_line(written)
    return plain if len(plain) <= LONGEST_REASON else refuse("reason long", most=LONGEST_REASON)


def penalised(state: TournamentState, order: orders.Penalise, fixture: FixtureState | None) -> Penalised:
    """The event of a penalty or bonus, in a match or in the standings. Raises TournamentRefused."""
    if order.entrant not in (fixture.entrants if fixture else state.entrants):
        refuse("no such entrant", MISSING)
    if not 0 < abs(order.points) <= MOST_POINTS:
        refuse("points absurd")
    number = fixture.number if fixture else None
    return Penalised(entrant=order.entrant, points=order.points, reason=reason(order.reason), fixture=number)


def _proposed(fixture: FixtureState, order: orders.Propose) -> Event | None:
    points, side, slip = _points(fixture, order.hand, order.points), _side(order.side), fixture.slip(order.hand)
    if slip and slip.is_settled:
        return None if slip.points == points else _settled(slip)
    if fixture.is_over:
        refuse("match over", CONFLICT)
    _follows(fixture, order.hand)
    if slip and slip.side != side and isinstance(order, orders.ProposeAlone):
        refuse("own proposal", CONFLICT)
    if slip is None or slip.side == side or slip.standing == "disputed":
        if slip and slip.points == points and slip.standing == "proposed":
            return None
        if slip and is_overtaken(order.seen, slip.mark):
            _overtaken(slip)
        late_s = min(max(order.late_s, 0), LONGEST_DELAY_S)
        return Proposed(fixture=fixture.number, hand=order.hand, points=points, side=side, late_s=late_s)
    if slip.points == points:
        return PointsAccepted(fixture=fixture.number, hand=order.hand, side=side)
    return Disputed(fixture=fixture.number, hand=order.hand, side=side, points=points, reason="")


def _agreed(fixture: FixtureState, order: orders.AcceptPoints) -> PointsAccepted | None:
    slip, side = _spoken_of(fixture, order.hand), _side(order.side)
    if is_overtaken(order.seen, slip.mark):
        _overtaken(slip)
    if slip.is_settled:
        return None
    if slip.side == side:
        refuse("own proposal", CONFLICT)
    return PointsAccepted(fixture=fixture.number, hand=order.hand, side=side)


def _disputed(fixture: FixtureState, order: orders.Dispute) -> Disputed | None:
    slip, side = _spoken_of(fixture, order.hand), _side(order.side)
    if slip.is_settled:
        _settled(slip)
    if slip.side == side:
        refuse("own proposal", CONFLICT)
    if is_overtaken(order.seen, slip.mark):
        _overtaken(slip)
    instead = _points(fixture, order.hand, order.points) if order.points else None
    why = _within(order.reason)
    if slip.standing == "disputed" and (slip.instead, slip.reason) == (instead, why):
        return None
    return Disputed(fixture=fixture.number, hand=order.hand, side=side, points=instead, reason=why)


def _ruled(fixture: FixtureState, order: orders.Rule) -> Ruled | None:
    slip = fixture.slip(order.hand)
    points = None if order.remove else _points(fixture, order.hand, order.points)
    if (slip is None and points is None) or _says_nothing_new(slip, points, order):
        return None
    if order.seen != (slip.points if slip else ()):
        refuse("changed meanwhile", CONFLICT, **_difference(order, slip))
    if slip is None and order.hand != WHOLE_MATCH:
        _follows(fixture, order.hand)
    why = reason(order.reason) if slip or order.reason.strip() else ""
    old = slip.points if slip else None
    return Ruled(fixture=fixture.number, hand=order.hand, old=old, points=points, reason=why)


def _says_nothing_new(slip: ResultSheet | None, points: tuple[int, ...] | None, order: orders.Rule) -> bool:
    """Whether a judge has decided so before; a reason where there was none is new."""
    same = slip is not None and slip.standing == "ruled" and slip.points == points
    return same and (bool(slip and slip.reason) or not order.reason.strip())


def _walked_over(fixture: FixtureState, order: orders.WalkOver) -> WalkedOver:
    if fixture.is_over:
        refuse("match over", CONFLICT)
    points = fixture.rules.walkover_points if order.points is None else order.points
    if not 0 <= points <= MOST_POINTS:
        refuse("points absurd")
    return WalkedOver(fixture=fixture.number, present=_side(order.present), points=points, reason=reason(order.reason))


def _missed(fixture: FixtureState, order: orders.MissBoth) -> Unattended:
    if fixture.is_over:
        refuse("match over", CONFLICT)
    return Unattended(fixture=fixture.number, counts=not order.void, reason=reason(order.reason))


def _spoken_of(fixture: FixtureState, hand: int) -> ResultSheet:
    return fixture.slip(hand) or refuse("nothing proposed", CONFLICT)


def _settled(slip: ResultSheet) -> NoReturn:
    refuse("settled already", CONFLICT, hand=slip.hand, points=shown(slip.points))


def _overtaken(slip: ResultSheet) -> NoReturn:
    """Refuse what was said of other points than those there are."""
    if slip.is_settled:
        _settled(slip)
    refuse("said otherwise", CONFLICT, hand=slip.hand, points=shown(slip.points))


def _side(written: str) -> Seat:
    return next((side for side in SIDES if side == written), None) or refuse("no side")


def _points(fixture: FixtureState, hand: int, points: tuple[int, ...]) -> tuple[int, ...]:
    if len(points) not in (0, 2) or (hand == WHOLE_MATCH and not points):
        refuse("points of two")
    if any(abs(point) > MOST_POINTS for point in points):
        refuse("points absurd")
    if hand == WHOLE_MATCH and points[0] == points[1] and not fixture.may_be_level:
        refuse("level match")
    return points


def _follows(fixture: FixtureState, hand: int) -> None:
    """Refuse a hand out of order, and a whole-match result where hands are recorded."""
    said = {slip.hand for slip in fixture.slips}
    if hand == WHOLE_MATCH and said - {WHOLE_MATCH}:
        refuse("for the judge", CONFLICT)
    if hand < 0 or (hand > 1 and hand - 1 not in said):
        refuse("hand missing", CONFLICT, hand=max(said, default=0) + 1)


def shown(points: tuple[int, ...]) -> dict[str, str]:
    """The points as text, by language; a dash where there are none."""
    return {language: result_said(points, language) for language in LANGUAGES}


def _difference(order: orders.Rule, slip: ResultSheet | None) -> dict[str, object]:
    return {
        "seen": shown(order.seen),
        "now": shown(slip.points if slip else ()),
        "by": slip.author if slip else "—",
        "reason": slip.reason if slip else "—",
    }
