"""What people forget at a table: rules of which the page reminds the side in turn when their moment has come."""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.hand_story import HandStory
from engine.melds import canasta_of
from engine.state import TableState, TeamTable, is_barred

_NEARLY_OUT = 2
"""Tiles on the rack of who may be out of them when this turn ends: one to lay, one to throw."""


def reminders(hand: HandStory) -> Iterator[str]:
    """The keys of the rules that matter to the side in turn now: asking the partner once before a close (004:45),
    showing the rack before the muerto is taken (001:63)."""
    state, rules = hand.state, hand.rules
    if hand.standing != "playing":
        return
    team = state.teams[state.team_of(state.turn.seat)]
    if rules.consult_partner and len(team.seats) > 1 and _may_close(hand, team):
        yield "consult_partner"
    if rules.show_rack_to_take_muerto and _may_take_muerto(hand, state, team):
        yield "show_rack_to_take_muerto"


def _may_close(hand: HandStory, team: TeamTable) -> bool:
    rules, state = hand.rules, hand.state
    laid = [canasta_of(meld.verdict, rules) for meld in state.melds_of(state.team_of(state.turn.seat))]
    canastas = [canasta for canasta in laid if canasta]
    lacks_canasta = rules.close_needs_canasta and len(canastas) < rules.canastas_to_close
    lacks_pura = rules.close_needs_pura and "pure" not in canastas
    lacks_muerto = rules.close_needs_muerto and team.muerto == "untaken"
    return not (lacks_canasta or lacks_pura or lacks_muerto)


def _may_take_muerto(hand: HandStory, state: TableState, team: TeamTable) -> bool:
    seat = state.turn.seat
    is_near = state.racks[seat].count <= _NEARLY_OUT
    return bool(state.muertos) and team.muerto == "untaken" and is_near and not is_barred(state, seat, hand.rules)
