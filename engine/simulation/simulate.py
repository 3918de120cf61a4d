"""Simulate a hand with seeded players, every tile known, from the deal to the score sheet."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.hand.hand_file import HandRecord
from engine.hand.history import MoveHistory
from engine.hand.moves import Move, StockOut
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.scoring.score_sheets import HandScore
from engine.scoring.scoring import score_hand
from engine.simulation import burako_player, rummy_player
from engine.simulation.dealer import Dealer
from engine.simulation.dealer_state import DealtHand, is_used_up, whole_record


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedHand:
    """A whole hand: its start, every move, its end, and its score."""

    rules: Rules
    seed: int
    history: MoveHistory
    end: TableState
    record: HandRecord
    """With the tiles that stayed face down, so that the whole set is in it."""

    @property
    def score(self) -> HandScore:
        """The score of the hand."""
        return score_hand(self.record, self.rules)


def simulate(rules: Rules, seed: int, players: int | None = None, starter: int = 0) -> SimulatedHand:
    """A lawful hand under ``rules``; the same arguments give the same hand.

    Raises RulesError when the rules are not for so many ``players`` (by default the fewest).
    """
    seats = min(rules.players) if players is None else players
    dealer = Dealer(rules, seats, random.Random(f"{rules.name} {seed}"), starter)
    take_turn = rummy_player.take_turn if rules.meld_owner == "table" else burako_player.take_turn
    while not dealer.state.ended and not is_used_up(dealer.state, rules) and take_turn(dealer):
        pass
    dealer.try_move(StockOut())
    moves: tuple[Move, ...] = tuple(dealer.moves)
    return SimulatedHand(
        rules=rules,
        seed=seed,
        history=MoveHistory(dealer.start, moves),
        end=dealer.state,
        record=whole_record(DealtHand(dealer.state, dealer.hidden)),
    )
