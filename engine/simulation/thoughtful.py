"""The strong player: the advice's best play, weighed with what is seen of the others."""

from __future__ import annotations

from engine.simulation import burako, rummy
from engine.simulation.seat import Seat


def take_turn(seat: Seat) -> bool:
    """Plays the turn that has come, or the rest of it; says whether it could."""
    return rummy.take_turn(seat) if seat.rules.meld_owner == "table" else burako.take_turn(seat)
