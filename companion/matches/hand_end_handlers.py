"""Handlers for the end of a hand: racks shown, points entered, the score confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast, get_args

from companion.match_commands import Count, Note
from companion.matches.events import Confirmed, Counted, Moves, Noted
from companion.matches.hand_scoring import count, unknown_racks
from companion.matches.hand_state import HandState
from companion.matches.meld_outlines import outlined_melds
from companion.matches.observation_handlers import corrected_melds
from companion.matches.wording import of_field, refusal
from companion.naming import named
from companion.refusal import TableRefused
from companion.view_models.names import listed
from engine.hand.apply import apply, replay
from engine.hand.hand_file import MuertoState
from engine.hand.moves import Close, Move, ShowRack, StockOut, TakeClosingTile, TakeMuerto
from engine.hand.state import TableState
from engine.inference.observation import SeenMeld
from engine.melds.canasta_marks import MarkedMeld, parse_marked_table
from engine.melds.melds import judge_meld
from engine.placed_tile import parse_tiles
from engine.rule_and_tile_words import LANGUAGES
from engine.rules.rules import Rules
from engine.scoring.canastas import against_mark
from engine.tiles import Tile


def counted_event(hand: HandState, command: Count) -> Counted:
    """The event that scores a hand, without values that are already recorded."""
    _check(hand, command)
    moves = _put_right(hand, command)
    ended = _end(command) if hand.is_over else ""  # else the moves tell it
    return Counted(
        hand=hand.number,
        moves=moves,
        muertos=cast(tuple[MuertoState, ...], command.muertos) or hand.muertos,
        ended=ended or hand.said_end,
        partial=command.partial,
        outlined=outlined_melds(command.outlined),
    )


def noted_event(hand: HandState, command: Note) -> Noted:
    """The event for points that people counted."""
    teams = len(hand.agreement.sides)
    if len(command.points) not in (0, teams):
        raise TableRefused(refusal("points by team", count=teams))
    return Noted(hand=hand.number, points=command.points)


def confirmed_event(hand: HandState) -> Confirmed:
    """The event that confirms the score of a hand. Raises TableRefused before the score is known."""
    if hand.noted is not None:
        return Confirmed(hand=hand.number)
    if not hand.is_over:
        raise TableRefused(refusal("not over"), 409, "closer")
    score = count(hand)
    unknown = unknown_racks(hand)
    if unknown and not score.void:
        names = [hand.agreement.players[seat] for seat in unknown]
        key = "rack unknown" if len(names) == 1 else "racks unknown"
        reasons = {language: refusal(key, names=listed(names, language))[language] for language in LANGUAGES}
        raise TableRefused(reasons, 409, f"racks.{unknown[0]}")
    if score.impossible:
        parts = {language: score.impossible[0].sentence(language) for language in LANGUAGES}
        reasons = {
            language: refusal("cannot be counted", reason=named(said, hand.agreement.players))[language]
            for language, said in parts.items()
        }
        raise TableRefused(reasons, 409)
    return Confirmed(hand=hand.number)


def _check(hand: HandState, command: Count) -> None:
    """Raise TableRefused for unknown seats, teams and muertos."""
    seats, teams = len(hand.agreement.players), len(hand.agreement.sides)
    closer = () if command.closer is None else (command.closer,)
    for seat in (*closer, *command.racks):
        if not 0 <= seat < seats:
            raise TableRefused(refusal("no such seat", seat=seat + 1))
    for team in command.melds:
        if not 0 <= team < teams:
            raise TableRefused(refusal("no such seat", seat=team + 1))
    for muerto in command.muertos:
        if muerto not in get_args(MuertoState) or len(command.muertos) != teams:
            raise TableRefused(refusal("no such muerto", muerto=muerto[:20]), field="muertos")


def _tiles(seat: int, written: str) -> tuple[Tile, ...]:
    with of_field(f"racks.{seat}"):
        return parse_tiles(written)


def _end(command: Count) -> str:
    if command.stock_out:
        return "stock_out"
    return "" if command.closer is None else str(command.closer)


def _put_right(hand: HandState, command: Count) -> Moves:
    """The corrections that turn the hand into the stated final one, its end last.

    Tiles must leave one place before they arrive at another: racks are corrected before melds, or after them where that
    preserves more, and the closing tile was taken where tiles are missing without it.
    """
    taken = () if hand.is_over else tuple(_muertos(hand.state, command))
    state = replay(hand.state, taken, hand.rules).state
    melds = tuple(_corrected(hand, command, state))
    racks = {seat: _tiles(seat, written) for seat, written in command.racks.items()}
    known = {seat: rack.known for seat, rack in enumerate(hand.state.racks) if rack.is_known}
    counted = known | racks
    shrinking_first = sorted(counted, key=lambda seat: (len(counted[seat]) - state.racks[seat].count, seat))
    shown = tuple(ShowRack(seat, counted[seat]) for seat in shrinking_first)
    closing = (TakeClosingTile(command.closer or 0),) if state.closing_tile and not hand.is_over else ()
    ways = [(*first, *taken, *way) for first in {(), closing} for way in ((*shown, *melds, *shown), (*melds, *shown))]
    heard = (_heard(hand.state, way, hand.rules) for way in ways)
    moves = min(heard, key=lambda way: (way.refused, len(way.moves))).moves
    return moves if hand.is_over else (*moves, *_ending(replay(hand.state, moves, hand.rules).state, command))


@dataclass(frozen=True, slots=True)
class _EffectiveMoves:
    """The effective ones of some moves, and the number of impossible ones."""

    moves: Moves
    refused: int


def _heard(state: TableState, moves: Iterable[Move], rules: Rules) -> _EffectiveMoves:
    found: list[Move] = []
    refused = 0
    for move in moves:
        applied = apply(state, move, rules)
        is_idle = applied.state == state or (isinstance(move, ShowRack) and _is_shown(state, move))
        if is_idle:
            refused += bool(applied.violations)
            found += [move] if applied.violations else []
            continue
        found.append(move)
        state = applied.state
    return _EffectiveMoves(tuple(found), refused)


def _is_shown(state: TableState, move: ShowRack) -> bool:
    """Whether a rack is known to hold these tiles."""
    rack = state.racks[move.seat]
    return rack.is_known and Counter(rack.known) == Counter(move.tiles)


def _muertos(state: TableState, command: Count) -> Iterator[Move]:
    """The seats that took a muerto which only a statement reports: the closer, or the player with the largest rack."""
    for index, said in enumerate(command.muertos[: len(state.teams)]):
        team = state.teams[index]
        if said != "untaken" and team.muerto == "untaken" and state.muertos:
            held = {seat: len(command.racks.get(seat, "").split()) for seat in team.seats}
            if said == "unplayed":  # its holder has just it
                held = {seat: count if count == state.muertos[0] else 0 for seat, count in held.items()}
            has_closed = said == "played" and command.closer in team.seats
            seat = (
                command.closer if has_closed and command.closer is not None else max(held, key=lambda seat: held[seat])
            )
            yield TakeMuerto(seat, direct=said == "played")


def _ending(state: TableState, command: Count) -> Iterator[Move]:
    if command.stock_out:
        yield StockOut()
    elif command.closer is not None:
        thrown = state.previous == command.closer and not state.turn.drawn
        yield Close(command.closer, "discard" if thrown else "meld_out")


def _check_marks(melds: Iterable[MarkedMeld], rules: Rules) -> None:
    """Raise TableRefused for a canasta whose mark contradicts its tiles."""
    for row, mark in melds:
        for fault in against_mark(judge_meld(row, rules), mark, rules):
            raise TableRefused({language: fault.sentence(language) for language in LANGUAGES}, 422)


def _corrected(hand: HandState, command: Count, state: TableState) -> Iterator[Move]:
    """The corrections to the melds of the sides that were entered."""
    common = hand.rules.meld_owner == "table"
    for team, written in sorted(command.melds.items()):
        owner = None if common else team
        with of_field(f"melds.{team}"):
            marked = [*parse_marked_table(written)] if written.strip() else []
            _check_marks(marked, hand.rules)
        rows = [SeenMeld(row, owner) for row, _ in marked]
        known = state.melds_of(team) if not common else state.melds
        yield from corrected_melds(state, known, rows, None if common else team)
