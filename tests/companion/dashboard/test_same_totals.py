"""Whole hands of six games: typed on the page tile by tile, and summed as on the paper sheet, they come to the same.

`test_photo_hand_view` photographs these hands, with the same totals.
"""

from __future__ import annotations

import pytest
from flask import Flask

from engine.placed_tile import notation
from engine.rules.profiles import load_rules
from engine.scoring.canastas import canasta_bonus, counted, points_against
from tests.companion.dashboard.photo_counting import hand_of
from tests.companion.dashboard.playing import Player

HANDS = [
    # the game, what the two sides come to
    ("clasico", (65, 725)),
    ("torneo", (360, 780)),
    ("buracco", (775, 485)),
    ("eburako", (410, 935)),
    ("parejas", (1250, 605)),
    ("rummy", (36, 0)),
]


def by_tiles(player: Player, profile: str) -> None:
    """Types every meld and every rack into the page of the count."""
    state, record, _ = hand_of(profile)
    melds = {f"melds.{team}": "\n".join(map(notation, one.melds)) for team, one in enumerate(record.teams)}
    if record.table:
        melds = {"melds.0": "\n".join(map(notation, record.table))}
    fields: dict[str, object] = {
        "order": "count",
        "hand": "1",
        "key": "tiles",
        "closer": str(state.ended.seat),
        **melds,
    }
    for seat, rack in enumerate(state.racks):
        fields |= {f"left.{seat}": notation(rack.known)} if rack.known else {f"none.{seat}": "1"}
    if load_rules(profile).muertos:
        fields["muertos"] = [team.muerto for team in state.teams]
    answer = player.client.post(f"/matches/{player.match}/orders", data=fields, follow_redirects=True)
    assert 'class="flash"' not in answer.text, answer.text.split('class="flash"')[1][:200]
    player.client.post(f"/matches/{player.match}/orders", data={"order": "confirm", "hand": "1", "key": "sure"})


def by_the_sheet(player: Player, profile: str) -> None:
    """Fills in what is written on paper: canastas, tiles laid, tiles left."""
    state, record, _ = hand_of(profile)
    rules = load_rules(profile)
    fields = {"key": "sheet", "closer": str(record.closed_by and state.ended.seat % len(record.teams))}
    for team, one in enumerate(counted(each, rules) for each in record.teams):
        for meld, purity in one.canastas:
            name = f"count.{team}.{canasta_bonus(meld, purity, rules)[0].name}"
            fields[name] = str(int(fields.get(name, 0)) + 1)
        fields[f"laid.{team}"] = str(sum(verdict.points for verdict in one.laid))
        fields[f"left.{team}"] = str(sum(points_against(rack, rules) for rack in one.record.racks))
        fields[f"muerto.{team}"] = one.record.muerto
    answer = player.client.post(f"/matches/{player.match}/hands/1/sum", data=fields, follow_redirects=True)
    assert 'class="flash"' not in answer.text, answer.text.split('class="flash"')[1][:200]


@pytest.mark.parametrize("way", [by_tiles, by_the_sheet])
@pytest.mark.parametrize(("profile", "totals"), HANDS)
def test_a_hand_comes_to_the_same_whatever_way_it_is_counted(app: Flask, profile: str, totals: tuple[int, ...], way):
    player = Player(app.test_client())
    player.begins(("Ana", "Beto"), rules=profile)
    way(player, profile)
    shown = player.shown()
    assert shown["hand"]["standing"] == "confirmed"
    assert tuple(team["total"] for team in shown["teams"]) == totals == tuple(hand_of(profile)[2].totals.values())
