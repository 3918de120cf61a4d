"""Validate the events of an imported match: each must be reachable by a command in its state."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from companion import orders
from companion.matches import events
from companion.matches.command_handlers import decide
from companion.matches.events import Event
from companion.matches.match_state import MatchState
from companion.orders import Order
from companion.refusal import SpokenRefusal
from engine.scoring.side_words import side_notation
from engine.sentences import SpokenError


def led_to(state: MatchState, event: Event) -> bool:
    """Whether a command may lead to ``event`` in the present state.

    What was played, seen or put down for scoring depends on pictures and on earlier questions: of that only the hand is
    checked, and replaying it validates the rest.
    """
    match event:
        case events.Agreed():
            return True  # judged by what was agreed, wherever it stands
        case events.Moved(hand=hand) | events.Asked(hand=hand) | events.Counted(hand=hand):
            return state.hand(hand) is not None
        case events.Dealt():
            return _means(state, orders.DealHand(starter=event.starter), replace(event, drawn=False))
        case _:
            return _means(state, order_of(event), event)


def _means(state: MatchState, order: Order, event: Event) -> bool:
    with suppress(SpokenRefusal, SpokenError):
        return decide(state, order) == event
    return False


def order_of(event: Event) -> Order:
    """The command that corresponds to ``event``, where it is unique."""
    match event:
        case events.Answered():
            return orders.Answer(event.question, event.choice)
        case events.Noted(sums=sums) if sums:
            return orders.Sum(tuple(map(side_notation, sums)), event.hand)
        case events.Noted():
            return orders.Note(event.points, event.hand)
        case events.Confirmed():
            return orders.Confirm(event.hand)
        case events.Annulled():
            return orders.Annul(event.hand)
        case events.Revised():
            return orders.Revise(event.entry, "\n".join(map(str, event.moves)))
        case events.Undone():
            return orders.Undo()
        case events.Redone():
            return orders.Redo()
        case events.Shelved():
            return orders.Shelve()
        case _:
            return orders.Unshelve()
