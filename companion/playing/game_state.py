"""The state of a screen game, folded from its events: seats, hands, and scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from companion.eventstore import Entry
from companion.eventstore.state_cache import Entries
from companion.matches.agreement import Agreement
from companion.playing.events import (
    CameBack,
    Event,
    Opened,
    Paced,
    Played,
    Sat,
    SeatLeft,
    Shuffled,
    StoodIn,
    TakenBack,
    read_event,
)
from companion.playing.game_commands import Strength
from companion.playing.hand_in_play import HandInPlay
from engine.simulation.dealer_state import begin_hand
from engine.tournament.match import Match, MatchVerdict, PlayedHand, judge_match, next_starter

Standing = Literal["waiting", "playing", "hand_over", "over"]
TAKES_OVER: Strength = "middle"
"""The strength of the program that substitutes for players who left or are away."""
_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A seat and its player."""

    name: str
    program: Strength | None = None
    token: str = ""
    """The hash of what opens it; empty where no person sits."""
    is_away: bool = False
    """Whether a program plays until the person is back."""

    @property
    def is_taken(self) -> bool:
        """Whether it has a player."""
        return bool(self.program or self.token)

    @property
    def player(self) -> Strength | None:
        """The computer player acting there now, if any."""
        return TAKES_OVER if self.is_away else self.program


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """El juego: the present state."""

    game: str
    revision: int
    began_s: float
    changed_s: float
    agreement: Agreement
    seats: tuple[SeatHolder, ...]
    pace_ms: int
    advice: bool
    hands: tuple[HandInPlay, ...] = ()
    played: tuple[PlayedHand, ...] = ()
    """The hands that are over, as the law of matches takes them."""

    @property
    def hand(self) -> HandInPlay | None:
        """The last dealt hand."""
        return self.hands[-1] if self.hands else None

    @property
    def host(self) -> int:
        """The seat that decides about absent players: the first person, usually the creator."""
        return next((at for at, seat in enumerate(self.seats) if seat.token), 0)

    @property
    def standing(self) -> Standing:
        """The phase: waiting for players, hand in play, next hand possible, or over."""
        if self.revision > 1 and not any(seat.token for seat in self.seats):
            return "over"
        if self.hand is None:
            return "waiting"
        if self.hand.state.ended is None:
            return "playing"
        return "over" if self.verdict().next == "over" else "hand_over"

    @property
    def to_move(self) -> int | None:
        """The seat in turn, while a hand is being played."""
        return self.hand.state.turn.seat if self.hand and self.standing == "playing" else None

    def tally(self) -> Match:
        """The finished hands."""
        return Match(self.agreement.sides, self.played)

    def verdict(self) -> MatchVerdict:
        """The match verdict: what comes next, and who has won."""
        return judge_match(self.tally(), self.agreement.rules)

    def next_starter(self) -> int:
        """The seat that starts the next hand, after the first."""
        first = self.hands[0].start.state.turn.seat
        return next_starter(self.tally(), first, len(self.seats), self.agreement.rules)


def read_on(game: str, entries: Entries, cached: GameState | None) -> GameState | None:
    """Fold all ``entries``, of which ``cached`` covers the first; None for an unknown game."""
    return game_state(game, entries(cached.revision if cached else 0), cached)


def game_state(game: str, entries: Iterable[Entry], cached: GameState | None = None) -> GameState | None:
    """Fold ``entries``, which follow those of ``cached``."""
    state = cached
    for entry in entries:
        event = read_event(entry.kind, entry.text)
        if state is None:
            state = _opened(game, event, entry)
        else:
            state = replace(_then(state, event, entry), revision=entry.number, changed_s=entry.at_s)
    return state


def _opened(game: str, event: Event, entry: Entry) -> GameState:
    if not isinstance(event, Opened):
        raise ValueError("a game begins with its opening")
    seats = zip(event.agreement.players, event.programs, strict=True)
    return GameState(
        game=game,
        revision=entry.number,
        began_s=entry.at_s,
        changed_s=entry.at_s,
        agreement=event.agreement,
        seats=tuple(SeatHolder(name, program) for name, program in seats),
        pace_ms=event.pace_ms,
        advice=event.advice,
    )


def _then(state: GameState, event: Event, entry: Entry) -> GameState:
    match event:
        case Sat(seat=seat, name=name, token=token):
            return _renamed(_with_seat(state, seat, SeatHolder(name, None, token)))
        case SeatLeft(seat=seat):
            return _left(_with_seat(state, seat, SeatHolder(state.seats[seat].name, TAKES_OVER)), seat)
        case StoodIn(seat=seat):
            return _left(_with_seat(state, seat, replace(state.seats[seat], is_away=True)), seat)
        case CameBack(seat=seat):
            return _with_seat(state, seat, replace(state.seats[seat], is_away=False))
        case Paced(pace_ms=pace_ms):
            return replace(state, pace_ms=pace_ms)
        case Shuffled(hand=number, starter=starter, bag=bag):
            rules = state.agreement.rules
            totals = state.tally().totals(rules) if rules.first_meld_by_total else ()
            start = begin_hand(bag, state.agreement.dealt(starter, totals), rules)
            return replace(state, hands=(*state.hands, HandInPlay.begun(number, start, rules)))
        case Played(moves=moves):
            return _counted(_with_hand(state, _of(state).then(entry.number, moves)), entry)
        case TakenBack():
            return _with_hand(state, _of(state).taken_back())
        case Opened():
            return state


def _of(state: GameState) -> HandInPlay:
    if state.hand is None:
        raise ValueError("moves of a hand that was never dealt")
    return state.hand


def _with_hand(state: GameState, hand: HandInPlay) -> GameState:
    return replace(state, hands=(*state.hands[:-1], hand))


def _with_seat(state: GameState, seat: int, seated: SeatHolder) -> GameState:
    return replace(state, seats=(*state.seats[:seat], seated, *state.seats[seat + 1 :]))


def _renamed(state: GameState) -> GameState:
    """The game with updated names; sides of single players are named after them."""
    agreement = state.agreement
    names = tuple(seat.name for seat in state.seats)
    alone = agreement.sides == agreement.players
    sides = names if alone else tuple(
        " + ".join(names[seat::len(agreement.sides)]) for seat in range(len(agreement.sides))
    )  # fmt: skip
    return replace(state, agreement=replace(agreement, players=names, sides=sides, title=" · ".join(sides)))


def _left(state: GameState, seat: int) -> GameState:
    """Undo the unfinished turn of a player who left or is absent, so that a program finds a lawful table."""
    hand = state.hand
    if hand is None or hand.state.turn.seat != seat:
        return state
    return _with_hand(state, hand.taken_back(len(hand.back)))


def _counted(state: GameState, entry: Entry) -> GameState:
    """The game with the points of the hand that just ended."""
    score = _of(state).score()
    if score is None:
        return state
    points = () if score.void else tuple(score.totals[side] for side in state.agreement.sides)
    minutes = max(entry.at_s - state.began_s, 0.0) / _MINUTE_S
    return replace(state, played=(*state.played, PlayedHand(points, minutes)))
