"""Suggestions for the sides of a hand, and the move that accepts each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.matches.hand_scoring import count, record
from companion.matches.hand_state import HandState
from engine.hand.apply import apply
from engine.hand.moves import CorrectMeld, Move, SwapWild
from engine.hand.state import LaidMeld
from engine.hand.transfers import lacks_draw
from engine.scoring.meld_offers import Offer, offer_of
from engine.scoring.scoring import score_hand

_OPEN = ("playing", "ended")


@dataclass(frozen=True, slots=True)
class MeldOffer:
    """A suggestion for a meld on the table."""

    meld: LaidMeld
    offer: Offer
    move: Move | None
    """The move that realises it, by the side in turn or as a correction; None while its side is not in turn."""


def offers(hand: HandState) -> Iterator[MeldOffer]:
    """The suggestions for the table until the hand is confirmed; after its end with their effect on the score."""
    if hand.standing not in _OPEN or hand.noted is not None:
        return
    for meld in hand.state.melds:
        offer = offer_of(meld.verdict, hand.rules)
        if offer and hand.is_over:
            offer = _counted(hand, meld, offer)
        if offer:
            yield MeldOffer(meld, offer, _told_by(hand, meld, offer))


def _counted(hand: HandState, meld: LaidMeld, offer: Offer) -> Offer | None:
    """The suggestion with its effect on the side's total; None where it has none."""
    before = count(hand)
    if not before.sheets or meld.team is None:
        return offer
    state = apply(hand.state, _said(hand, meld, offer), hand.rules).state
    after = score_hand(record(hand, state), hand.rules)
    more = after.sheets[meld.team].total - before.sheets[meld.team].total if after.sheets else 0
    return replace(offer, points=more) if more > 0 else None


def _told_by(hand: HandState, meld: LaidMeld, offer: Offer) -> Move | None:
    state = hand.state
    if hand.is_over or not offer.is_move:
        return _said(hand, meld, offer)
    if meld.team is not None and meld.team != state.team_of(state.turn.seat):
        return None
    return None if lacks_draw(state, hand.rules) else SwapWild(state.turn.seat, meld.number, offer.row)


def _said(hand: HandState, meld: LaidMeld, offer: Offer) -> CorrectMeld:
    """The correction that the meld has always lain as suggested."""
    seat = hand.state.turn.seat if meld.team is None else hand.state.teams[meld.team].seats[0]
    return CorrectMeld(seat, meld.number, offer.row)
