"""Whether somebody could have said here what a match says that comes from elsewhere: its order is given again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from companion import orders
from companion.matches import events as deeds
from companion.matches.deciding import decide
from companion.matches.events import Deed
from companion.matches.match_story import MatchStory
from companion.orders import Order
from companion.refusal import SpokenRefusal
from engine.scoring.side_words import side_notation
from engine.sentences import SpokenError


def led_to(story: MatchStory, deed: Deed) -> bool:
    """Whether an order may lead to ``deed`` in the match as it stands.

    What was played, seen or put down for the count depends on pictures and on what was asked before: of that only the
    hand is looked at, and telling it again says the rest.
    """
    match deed:
        case deeds.Agreed():
            return True  # judged by what was agreed, wherever it stands
        case deeds.Moved(hand=hand) | deeds.Asked(hand=hand) | deeds.Counted(hand=hand):
            return story.hand(hand) is not None
        case deeds.Dealt():
            return _means(story, orders.DealHand(starter=deed.starter), replace(deed, drawn=False))
        case _:
            return _means(story, _order(deed), deed)


def _means(story: MatchStory, order: Order, deed: Deed) -> bool:
    with suppress(SpokenRefusal, SpokenError):
        return decide(story, order) == deed
    return False


def _order(deed: Deed) -> Order:
    """The order that means ``deed``, where one alone can."""
    match deed:
        case deeds.Answered():
            return orders.Answer(deed.question, deed.choice)
        case deeds.Noted(sums=sums) if sums:
            return orders.Sum(tuple(map(side_notation, sums)), deed.hand)
        case deeds.Noted():
            return orders.Note(deed.points, deed.hand)
        case deeds.Confirmed():
            return orders.Confirm(deed.hand)
        case deeds.Annulled():
            return orders.Annul(deed.hand)
        case deeds.Revised():
            return orders.Revise(deed.entry, "\n".join(map(str, deed.moves)))
        case deeds.Undone():
            return orders.Undo()
        case deeds.Redone():
            return orders.Redo()
        case deeds.Shelved():
            return orders.Shelve()
        case _:
            return orders.Unshelve()
