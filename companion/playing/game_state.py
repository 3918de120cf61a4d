"""A game on the screen, folded from its entries: who sits, the hands, and how each stands."""

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
from companion.playing.hand_in_play import HandInPlay
from companion.playing.orders import Strength
from engine.simulation.dealing import dealt
from engine.tournament.match import Match, MatchVerdict, PlayedHand, judge_match, next_starter

Standing = Literal["waiting", "playing", "hand_over", "over"]
TAKES_OVER: Strength = "middle"
"""The program that plays on for who got up or is away."""
_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A seat, and who sits there."""

    name: str
    program: Strength | None = None
    token: str = ""
    """The hash of what opens it; empty where no person sits."""
    is_away: bool = False
    """Whether a program plays until the person is back."""

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.program or self.token)

    @property
    def player(self) -> Strength | None:
        """The program that plays there now, where one does."""
        return TAKES_OVER if self.is_away else self.program


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """El juego as it stands."""

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
        """The hand that was dealt last."""
        return self.hands[-1] if self.hands else None

    @property
    def host(self) -> int:
        """Who decides about those that are away: the first who sits there, as a rule whoever began the game."""
        return next((at for at, seat in enumerate(self.seats) if seat.token), 0)

    @property
    def standing(self) -> Standing:
        """Whether somebody is waited for, a hand is being played, or the next may be dealt; over once nobody sits."""
        if self.revision > 1 and not any(seat.token for seat in self.seats):
            return "over"
        if self.hand is None:
            return "waiting"
        if self.hand.state.ended is None:
            return "playing"
        return "over" if self.verdict().next == "over" else "hand_over"

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, while a hand is being played."""
        return self.hand.state.turn.seat if self.hand and self.standing == "playing" else None

    def tally(self) -> Match:
        """The hands that are over."""
        return Match(self.agreement.sides, self.played)

    def verdict(self) -> MatchVerdict:
        """What comes next, and who has won."""
        return judge_match(self.tally(), self.agreement.rules)

    def next_starter(self) -> int:
        """The seat that starts the next hand, after the first."""
        first = self.hands[0].start.state.turn.seat
        return next_starter(self.tally(), first, len(self.seats), self.agreement.rules)


def read_on(game: str, entries: Entries, known: GameState | None) -> GameState | None:
    """The game after all ``entries``, of which ``known`` has the first; nothing where it was never begun."""
    return game_state(game, entries(known.revision if known else 0), known)


def game_state(game: str, entries: Iterable[Entry], known: GameState | None = None) -> GameState | None:
    """The game after ``entries``, which follow those of ``known``."""
    story = known
    for entry in entries:
        event = read_event(entry.kind, entry.text)
        if story is None:
            story = _opened(game, event, entry)
        else:
            story = replace(_then(story, event, entry), revision=entry.number, changed_s=entry.at_s)
    return story


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


def _then(story: GameState, event: Event, entry: Entry) -> GameState:
    match event:
        case Sat(seat=seat, name=name, token=token):
            return _renamed(_with_seat(story, seat, SeatHolder(name, None, token)))
        case SeatLeft(seat=seat):
            return _left(_with_seat(story, seat, SeatHolder(story.seats[seat].name, TAKES_OVER)), seat)
        case StoodIn(seat=seat):
            return _left(_with_seat(story, seat, replace(story.seats[seat], is_away=True)), seat)
        case CameBack(seat=seat):
            return _with_seat(story, seat, replace(story.seats[seat], is_away=False))
        case Paced(pace_ms=pace_ms):
            return replace(story, pace_ms=pace_ms)
        case Shuffled(hand=number, starter=starter, bag=bag):
            rules = story.agreement.rules
            totals = story.tally().totals(rules) if rules.first_meld_by_total else ()
            start = dealt(bag, story.agreement.dealt(starter, totals), rules)
            return replace(story, hands=(*story.hands, HandInPlay.begun(number, start, rules)))
        case Played(moves=moves):
            return _counted(_with_hand(story, _of(story).then(entry.number, moves)), entry)
        case TakenBack():
            return _with_hand(story, _of(story).taken_back())
        case Opened():
            return story


def _of(story: GameState) -> HandInPlay:
    if story.hand is None:
        raise ValueError("moves of a hand that was never dealt")
    return story.hand


def _with_hand(story: GameState, hand: HandInPlay) -> GameState:
    return replace(story, hands=(*story.hands[:-1], hand))


def _with_seat(story: GameState, seat: int, seated: SeatHolder) -> GameState:
    return replace(story, seats=(*story.seats[:seat], seated, *story.seats[seat + 1 :]))


def _renamed(story: GameState) -> GameState:
    """The game with the names of those who sit; the sides of players who play alone go by theirs."""
    agreement = story.agreement
    names = tuple(seat.name for seat in story.seats)
    alone = agreement.sides == agreement.players
    sides = names if alone else tuple(
        " + ".join(names[seat::len(agreement.sides)]) for seat in range(len(agreement.sides))
    )  # fmt: skip
    return replace(story, agreement=replace(agreement, players=names, sides=sides, title=" · ".join(sides)))


def _left(story: GameState, seat: int) -> GameState:
    """What was begun in the turn of who got up or is away is taken back, so that the program finds a lawful table."""
    hand = story.hand
    if hand is None or hand.state.turn.seat != seat:
        return story
    return _with_hand(story, hand.taken_back(len(hand.back)))


def _counted(story: GameState, entry: Entry) -> GameState:
    """The game with the points of a hand that has just ended."""
    score = _of(story).score()
    if score is None:
        return story
    points = () if score.void else tuple(score.totals[side] for side in story.agreement.sides)
    minutes = max(entry.at_s - story.began_s, 0.0) / _MINUTE_S
    return replace(story, played=(*story.played, PlayedHand(points, minutes)))
