"""The view of a game for one seat, built only from what that seat has followed, never from the dealer's state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.matches.points_by_kind import part_of
from companion.naming import named
from companion.playing.game_state import GameState
from companion.playing.hand_in_play import HandInPlay, SeatMove
from companion.playing.legal_actions import possible
from companion.playing.wording import said
from companion.rule_questions.rule_books import rules_title
from companion.view_models.game import (
    GameCard,
    GameHand,
    GameLine,
    GameMeld,
    GameResult,
    GameRules,
    GameSeat,
    GameTeam,
    GameView,
)
from companion.view_models.hand import TileInMeld
from engine.hand.moves import UNSEEN, Close, seen_notation
from engine.hand.state import LaidMeld, TableState
from engine.melds.melds import canasta_of
from engine.placed_tile import PlacedTile, notation
from engine.rules.rules import Rules
from engine.scoring.score_sheets import HandScore

MOST_LINES = 40
"""The maximum number of a hand's moves in the view."""


def game_view(state: GameState, seat: int | None, language: str, match: str) -> GameView:
    """The game as ``seat`` or a spectator sees it; finished hands are stored as ``match``."""
    hand = state.hand
    return GameView(
        game=state.game,
        revision=state.revision,
        seat=seat,
        standing=state.standing,
        advice=state.advice,
        pace_ms=state.pace_ms,
        rules=_rules(state.agreement.rules, language),
        seats=tuple(_seats(state)),
        teams=tuple(_teams(state)),
        hand=_hand(hand, seat) if hand else None,
        may=possible(state, seat) if seat is not None else (),
        log=tuple(_lines(state, hand.seat_moves[-MOST_LINES:], seat, language)) if hand else (),
        result=_result(state, hand, language, match) if hand and hand.state.ended else None,
    )


def card(state: GameState, seat: int | None, language: str) -> GameCard:
    """The list entry of a game for the player at ``seat``."""
    return GameCard(
        game=state.game,
        title=state.agreement.title,
        rules=rules_title(state.agreement.rules.name, language),
        players=tuple(place.name if place.is_taken else None for place in state.seats),
        free=tuple(at for at, seat in enumerate(state.seats) if not seat.is_taken),
        seat=seat,
        standing=state.standing,
    )


def _rules(rules: Rules, language: str) -> GameRules:
    return GameRules(
        name=rules.name,
        title=rules_title(rules.name, language),
        common_table=rules.meld_owner == "table",
        draw_or_play=rules.draw_or_play,
        discard_ends_turn=rules.discard_ends_turn,
        pozo_take=rules.pozo_take,
        has_muertos=bool(rules.muertos),
        closing_tile=rules.closing_tile,
        first_meld_min=rules.first_meld_min or 0,
        target=rules.target,
    )


def _seats(game_state: GameState) -> Iterator[GameSeat]:
    state = game_state.hand.state if game_state.hand else None
    sides = len(game_state.agreement.sides)
    for at, seat in enumerate(game_state.seats):
        yield GameSeat(
            seat=at,
            name=seat.name if seat.is_taken else "",
            program=seat.program,
            here=seat.is_taken,
            away=seat.is_away,
            team=at % sides,
            count=state.racks[at].count if state else 0,
            opened=at in state.opened if state else False,
        )


def _teams(state: GameState) -> Iterator[GameTeam]:
    totals = state.tally().totals(state.agreement.rules)
    for at, name in enumerate(state.agreement.sides):
        seats = tuple(range(at, len(state.seats), len(state.agreement.sides)))
        muerto = state.hand.state.teams[at].muerto if state.hand else "untaken"
        yield GameTeam(name, seats, muerto, totals[at])


def _hand(hand: HandInPlay, seat: int | None) -> GameHand:
    seen = hand.view(seat)
    covered = hand.rules.pozo_display == "covered"
    pozo = [seen_notation([tile]) for tile in seen.pozo]
    return GameHand(
        number=hand.number,
        turn=seen.turn.seat,
        drawn=seen.turn.drawn,
        taken=tuple(seen_notation([tile]) for tile in seen.turn.taken),
        rack=None if seat is None else tuple(map(str, seen.racks[seat].known)),
        melds=tuple(_meld(meld, seen, seat, hand.rules) for meld in seen.melds),
        pozo=(*(UNSEEN for _ in pozo[:-1]), *pozo[-1:]) if covered else tuple(pozo),
        mazo=seen.mazo,
        muertos=seen.muertos,
        closing_tile=seen_notation(seen.closing_tile) or None,
        new_meld=seen.next_number,
    )


def _meld(meld: LaidMeld, state: TableState, seat: int | None, rules: Rules) -> GameMeld:
    verdict = meld.verdict
    lacks = None if rules.canasta_len is None else max(rules.canasta_len - len(meld.row), 0)
    return GameMeld(
        number=meld.number,
        team=meld.team,
        tiles=tuple(_tiles(meld.row)),
        meld=notation(meld.row),
        kind=verdict.kind,
        lawful=verdict.lawful,
        canasta=canasta_of(verdict, rules),
        to_canasta=lacks,
        points=verdict.points,
        mine=seat is not None and meld.team in (None, state.team_of(seat)),
    )


def _tiles(row: Iterable[PlacedTile]) -> Iterator[TileInMeld]:
    for placed in row:
        yield TileInMeld(str(placed.tile), str(placed.stands_for) if placed.stands_for else None)


def _lines(state: GameState, moves: Iterable[SeatMove], seat: int | None, language: str) -> Iterator[GameLine]:
    for entry in moves:
        event = entry.as_seen(seat)
        yield GameLine(
            number=entry.number,
            seat=getattr(event.move, "seat", None),
            move=str(event.move),
            says=named(event.sentence(language), state.agreement.players),
            undone=entry.undone,
        )


def _parts(score: HandScore | None) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What the points of each side are for, in the order of its score sheet."""
    sheets = score.sheets if score else ()
    counted = [Counter[str]() for _ in sheets]
    for count, sheet in zip(counted, sheets, strict=True):
        for line in sheet.lines:
            count[part_of(line.reason)] += line.points
    for part in dict.fromkeys(part for count in counted for part in count):
        yield part, tuple(count[part] for count in counted)


def _result(state: GameState, hand: HandInPlay, language: str, match: str) -> GameResult:
    verdict, played, ended = state.verdict(), state.played[-1], hand.state.ended
    key = "ended by close" if isinstance(ended, Close) else "ended by stock"
    name = state.agreement.players[ended.seat] if isinstance(ended, Close) else ""
    return GameResult(
        ended=said(key, name=name)[language],
        points=played.points,
        parts=tuple(_parts(hand.score())) if played.points else (),
        totals=verdict.totals,
        winners=tuple(at for at, side in enumerate(state.agreement.sides) if side in verdict.winners),
        racks=tuple(tuple(map(str, rack.known)) for rack in hand.state.racks),
        match=match,
        hand=hand.number,
    )
