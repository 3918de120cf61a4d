"""A hand from photographs: what is likely is chosen, what is doubtful is asked, and it counts as by its tiles."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from engine.placed_tile import notation
from engine.rules.profiles import load_rules
from tests.by_day import by_day
from tests.companion.dashboard.photo_counting import Counting, hand_of
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import ELSEWHERE, Player

PROFILES = ("clasico", "torneo", "buracco", "eburako", "parejas", "rummy")
OURS = ("4r 5r 6r 7r 8r 9r 10r", "9k 9b 9y", "1b 2b 3b 4b 5b")
THEIRS = ("12r 12b 12k 12y", "5k 6k 7k")


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


@pytest.fixture
def counting(player: Player) -> Counting:
    return Counting(player)


def four(counting: Counting, recognizer: Recognizer, *, ours=OURS, loose=()) -> Counting:
    """Three photographs of a hand of four that Caro closed, sent at once."""
    counting.sends(recognizer.table(ours, THEIRS, loose), recognizer.racks("3b 3k", "13y"), recognizer.racks("8y 10k"))
    return counting


def test_a_hand_of_four_is_counted_with_few_taps(counting: Counting, recognizer: Recognizer):
    four(counting, recognizer)
    for words in ("Ana + Caro", "Caro", "Atril de Ana"):
        counting.answers(words)
    assert counting.question == "Beto + Dani: ¿compraron el muerto?"
    counting.answers("No")
    assert counting.asked[:3] == ["¿De quién son estos juegos?", "¿Quién cerró?", "¿De quién son estas fichas?"]
    assert counting.question == ""
    assert "Está bien: confirmar la mano" not in counting.page, "more tiles were dealt than lie there"
    counting.client.post(f"{counting.address}/say", data={"partial": "1"})
    assert "Está bien: confirmar la mano" in counting.page
    assert counting.confirms().headers["Location"].endswith(counting.player.match)
    assert [line["kind"] for line in counting.player.shown()["log"]][:2] == ["confirmed", "counted"]
    assert counting.totals == [130 + 200 + 100 + 100 - 10, 55 - 100 - 10 - 20]


@pytest.mark.parametrize("profile", by_day(PROFILES, "clasico", "rummy"))
def test_whole_hands_come_to_the_same_by_tiles_by_photographs_and_by_the_sheet(
    app: Flask, recognizer: Recognizer, profile: str
):
    state, record, score = hand_of(profile)
    expected = list(score.totals.values())
    names = ("Ana", "Beto")
    melds = [list(map(notation, team.melds)) for team in record.teams]
    if record.table:
        melds = [list(map(notation, record.table)), []]
    left = next((seat for seat, rack in enumerate(state.racks) if rack.known), None)

    def fresh() -> Player:
        player = Player(app.test_client())
        player.begins(names, rules=profile)
        return player

    by_tiles = fresh()
    racks = {str(seat): notation(rack.known) for seat, rack in enumerate(state.racks)}
    muertos = [team.muerto for team in state.teams] if load_rules(profile).muertos else []
    laid = {"0": " | ".join(melds[0])} | ({} if record.table else {"1": " | ".join(melds[1])})
    by_tiles.send("count", closer=state.ended.seat, racks=racks, melds=laid, muertos=muertos)
    by_tiles.send("confirm")
    assert [team["total"] for team in by_tiles.shown()["teams"]] == expected

    counting = Counting(fresh())
    both = [melds[0][::2], melds[0][1::2]] if record.table else melds
    pictures = [recognizer.table(*both)] + ([recognizer.racks(racks[str(left)])] if left is not None else [])
    counting.sends(*pictures)
    said = {"¿De quién son estos juegos?": "Ana", "¿Quién cerró?": names[state.ended.seat]}
    said["¿De quién son estas fichas?"] = f"Atril de {names[left]}" if left is not None else ""
    for team, muerto in zip(names, muertos, strict=False):
        said[f"{team}: ¿compró el muerto?"] = muerto
        said[f"¿Con qué quedó {team}?"] = "No le quedó nada"
    while counting.question:
        counting.answers(said[counting.question])
    assert len(counting.asked) <= 5
    assert counting.confirms().status_code == 303
    assert counting.totals == expected
    assert by_tiles.shown()["hand"]["sheets"] == [
        {
            **sheet,
            "lines": [{**line, "entry": old["entry"]} for line, old in zip(sheet["lines"], was["lines"], strict=True)],
        }
        for sheet, was in zip(
            counting.player.shown()["hand"]["sheets"], by_tiles.shown()["hand"]["sheets"], strict=True
        )
    ]


def test_a_doubtful_tile_of_a_meld_is_asked_and_cannot_be_passed_over(counting: Counting, recognizer: Recognizer):
    four(counting, recognizer, ours=("8b 8k 8r?8y", *OURS))
    for words in ("Ana + Caro", "Caro", "Atril de Ana"):
        counting.answers(words)
    assert counting.question == "¿Es un 8 rojo o un 8 amarillo?"
    assert counting.confirms().headers["Location"].endswith(counting.address)
    assert counting.player.shown()["hand"]["standing"] == "playing"
    counting.answers("8r")
    assert counting.question == "Beto + Dani: ¿compraron el muerto?"


def test_no_law_decides_what_is_left_on_a_rack(counting: Counting, recognizer: Recognizer):
    counting.sends(recognizer.racks("3y 4y?9y 5y"), field="photo.rack.1")
    counting.answers("Ana")
    assert counting.question == "¿Es un 4 amarillo o un 9 amarillo?"


@pytest.mark.parametrize("hiding", ["faint", "burnt_out"])
def test_what_may_hide_tiles_has_to_be_seen(counting: Counting, recognizer: Recognizer, hiding: str):
    corners = next(iter(recognizer.seen.values())).tiles[0].place.corners_px if recognizer.seen else None
    picture = recognizer.racks("3b 3k", **{hiding: (corners,)} if corners is not None else {})
    counting.sends(picture, field="photo.rack.1")
    counting.answers("Ana")
    while "el muerto?" in counting.question or "Con qué quedó" in counting.question:
        counting.answers("untaken" if "el muerto?" in counting.question else "No le quedó nada")
    assert counting.question == "¿Están todas las fichas?"
    counting.answers("Sí, están todas")
    assert counting.question == ""


def test_a_photograph_that_may_be_either_is_asked_about(counting: Counting, recognizer: Recognizer):
    counting.sends(recognizer.table(("4r 5r 6r", "3b 8k")))
    assert counting.question == "¿Qué muestra esta foto?"
    counting.answers("Atril de Beto")
    assert 'aria-label="Atril de Beto"' in counting.page


def test_the_pozo_does_not_count_and_more_tiles_on_the_table_are_asked_about(
    counting: Counting, recognizer: Recognizer
):
    four(counting, recognizer, loose=("11k",))
    assert 'aria-label="No cuenta (pozo, mazo)"' in counting.page
    again = Counting(counting.player)
    again.sends(recognizer.table(OURS, THEIRS, ("11k", "8b")))
    for words in ("Ana + Caro", "Caro"):
        again.answers(words)
    assert again.question == "¿De quién son estas fichas?"


def test_as_the_last_time_holds_only_where_two_halves_are_told_apart(counting: Counting, recognizer: Recognizer):
    four(counting, recognizer)
    counting.answers("Ana + Caro")
    again = Counting(counting.player)
    again.sends(recognizer.table(OURS, THEIRS))
    assert again.question == "¿Quién cerró?"
    one_side = Counting(counting.player)
    one_side.sends(recognizer.table(OURS))
    assert one_side.question == "¿De quién son estos juegos?"


def test_the_same_meld_on_two_photographs_is_asked_about(counting: Counting, recognizer: Recognizer):
    counting.sends(recognizer.table(OURS), field="photo.side.0")
    counting.sends(recognizer.table((*OURS, "12r 12b 12k")), field="photo.side.1")
    counting.answers("Caro")
    assert counting.question == "Este juego está también en otra foto. ¿Es otro?"
    counting.answers("none")


def test_of_several_files_the_good_ones_are_kept(counting: Counting, recognizer: Recognizer):
    table = recognizer.table(OURS, THEIRS)
    page = counting.sends(table, b"no picture", table)
    assert "Eso no es una foto." in page
    assert "Esa foto ya estaba" in page
    assert page.count('class="hand-photo"') == 1
    lost = Counting(counting.player)
    assert "Eso no es una foto." in lost.sends(b"no picture")
    assert lost.address.endswith("/count")


def test_a_photograph_and_what_was_said_of_it_can_be_taken_out(counting: Counting, recognizer: Recognizer):
    four(counting, recognizer)
    counting.answers("Ana + Caro")
    photo = re.search(r"/photos/[^/]+/([^/]+)/tiles/", counting.page)[1]
    counting.client.post(f"{counting.address}/drop/{photo}")
    assert counting.page.count('class="hand-photo"') == 2
    assert counting.question == "¿Quién cerró?"


def test_what_happened_meanwhile_is_told_and_nothing_is_lost(counting: Counting, recognizer: Recognizer):
    counting.sends(recognizer.racks("3b 3k"), field="photo.rack.1")
    counting.answers("Nadie: se acabó el mazo")
    while counting.question:
        counting.answers("untaken" if "el muerto?" in counting.question else "No le quedó nada")
    counting.client.post(f"{counting.address}/say", data={"partial": "1"})
    assert "confirmar la mano" in counting.page
    counting.player.taps("draw", 0)
    answer = counting.confirms(revision="1")
    assert answer.headers["Location"].endswith(counting.address)
    page = counting.page
    assert "Mientras tanto" in page, re.findall('class="flash".*?</p>', page)
    assert page.count('class="hand-photo"') == 1


def test_nobody_else_finds_the_photographs(app: Flask, counting: Counting, recognizer: Recognizer):
    counting.sends(recognizer.racks("3b 3k"), field="photo.rack.1")
    assert counting.client.get("/matches/x/hands/1/photos/wrong").status_code == 404
    name = counting.address.rsplit("/", 1)[1]
    other = Player(app.test_client())
    other.begins()
    assert other.client.get(f"/matches/{other.match}/hands/1/photos/{name}").status_code == 404
    assert other.client.get(counting.address, environ_overrides=ELSEWHERE).status_code == 403
    assert name not in other.client.get(f"/matches/{counting.player.match}/hands/1/count").get_data(as_text=True)
    assert name in counting.client.get(f"/matches/{counting.player.match}/hands/1/count").get_data(as_text=True)


def test_a_player_counts_and_the_scorer_confirms(app: Flask, player: Player, recognizer: Recognizer):
    token = app.extensions["token issuer"].token(Role.PLAYER)
    client: FlaskClient = app.test_client()
    client.post(f"/join/{token}", data={"name": "Caro"}, environ_overrides=ELSEWHERE)
    guest = Player(client, **ELSEWHERE)
    guest.match = player.match
    counting = Counting(guest)
    counting.sends(recognizer.racks("3b 3k"), field="photo.rack.1")
    counting.answers("Ana")
    while counting.question:
        counting.answers("untaken" if "el muerto?" in counting.question else "No le quedó nada")
    counting.client.post(f"{counting.address}/say", data={"closer": "stock_out"}, environ_overrides=ELSEWHERE)
    while counting.question:
        counting.answers("untaken" if "el muerto?" in counting.question else "No le quedó nada")
    counting.client.post(f"{counting.address}/say", data={"partial": "1"}, environ_overrides=ELSEWHERE)
    assert "lo confirma quien anota" in counting.page
    assert counting.confirms().headers["Location"].endswith("/count")
    assert player.shown()["hand"]["standing"] == "ended"


def test_a_photograph_of_the_photo_page_becomes_a_hand(app: Flask, player: Player, recognizer: Recognizer):
    sent = {"photo": (io.BytesIO(recognizer.table(OURS, THEIRS)), "mesa.jpg")}
    photo = player.client.post("/photos", data=sent).headers["Location"]
    page = player.client.get(photo).get_data(as_text=True)
    assert "Anotar en una partida" in page
    answer = player.client.post(f"{photo}/hand", data={"match": player.match, "key": "a"})
    assert answer.headers["Location"].startswith(f"/matches/{player.match}/hands/1/photos/")
    assert player.client.get(answer.headers["Location"]).status_code == 200
    assert player.client.post(f"{photo}/hand", data={"key": "a"}).status_code == 422


def test_a_hand_that_was_played_already_is_begun_by_its_count(app: Flask):
    player = Player(app.test_client())
    answer = player.client.post("/api/matches", json={"players": ["Ana", "Beto"], "rules": "clasico"})
    player.match = answer.get_json()["match"]
    assert "Anotar una mano ya jugada" in player.page()
    begun = player.client.post(f"/matches/{player.match}/count", data={"key": "b"})
    assert begun.headers["Location"].endswith("/hands/1/count")
    again = player.client.post(f"/matches/{player.match}/count", data={"key": "c"})
    assert again.headers["Location"] == begun.headers["Location"]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        (
            lambda recognizer: recognizer.racks("3k?8k 9b?6b 7r?1r", flaws=("shaken",)),
            ("La foto salió movida.", "Sacá otra con el celular quieto."),
        ),
        (lambda recognizer: recognizer.racks(flaws=("too_dark",)), ("La foto está muy oscura.", "Prendé otra lámpara")),
        (lambda recognizer: recognizer.racks(), ("No encontré ninguna ficha en esta foto.",)),
        (lambda recognizer: recognizer.racks("3k 9b 7r", flaws=("shaken",)), ()),
    ],
)
def test_what_is_wrong_with_a_photograph_is_said_before_anything_is_asked(
    counting: Counting, recognizer: Recognizer, taken, expected
):
    page = html.unescape(counting.sends(recognizer.table(OURS, THEIRS), taken(recognizer)))
    before, asked, _after = page.partition("photo-question")
    assert asked
    assert [words for words in expected if words not in before] == []
    assert before.count("Sacar esta foto de la cuenta") == bool(expected)
