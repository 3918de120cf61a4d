"""Command handlers of a screen game: from a command and the state to an event, or a refusal with its reason."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.house_rules.rules_codec import OpenRules
from companion.match_commands import Agree
from companion.matches.agreement import agree
from companion.matches.command_handlers import reasons
from companion.matches.view_hand import violation_views
from companion.naming import key_of, one_line
from companion.playing import game_commands
from companion.playing.absence import come_back_event, stand_in_event
from companion.playing.events import Event, Opened, Paced, Played, Sat, SeatLeft, Shuffled, TakenBack
from companion.playing.game_commands import SeatAction
from companion.playing.game_state import GameState
from companion.playing.hand_in_play import HandInPlay
from companion.playing.wording import CONFLICT, FORBIDDEN, MISSING, PROGRAM_NAMES, refuse
from companion.refusal import GameRefused, TableRefused
from engine.hand import moves
from engine.hand.moves import Move, Redraw
from engine.hand.notation import parse_move
from engine.rules.verdict import Violation
from engine.simulation.dealer_state import after_move_and_consequences, may_give_up
from engine.tiles import NotationError, Tile, words_of

MOST_SEATS, LONGEST_NAME, LONGEST_MOVE, MOST_PACE_MS = 4, 60, 2000, 5000
_PLAYS = (
    moves.Draw | moves.Redraw | moves.TakePozo | moves.LayDown | moves.Extend | moves.SwapWild | moves.Rearrange
    | moves.Discard | moves.TakeMuerto | moves.TakeClosingTile | moves.EndTurn | moves.Close | moves.StockOut
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RandomChoices:
    """The random decisions: shuffles, and the starter."""

    shuffled: Callable[[Sequence[Tile]], Sequence[Tile]]
    lot: Callable[[int], int]


def _shuffled(bag: Sequence[Tile]) -> Sequence[Tile]:
    return secrets.SystemRandom().sample(bag, len(bag))


CHANCE = RandomChoices(_shuffled, secrets.randbelow)


def create_game_event(command: game_commands.Open, language: str, open_rules: OpenRules) -> Opened:
    """The first event of a game. Raises GameRefused, and RulesError for the rules."""
    if len(command.seats) > MOST_SEATS:
        refuse("many seats")
    if all(seat.program for seat in command.seats):
        refuse("no person")
    check_pace(command.pace_ms)
    names = tuple(_names(command.seats, language))
    try:
        agreement = agree(Agree(players=names, rules=command.rules, overrides=command.overrides), open_rules)
    except TableRefused as refused:
        raise GameRefused(refused.sentences, refused.status) from refused
    return Opened(agreement, tuple(seat.program for seat in command.seats), command.pace_ms, command.advice)


def _names(seats: Sequence[game_commands.SeatPlan], language: str) -> Sequence[str]:
    """The names by seat: computer players have fixed ones, people theirs or the seat number."""
    names = [checked_name(seat.name) for seat in seats]
    programs = [at for at, seat in enumerate(seats) if seat.program and not names[at]]
    for number, at in enumerate(programs, 1):
        names[at] = PROGRAM_NAMES.get(language, PROGRAM_NAMES["es"]).format(number=number)
    return names


def checked_name(name: str) -> str:
    """A normalised name. Raises GameRefused for one that is too long."""
    tidied = one_line(name)
    if len(tidied) > LONGEST_NAME:
        refuse("long name", most=LONGEST_NAME)
    return tidied


def check_pace(pace_ms: int) -> None:
    """Raise GameRefused for an invalid pause."""
    if not 0 <= pace_ms <= MOST_PACE_MS:
        refuse("bad pace", most=MOST_PACE_MS)


def sit_down_event(state: GameState, seat: int, name: str, token: str) -> Sat:
    """Handle a person sitting down. Raises GameRefused."""
    if not 0 <= seat < len(state.seats):
        refuse("no such seat", MISSING, seat=seat + 1)
    if state.seats[seat].is_taken:
        refuse("seat taken", CONFLICT)
    called = checked_name(name) or refuse("no name")
    others = (holder.name for at, holder in enumerate(state.seats) if at != seat)
    if key_of(called) in map(key_of, others):
        refuse("same names", CONFLICT)
    return Sat(seat, called, token)


def decide(
    state: GameState, command: SeatAction, seat: int, chance: RandomChoices = CHANCE, waited_s: float = 0.0
) -> Event:
    """Handle the command ``command`` of ``seat``, in a game idle for ``waited_s``. Raises GameRefused.

    And NotationError for malformed notation.
    """
    match command:
        case game_commands.Move():
            return _moved(state, _understood(command.move), seat)
        case game_commands.TakeBack():
            hand = _in_play(state)
            if hand.state.turn.seat != seat or not hand.back:
                refuse("nothing to undo", CONFLICT)
            return TakenBack(hand.number)
        case game_commands.NewHand():
            return next_hand(state, chance)
        case game_commands.LeaveSeat():
            return SeatLeft(seat)
        case game_commands.StandIn():
            return stand_in_event(state, seat, waited_s)
        case game_commands.ComeBack():
            return come_back_event(state, seat)
        case game_commands.SetPace():
            check_pace(command.pace_ms)
            return Paced(command.pace_ms)


def next_hand(state: GameState, chance: RandomChoices) -> Shuffled:
    """Deal the next hand. Raises GameRefused while another goes on, and once the game is over."""
    if state.standing == "playing":
        refuse("hand goes on", CONFLICT)
    if state.standing == "over":
        refuse("game over", CONFLICT)
    if not all(seat.is_taken for seat in state.seats):
        refuse("not begun", CONFLICT)
    starter = state.next_starter() if state.hands else chance.lot(len(state.seats))
    return Shuffled(len(state.hands) + 1, starter, tuple(chance.shuffled(state.agreement.rules.bag)))


def _understood(line: str) -> Move:
    """Parse a typed move; an exchange of the first tile need not name it."""
    if len(line) > LONGEST_MOVE:
        raise NotationError("not_a_move", text=line[:40])
    words = words_of(line)
    if words[1:] == ["redraw"] and words[0].isdecimal():
        return Redraw(int(words[0]))
    return parse_move(line)


def _in_play(state: GameState) -> HandInPlay:
    if state.hand is None:
        refuse("not begun", CONFLICT)
    if state.standing != "playing":
        refuse("hand over", CONFLICT)
    return state.hand


def _moved(state: GameState, move: Move, seat: int) -> Played:
    hand = _in_play(state)
    if not isinstance(move, _PLAYS) or (isinstance(move, moves.Discard) and move.tile is None):
        refuse("not a play", move=str(move)[:60])
    if getattr(move, "seat", seat) != seat:
        refuse("not your seat", FORBIDDEN)
    if isinstance(move, moves.StockOut) and not may_give_up(hand.state, seat):
        refuse("not your turn", CONFLICT)
    done = after_move_and_consequences(hand.dealing, move, hand.rules)
    if done.violations:
        raise unlawful(state, done.violations)
    return Played(hand.number, done.moves)


def unlawful(state: GameState, violations: Sequence[Violation]) -> GameRefused:
    """The refusal of a move, with every broken rule."""
    refused = GameRefused(reasons(violations, state.agreement.players), CONFLICT)
    refused.violations = lambda language: violation_views(violations, state.agreement, language)
    return refused
