"""Handle the commands about results: proposals, confirmations, disputes, and a judge's decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from companion.eventstore import Entry, EventMetadata
from companion.eventstore.change_marks import is_overtaken
from companion.naming import one_line, result_said
from companion.tournaments import commands
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

WITHOUT_STANDINGS = ("elimination", "double")
MOST_POINTS, LONGEST_REASON, LONGEST_DELAY_S = 20_000, 200, 31 * 24 * 3600


def result_event(state: TournamentState, fixture: FixtureState, command: commands.Command) -> Event | None:
    """The event of a command about one match; None where it changes nothing. Raises TournamentRefused."""
    if len(fixture.entrants) < 2:
        refuse("not ready", CONFLICT)
    if isinstance(command, commands.MissBoth) and command.void is None:
        command = replace(command, void=state.plan.nobody == "void" and not fixture.pairing.is_knockout)
    event = _decided(state, fixture, command)
    begun = [later for later in following(state.fixtures, fixture.number) if later.is_spoken_of]
    if event and begun and _turns(fixture, event):
        refuse("later played", CONFLICT, after=begun[0].number)
    return event


def _turns(fixture: FixtureState, event: Event) -> bool:
    """Whether ``event`` would change the winner of the match."""
    said = EventMetadata(author="", key="")
    entry = Entry(match="", number=0, kind="", text="", rules="", program="", at_s=0.0, said=said)
    return folded(fixture, event, entry).winner != fixture.winner


def _decided(state: TournamentState, fixture: FixtureState, command: commands.Command) -> Event | None:
    match command:
        case commands.Propose():
            return _proposed(fixture, command)
        case commands.AcceptPoints():
            return _agreed(fixture, command)
        case commands.Dispute():
            return _disputed(fixture, command)
        case commands.Rule():
            return _ruled(fixture, command)
        case commands.WalkOver():
            return _walked_over(fixture, command)
        case commands.MissBoth():
            return _missed(fixture, command)
        case commands.Penalise():
            return penalised(state, command, fixture)
        case _:
            raise TypeError(command)


def reason(written: str) -> str:
    """The reason as one line. Raises TournamentRefused for an empty or too long one."""
    return _within(written) or refuse("reason first")


def _within(written: str) -> str:
    """``written`` in one line. Raises TournamentRefused where it is too long."""
    plain = one_line(written)
    return plain if len(plain) <= LONGEST_REASON else refuse("reason long", most=LONGEST_REASON)


def penalised(state: TournamentState, command: commands.Penalise, fixture: FixtureState | None) -> Penalised:
    """The event of a penalty or bonus, in a match or in the standings. Raises TournamentRefused."""
    if command.entrant not in (fixture.entrants if fixture else state.entrants):
        refuse("no such entrant", MISSING)
    if not 0 < abs(command.points) <= MOST_POINTS:
        refuse("points absurd")
    if fixture and fixture.unplayed:
        refuse("not played", CONFLICT)
    if fixture is None and state.plan.format in WITHOUT_STANDINGS:
        refuse("other format", CONFLICT)
    number = fixture.number if fixture else None
    return Penalised(entrant=command.entrant, points=command.points, reason=reason(command.reason), fixture=number)


def _proposed(fixture: FixtureState, command: commands.Propose) -> Event | None:
    points, side, slip = _points(fixture, command.hand, command.points), _side(command.side), fixture.slip(command.hand)
    if slip and slip.is_settled:
        return None if slip.points == points else _settled(slip)
    _unless_over(fixture)
    _follows(fixture, command.hand)
    if slip and slip.side != side and isinstance(command, commands.ProposeAlone):
        refuse("own proposal", CONFLICT)
    if slip is None or slip.side == side or slip.standing == "disputed":
        if slip and slip.points == points and slip.standing == "proposed":
            return None
        if slip:
            _unless_overtaken(slip, command.seen)
        late_s = min(max(command.late_s, 0), LONGEST_DELAY_S)
        return Proposed(fixture=fixture.number, hand=command.hand, points=points, side=side, late_s=late_s)
    if slip.points == points:
        return PointsAccepted(fixture=fixture.number, hand=command.hand, side=side)
    return Disputed(fixture=fixture.number, hand=command.hand, side=side, points=points, reason="")


def as_it_ended(state: TournamentState, event: Proposed, now_s: float) -> Proposed:
    """The proposal of a hand that was proposed before, so late that the hand ends when it did; others unchanged."""
    fixture = state.fixtures[event.fixture]
    before = fixture.slip(event.hand)
    if before is None:
        return event
    ended_s = fixture.clock.shown_s(before.ended_min)
    since_s = 0 if ended_s is None else round(now_s - ended_s)
    return replace(event, late_s=min(max(event.late_s, since_s), LONGEST_DELAY_S))


def _agreed(fixture: FixtureState, command: commands.AcceptPoints) -> PointsAccepted | None:
    slip, side = _spoken_of(fixture, command.hand), _side(command.side)
    _unless_overtaken(slip, command.seen)
    if slip.is_settled:
        return None
    _unless_over(fixture)
    if slip.side == side:
        refuse("own proposal", CONFLICT)
    return PointsAccepted(fixture=fixture.number, hand=command.hand, side=side)


def _disputed(fixture: FixtureState, command: commands.Dispute) -> Disputed | None:
    slip, side = _spoken_of(fixture, command.hand), _side(command.side)
    if slip.is_settled:
        _settled(slip)
    _unless_over(fixture)
    if slip.side == side:
        refuse("own proposal", CONFLICT)
    _unless_overtaken(slip, command.seen)
    instead = _points(fixture, command.hand, command.points) if command.points else None
    why = _within(command.reason)
    if slip.standing == "disputed" and (slip.instead, slip.reason) == (instead, why):
        return None
    return Disputed(fixture=fixture.number, hand=command.hand, side=side, points=instead, reason=why)


def _ruled(fixture: FixtureState, command: commands.Rule) -> Ruled | None:
    slip = fixture.slip(command.hand)
    points = None if command.remove else _points(fixture, command.hand, command.points)
    if (slip is None and points is None) or _says_nothing_new(slip, points, command):
        return None
    if command.seen != (slip.points if slip else ()):
        refuse("changed meanwhile", CONFLICT, **_difference(command, slip))
    if slip is None and command.hand != WHOLE_MATCH:
        _follows(fixture, command.hand)
    why = reason(command.reason) if slip or command.reason.strip() else ""
    old = slip.points if slip else None
    return Ruled(fixture=fixture.number, hand=command.hand, old=old, points=points, reason=why)


def _says_nothing_new(slip: ResultSheet | None, points: tuple[int, ...] | None, command: commands.Rule) -> bool:
    """Whether a judge has decided so before; a reason where there was none is new."""
    same = slip is not None and slip.standing == "ruled" and slip.points == points
    return same and (bool(slip and slip.reason) or not command.reason.strip())


def _walked_over(fixture: FixtureState, command: commands.WalkOver) -> WalkedOver:
    _unless_over(fixture)
    points = fixture.rules.walkover_points if command.points is None else command.points
    if not 0 <= points <= MOST_POINTS:
        refuse("points absurd")
    return WalkedOver(
        fixture=fixture.number, present=_side(command.present), points=points, reason=reason(command.reason)
    )


def _missed(fixture: FixtureState, command: commands.MissBoth) -> Unattended:
    _unless_over(fixture)
    return Unattended(fixture=fixture.number, counts=not command.void, reason=reason(command.reason))


def _unless_over(fixture: FixtureState) -> None:
    """Refuse what sides say of a match that is over: a hand that still waits was played after the end."""
    if fixture.is_over:
        refuse("match over", CONFLICT)


def _spoken_of(fixture: FixtureState, hand: int) -> ResultSheet:
    return fixture.slip(hand) or refuse("nothing proposed", CONFLICT)


def _settled(slip: ResultSheet) -> NoReturn:
    refuse("settled already", CONFLICT, hand=slip.hand, points=shown(slip.points))


def _unless_overtaken(slip: ResultSheet, seen: str) -> None:
    """Refuse what was said of other points than those there are, by the mark that was ``seen``."""
    if is_overtaken(seen, slip.mark):
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
    if hand < 0 or (hand > 1 and hand - 1 not in said | fixture.removed):
        refuse("hand missing", CONFLICT, hand=max(said, default=0) + 1)


def shown(points: tuple[int, ...]) -> dict[str, str]:
    """The points as text, by language; a dash where there are none."""
    return {language: result_said(points, language) for language in LANGUAGES}


def _difference(command: commands.Rule, slip: ResultSheet | None) -> dict[str, object]:
    return {
        "seen": shown(command.seen),
        "now": shown(slip.points if slip else ()),
        "by": slip.author if slip else "—",
        "reason": slip.reason if slip else "—",
    }
