"""Store a finished hand as a hand of a match: scored, listed and replayed like a recorded one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from companion.match_commands import Sender
from companion.matches.events import Agreed, Confirmed, Dealt, Event, Moved
from companion.matches.service import MatchService
from companion.playing.game_state import GameState
from companion.playing.hand_in_play import HandInPlay
from engine.hand.moves import Discard, EndTurn, Move, ShowPozo, ShowRack

_ID_LETTERS = 10


def match_of(game: str) -> str:
    """The name of the match that stores the hands of a game."""
    return sha256(f"game {game}".encode()).hexdigest()[:_ID_LETTERS]


class FinishedHands:
    """Stores every finished hand of a game in its match, including hands missed because of a crash or a full disk."""

    def __init__(self, matches: MatchService) -> None:
        self._matches = matches
        self._stored: dict[str, int] = {}
        """How many hands of each game are known to be in its match."""

    def lacking(self, state: GameState) -> Sequence[HandInPlay]:
        """The finished hands that may not be in the match yet."""
        return [hand for hand in state.hands[self._stored.get(state.game, 0) :] if hand.state.ended is not None]

    def keep(self, state: GameState) -> None:
        """Append the finished hands that the match does not have yet. Idempotent. Raises TableRefused."""
        for hand in self.lacking(state):
            _keep_hand(self._matches, state, hand)
            self._stored[state.game] = hand.number


def _keep_hand(matches: MatchService, state: GameState, hand: HandInPlay) -> None:
    events = [*([Agreed(state.agreement)] if hand.number == 1 else []), *_events(hand)]
    author = next(seat.name for seat in state.seats)
    sender = Sender(author=author, key=f"{state.game} {hand.number}")
    matches.take_down(match_of(state.game), events, state.agreement.version, sender)


def _events(hand: HandInPlay) -> Iterator[Event]:
    start = hand.start.state
    yield Dealt(hand=hand.number, starter=start.turn.seat)
    shown: list[Move] = [ShowRack(seat, rack.known) for seat, rack in enumerate(start.racks)]
    if start.pozo:
        shown.append(ShowPozo(start.pozo))
    yield Moved(hand=hand.number, moves=tuple(shown), origin="typed")
    for turn in _turns(hand.moves):
        yield Moved(hand=hand.number, moves=turn, origin="typed")
    yield Confirmed(hand=hand.number)


def _turns(moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """The moves, turn by turn."""
    turn: tuple[Move, ...] = ()
    for at, move in enumerate(moves):
        turn += (move,)
        follows = getattr(moves[at + 1], "seat", None) if at + 1 < len(moves) else None
        if isinstance(move, Discard | EndTurn) and follows != move.seat:
            yield turn
            turn = ()
    if turn:
        yield turn
