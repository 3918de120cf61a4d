"""Map undo and redo to equivalent commands, to check who may give them."""

from __future__ import annotations

from companion import orders
from companion.matches import events
from companion.matches.import_validation import order_of
from companion.matches.match_state import MatchState
from companion.orders import Order


def taken_back(state: MatchState, order: orders.Undo | orders.Redo) -> Order | None:
    """The command with the same authority as what ``order`` changes: about the same hand and of the same kind.

    None where there is nothing to undo or redo.
    """
    course = state.course
    found = course.to_undo if isinstance(order, orders.Undo) else course.to_redo
    if found is None:
        return None
    match found.event:
        case events.Agreed(agreement=agreement):
            return orders.Agree(players=agreement.players, rules="")
        case events.Dealt():
            return orders.DealHand()
        case events.Moved(hand=hand, origin="typed", moves=moves):
            return orders.Play("\n".join(map(str, moves)), hand)
        case events.Moved(hand=hand, origin="resync"):
            return orders.Resync("", hand)
        case events.Moved(hand=hand) | events.Asked(hand=hand) | events.Answered(hand=hand):
            return orders.Look("", hand)
        case events.Counted(hand=hand):
            return orders.Count(hand=hand)
        case _:
            return order_of(found.event)
