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
    for here, page in (("/camera", player.client.get("/camera").text), (f"/matches/{player.match}", player.page())):
        assert ASKS in page
        assert "Sí, así es</button>" in page
        assert f'href="/camera/zones?next={here}" data-inplace>No, la dibujo' in page
        assert "zone-pozo" in page
    assert "Sí, así es" not in player.page("/tv")
    answer = player.client.post("/camera/layout", data={"next": f"/matches/{player.match}"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{player.match}")
    assert lookout.asked == ["layout"]


def test_the_sides_are_called_as_who_plays_there(player: Player, lookout: ActedLookout):
    lookout.changes |= {"outlines": {"ours": BOX, "theirs": BOX}, "asks_layout": ASKS, "match": player.match}
    for address in (f"/matches/{player.match}", "/camera", "/camera/zones"):
        page = player.client.get(address).text
        for zone, name in (("ours", "Ana + Caro"), ("theirs", "Beto + Dani")):
            assert f">{name}</text>" in page.partition(f'<g class="zone zone-{zone}"')[2].partition("</g>")[0]


def test_of_a_table_that_all_share_no_side_is_anybodys(player: Player, lookout: ActedLookout):
    player.begins(("Ana", "Beto", "Caro"), rules="rummy")
    lookout.changes |= {"outlines": {"ours": BOX, "theirs": BOX}, "match": player.match}
    page = player.client.get("/camera/zones").text
    assert page.count(">La mesa</text>") == 2
    assert "ours theirs" not in page


@pytest.mark.parametrize(
    ("pair", "wanted"),
    [("muertos pozo", ("pozo", "muertos", "ours", "theirs")), ("ours theirs", ("muertos", "pozo", "theirs", "ours")),
     ("ours", ("muertos", "pozo", "ours", "theirs")), ("ours mesa", ("muertos", "pozo", "ours", "theirs"))],
)  # fmt: skip
def test_two_zones_change_places_with_one_tap(
    player: Player, lookout: ActedLookout, pair: str, wanted: tuple[str, ...]
):
    here = f"/matches/{player.match}"
    page = player.client.get(f"/camera/zones?next={here}").text
    assert f'href="{here}" data-inplace>Cancelar' in page
    assert f'name="next" value="{here}"' in page
    assert all(f'name="swap" value="{names}"' in page for names in ("muertos pozo", "ours theirs"))
    places = ("muertos", "1,1 2,1 2,2"), ("pozo", "3,3 4,3 4,4"), ("ours", "5,5 6,5 6,6"), ("theirs", "7,7 8,7 8,8")
    form = dict(places) | {"swap": pair, "next": here}
    answer = player.client.post("/camera/zones", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (303, here)
    lefts = {name: corners[0][0] for name, corners in lookout.asked[-1].items()}
    assert [lefts[name] for name in wanted] == [0.01, 0.03, 0.05, 0.07]
