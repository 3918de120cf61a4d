"""The camera on the pages: what it sees, what it asks, the match that it follows, its zones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.view_models import ZONES
from tests.companion.dashboard.camera import ActedLookout, seen_table
from tests.companion.dashboard.playing import ELSEWHERE, Player
from tests.companion.dashboard.test_table_api import _check

SEEN = "0: 4r 5r 6r; pozo:; muertos: 11 11"


@pytest.fixture
def lookout(app: Flask) -> Iterator[ActedLookout]:
    """The camera, as it was before and will be afterwards."""
    found: ActedLookout = app.extensions["lookout"]
    jpeg = found.jpeg
    yield found
    found.jpeg = jpeg
    found.changes.clear()
    found.asked.clear()


def test_one_tap_ties_the_camera_to_a_match(player: Player, lookout: ActedLookout):
    assert "Seguir esta partida con la cámara" in player.page()
    assert "data-camera" not in player.page()
    answer = player.client.post("/camera/match", data={"match": player.match, "next": f"/matches/{player.match}"})
    assert answer.headers["Location"] == f"/matches/{player.match}"
    for page in ("", "/tv"):
        assert "La mesa está quieta." in player.page(page)
        assert "data-camera" in player.page(page)
    assert "Seguir esta partida" not in player.page()
    player.client.post("/camera/match", data={"match": ""})
    assert lookout.changes["match"] is None


def test_a_camera_is_offered_once_a_hand_is_played(player: Player):
    player.client.post("/matches", data={"key": "before the deal", "count": "2", "rules": "clasico"})
    fresh = player.client.get("/api/matches").get_json()["matches"][0]["match"]
    assert "Seguir esta partida" not in player.client.get(f"/matches/{fresh}").text


def test_what_is_seen_is_drawn_over_the_picture(player: Player, lookout: ActedLookout):
    lookout.changes |= {"match": player.match, "score": seen_table()}
    page = player.page()
    assert page.count('class="place is-') == len(seen_table().tiles)
    assert page.count('class="row unlawful"') == sum(not row.lawful and bool(row.meld) for row in seen_table().rows)
    assert '<img src="/api/camera/picture"' in page
    assert player.client.get("/camera/seen").data == lookout.jpeg


def test_a_tile_that_cannot_be_read_is_named_with_one_tap(player: Player, lookout: ActedLookout):
    unread = next(tile for tile in seen_table().tiles if tile.face == "?")
    lookout.changes |= {"match": player.match, "score": seen_table(), "unread": (unread.id,)}
    page = player.page()
    assert "Hay una ficha que no se lee bien" in page
    here = f"/camera/tiles/{unread.id}?next=/matches/{player.match}"
    assert here in page
    first = page.split('class="ask camera-unread"')[1].split('name="face" value="')[1].split('"')[0]
    assert first == unread.alternatives[0][0]
    assert player.client.post(here, data={"face": first}).headers["Location"] == f"/matches/{player.match}"
    assert "No es una ficha" in player.client.get(here).text
    player.client.post(here, data={"face": "none"})
    assert lookout.asked == [(unread.id, first), (unread.id, "none")]
    for face in ("", "14r"):
        assert player.client.post(here, data={"face": face}).status_code == 422


def test_what_the_watch_thinks_of_a_tile_is_offered_before_what_it_looks_like(player: Player, lookout: ActedLookout):
    """A joker so pale that it looks like a tile face down."""
    unread = next(tile for tile in seen_table().tiles if tile.face == "?")
    lookout.changes |= {"match": player.match, "score": seen_table(), "unread": (unread.id,)}
    lookout.changes |= {"candidates": {str(unread.id): ("J", unread.alternatives[0][0])}}
    card = player.page().split('class="ask camera-unread"')[1].split("</form>")[0]
    faces = re.findall('name="face" value="([^"]+)"', card)
    assert faces[:2] == ["J", unread.alternatives[0][0]]
    assert len(faces) == len(set(faces)) <= 4


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"astray": SEEN}, "La mesa no coincide con lo anotado."),
        ({"leftover": True, "astray": SEEN}, "siguen los juegos de la mano anterior"),
        ({"state": "trouble", "says": "No se puede abrir la cámara."}, "No se puede abrir la cámara."),
        ({"notice": "Manda una imagen cada 60 segundos."}, "cada 60 segundos"),
    ],
)
def test_what_is_odd_is_said(player: Player, lookout: ActedLookout, changes: dict[str, object], words: str):
    lookout.changes |= {"match": player.match, **changes}
    assert words in player.page()


def test_of_two_players_who_may_have_played_both_are_in_view(player: Player, lookout: ActedLookout):
    lookout.changes["match"] = player.match
    player.send("play", moves="0 draw\n0 discard 9k")
    player.send("look", seen="pozo: 9k 3b; muertos: 11 11; hands: 2")
    card = player.page().split('class="question')[1].partition("<details")[0]
    assert "¿Quién jugó?" in card
    assert "Parece que jugó Caro, y le tocaba a Beto." in card
    assert card.count('class="answer"') == 2


def test_a_table_that_lies_otherwise_is_taken_with_one_tap(player: Player, lookout: ActedLookout):
    lookout.changes |= {"match": player.match, "astray": SEEN}
    assert f'name="seen" value="{SEEN}"' in player.page()
    form = {"order": "look", "seen": SEEN, "resync": "1", "next": "/"}
    player.client.post(f"/matches/{player.match}/orders", data=form)
    assert [meld["meld"] for meld in player.shown()["hand"]["melds"]] == ["4r 5r 6r"]


@pytest.mark.parametrize(
    ("corner", "drawn"),
    [((0.25, 0.5), ("320.0", "360.0")), ((-0.2, 0.5), ("0.0", "360.0")), ((1.3, -0.1), ("1280.0", "0.0")),
     ((0.5, 1.01), ("640.0", "720.0"))],
)  # fmt: skip
def test_a_corner_beyond_the_picture_is_drawn_within_reach(
    player: Player, lookout: ActedLookout, corner: tuple[float, float], drawn: tuple[str, str]
):
    lookout.changes["outlines"] = {"ours": (corner, (0.5, 0.5), (0.5, 0.6))}
    zone = player.client.get("/camera/zones").text.partition('data-zone="ours"')[2].partition("</g>")[0]
    assert re.findall(r'cx="([\d.-]+)" cy="([\d.-]+)"', zone)[0] == drawn
    assert f'points="{",".join(drawn)} ' in zone


def test_zones_are_drawn_and_given_back(player: Player, lookout: ActedLookout):
    page = player.client.get("/camera/zones").text
    assert all(f'data-zone="{name}"' in page for name in ZONES)
    assert 'name="pozo" value="64.0,40.0 98.0,40.0 98.0,60.0 64.0,60.0"' in page
    form = {"ours": "0,50 100,50 100,100 0,100", "theirs": "", "pozo": "1,1 2,1 2,2"}
    assert player.client.post("/camera/zones", data=form).status_code == 303
    assert lookout.asked[-1] == {
        "ours": ((0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)),
        "pozo": ((0.01, 0.01), (0.02, 0.01), (0.02, 0.02)),
    }
    assert 'name="ours" value="0.0,50.0' in player.client.get("/camera/zones").text
    player.client.post("/camera/zones", data={"again": "1"})
    assert lookout.asked[-1] == {}
    for wrong in ("x", "1,1 2,2", "1,2,3 1,2 3,4", "900,1 2,2 3,3", "nan,1 2,2 3,3"):
        assert player.client.post("/camera/zones", data={"ours": wrong}).status_code == 422


NO_PICTURE = "La cámara todavía no mandó ninguna imagen."


@pytest.mark.parametrize(
    ("address", "asked", "words"),
    [
        ("/camera", '<img src="/api/camera/picture"', NO_PICTURE),
        ("/camera/panel", '<img src="/api/camera/picture"', NO_PICTURE),
        ("/camera/zones", '<img src="/api/camera/picture"', NO_PICTURE),
        ("/camera/zones", "Guardar las zonas", "Volver a la cámara"),
        ("/sets", "Usar lo que ve la cámara", "Cuando la cámara haya visto la mesa"),
    ],
)
def test_before_the_first_picture_none_is_shown_and_nothing_is_asked_of_it(
    player: Player, lookout: ActedLookout, address: str, asked: str, words: str
):
    for jpeg, shown, missing in ((lookout.jpeg, asked, words), (b"", words, asked)):
        lookout.jpeg = jpeg
        page = player.client.get(address).text
        assert shown in page
        assert missing not in page


def test_programs_are_told_as_described(player: Player, lookout: ActedLookout):
    schemas: dict[str, Any] = player.client.get("/api/openapi.json").get_json()["components"]["schemas"]
    lookout.changes |= {"match": player.match, "unread": (3,), "candidates": {"3": ("J", "9k")}}
    _check(player.client.get("/api/camera?after=1").get_json(), {"$ref": "#/components/schemas/Live"}, schemas)
    lookout.changes["score"] = seen_table()
    assert player.client.get("/api/camera").get_json()["score"]["rows"]
    answer = player.client.get("/api/camera/picture?after=2")
    assert (answer.content_type, answer.headers["Picture-Number"]) == ("image/jpeg", "9")
    assert player.client.get("/api/camera/picture?after=9").status_code == 204


def test_the_panel_and_the_page_speak_the_language_of_the_visitor(player: Player, lookout: ActedLookout):
    lookout.changes["match"] = player.match
    player.client.set_cookie("language", "en")
    for page in (f"/camera/panel?after=0&next=/matches/{player.match}", "/camera", f"/matches/{player.match}"):
        assert "The table is still." in player.client.get(page).text
    assert "Which match it follows" in player.client.get("/camera").text


def test_who_only_looks_may_change_nothing(player: Player, lookout: ActedLookout):
    lookout.changes |= {"match": player.match, "score": seen_table(), "astray": SEEN}
    page = player.client.get(f"/matches/{player.match}", environ_overrides=ELSEWHERE).text
    assert "La mesa está quieta." in page
    assert "Así está la mesa ahora" not in page
    for address in ("/camera/match", "/camera/zones", "/camera/tiles/1"):
        assert player.client.post(address, environ_overrides=ELSEWHERE).status_code == 403
