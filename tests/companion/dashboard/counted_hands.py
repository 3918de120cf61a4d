"""A hand of four that was simulated, with all that somebody needs to count it one way or another."""

from __future__ import annotations

from engine.hand.history import record_of
from engine.placed_tile import notation
from engine.rules.profiles import load_rules
from engine.scoring.canastas import canasta_bonus, counted, points_against
from engine.scoring.score_sheets import Reason
from engine.scoring.scoring import score_hand
from engine.simulation.simulate import simulate
from tests.companion.dashboard.ways import PlayedHand

NAMES = ("Ana", "Beto", "Caro", "Dani")
SIDES = ("Ana + Caro", "Beto + Dani")


def hand_of_four(seed: int, profile: str = "clasico") -> PlayedHand:
    """The first hand from ``seed`` on in which one closed, two were left with tiles at least, and both have a muerto
    or not as the rules of a muerto ask."""
    rules = load_rules(profile)
    for number in range(seed, seed + 200):
        state = simulate(rules, seed=number, players=4).history.replayed(rules).state
        record = record_of(state)
        score = score_hand(record, rules)
        teams = [counted(team, rules) for team in record.teams]
        racks = tuple(notation(rack.known) for rack in state.racks)
        is_plain = not any(team.unlawful or team.record.muerto == "unplayed" for team in teams)
        if not (record.closed_by and is_plain and sum(map(bool, racks)) == 3) or score.impossible or score.void:
            continue
        kinds = [[canasta_bonus(meld, purity, rules)[0] for meld, purity in team.canastas] for team in teams]
        canastas = [(kind.count(Reason.CANASTA_PURE), kind.count(Reason.CANASTA_IMPURE)) for kind in kinds]
        laid = [sum(verdict.points for verdict in team.laid) for team in teams]
        left = [sum(points_against(rack, rules) for rack in team.record.racks) for team in teams]
        muertos = [team.record.muerto for team in teams]
        closer = state.ended.seat
        sums = [_words(canastas[at], laid[at], left[at], muertos[at], closer % 2 == at) for at in (0, 1)]
        return PlayedHand(
            names=NAMES, sides=SIDES, racks=racks, closer=closer, muertos=tuple(muertos), sums=tuple(sums),
            melds=tuple(tuple(map(notation, team.record.melds)) for team in teams), canastas=tuple(canastas),
            laid=tuple(laid), left=tuple(left), totals=tuple(score.totals.values()),
        )  # fmt: skip
    raise AssertionError(profile)


def _words(canastas: tuple[int, int], laid: int, left: int, muerto: str, closed: bool) -> str:
    said = [f"{canastas[0]} puras" if canastas[0] else "", f"{canastas[1]} impuras" if canastas[1] else ""]
    said += ["cierre" if closed else "", "muerto" if muerto == "played" else "sin muerto"]
    said += [f"fichas {laid}", f"atril {left}" if left else ""]
    return ", ".join(filter(None, said))
