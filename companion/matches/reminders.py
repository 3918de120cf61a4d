"""Reminders of rules that players forget, shown to the side in turn at the right moment."""

from __future__ import annotations

from collections.abc import Iterator

from companion.matches.hand_state import HandState
from engine.hand.empty_rack import judge_empty_rack
from engine.hand.lay_moves import out_of_tiles
from engine.hand.state import TableState, TeamTable, is_barred

_NEARLY_OUT = 2
"""Tiles on the rack of who may be out of them when this turn ends: one to lay, one to throw."""


def reminders(hand: HandState) -> Iterator[str]:
    """The keys of the rules that matter to the side in turn now: asking the partner once before a close (004:45),
    showing the rack before the muerto is taken (001:63)."""
    state, rules = hand.state, hand.rules
    if hand.standing != "playing":
        return
    team = state.teams[state.team_of(state.turn.seat)]
    if rules.consult_partner and len(team.seats) > 1 and _may_close(hand):
        yield "consult_partner"
    if rules.show_rack_to_take_muerto and _may_take_muerto(hand, state, team):
        yield "show_rack_to_take_muerto"


def _may_close(hand: HandState) -> bool:
    """Whether the player in turn would close the hand by running out of tiles."""
    ways = (out_of_tiles(hand.state, hand.state.turn.seat, by, hand.rules) for by in hand.rules.close_by)
    return any(judge_empty_rack(rack, hand.rules).ending == "close" for rack in ways)


def _may_take_muerto(hand: HandState, state: TableState, team: TeamTable) -> bool:
    seat = state.turn.seat
    is_near = state.racks[seat].count <= _NEARLY_OUT
    return bool(state.muertos) and team.muerto == "untaken" and is_near and not is_barred(state, seat, hand.rules)
