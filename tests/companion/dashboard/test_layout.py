"""The layout that was found, on the pages: drawn on the picture, with one tap of consent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.companion.dashboard.camera import ActedLookout, seen_table
from tests.companion.dashboard.playing import Player

ASKS = "¿La mesa está armada así?"
BOX = ((0.1, 0.4), (0.4, 0.4), (0.4, 0.6), (-0.1, 0.6))


@pytest.fixture
def lookout(app: Flask) -> Iterator[ActedLookout]:
    """The camera, as it was before and will be afterwards."""
    found: ActedLookout = app.extensions["lookout"]
    yield found
    found.changes.clear()
    found.asked.clear()


def test_what_was_found_is_drawn_on_the_picture_with_its_names(player: Player, lookout: ActedLookout):
    assert "zone-pozo" not in player.client.get("/camera").text
    lookout.changes |= {"outlines": {"pozo": BOX, "ours": BOX}}
    for score, first in ((None, "128.0,288.0 "), (seen_table(), "100.0,300.0 ")):
        lookout.changes["score"] = score
        page = player.client.get("/camera").text
        zone = page.partition('<g class="zone zone-pozo">')[2].partition("</g>")[0]
        assert ">Pozo</text>" in zone
        assert f'points="{first}' in zone
        assert zone.partition('points="')[2].partition('"')[0].strip().split()[3].startswith("0.0,")
        assert ">Nosotros</text>" in page
    assert ">We</text>" in player.client.get("/camera", headers={"Accept-Language": "en"}).text


def test_one_tap_agrees_and_another_leads_to_drawing(player: Player, lookout: ActedLookout):
    assert "Sí, así es" not in player.client.get("/camera").text
    lookout.changes |= {"outlines": {"pozo": BOX}, "asks_layout": ASKS, "match": player.match}
    for page in (player.client.get("/camera").text, player.page()):
        assert ASKS in page
        assert "Sí, así es</button>" in page
        assert 'href="/camera/zones" data-inplace>No, la dibujo' in page
        assert "zone-pozo" in page
    assert "Sí, así es" not in player.page("/tv")
    answer = player.client.post("/camera/layout", data={"next": f"/matches/{player.match}"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{player.match}")
    assert lookout.asked == ["layout"]
