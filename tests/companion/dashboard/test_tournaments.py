"""Tournaments on the pages: who may ask for what, what devices say, and how judges decide."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import DEVICE, ENDPOINTS, Role
from companion.dashboard.tournaments.command_forms import NAMES
from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import ELSEWHERE
from tests.companion.dashboard.test_table_api import _check

POINTS = [800, 300]


def flashed(answer) -> list[str]:
    return re.findall(r'class="flash"[^>]*>([^<]*)', answer.text)


def come_in(app: Flask, role: Role) -> FlaskClient:
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    client.post(f"/join/{app.extensions['token issuer'].token(role)}", data={"name": "Beto"})
    return client


@pytest.fixture(scope="module")
def known(app: Flask) -> Organiser:
    """One tournament that all roles ask for everything."""
    organiser = Organiser(app)
    organiser.begins()
    return organiser


@pytest.fixture(scope="module")
def visitors(app: Flask) -> dict[Role, FlaskClient]:
    """A browser elsewhere for each role."""
    return {role: come_in(app, role) for role in Role}


OURS = (
    *("tournaments.", "tournament_pages.", "tournament_orders.", "tournament_entering.", "tournament_api."),
    "devices.",
)


@pytest.mark.parametrize("endpoint", [name for name in ENDPOINTS if name.startswith(OURS)])
def test_each_address_is_open_to_its_roles_and_to_nobody_else(
    app: Flask, known: Organiser, visitors: dict[Role, FlaskClient], endpoint: str
):
    token = known.device()
    rule = next(route for route in app.url_map.iter_rules() if route.endpoint == endpoint)
    parts = {"tournament": known.tournament, "number": 1, "token": token}
    _, address = rule.build({name: parts[name] for name in rule.arguments})
    method = "post" if "POST" in rule.methods else "get"
    sent = {"json": {}} if endpoint.startswith("tournament_api") and method == "post" else {}
    if endpoint == "devices.enter":  # whoever asks for that is a device from then on
        visitors = {role: come_in(app, role) for role in Role}
    everybody = visitors | {DEVICE: known.comes_in(token)}
    found = {who: getattr(client, method)(address, **sent).status_code for who, client in everybody.items()}
    least = ENDPOINTS[endpoint]
    allowed = {DEVICE} if least == DEVICE else {who for who in visitors if who >= least}
    allowed |= {DEVICE} if least == Role.VIEWER else set()
    assert {who for who, status in found.items() if status != 403} == allowed, found


@pytest.mark.parametrize("role", [Role.JUDGE, Role.ORGANISER])
def test_who_comes_in_for_a_tournament_is_told_so_and_led_to_it(app: Flask, organiser: Organiser, role: Role):
    page = organiser.client.get(f"/invite?role={role.word}").text
    assert {Role.JUDGE: "Para un juez", Role.ORGANISER: "Para quien organiza"}[role] in page
    address = re.search(r'href="[^"]*(/join/[^"]+)"', page)[1]
    client = organiser.elsewhere()
    assert {Role.JUDGE: "Entrar como juez", Role.ORGANISER: "Entrar para organizar"}[role] in client.get(address).text
    assert client.post(address, data={"name": "Rita"}).headers["Location"] == "/tournaments"


def test_the_steps_say_what_they_did(organiser: Organiser):
    page = f"{organiser.address}/plan"
    assert "Sentados: 3. Relojes en marcha: 0. Esperan mesa: 9." in organiser.client.get(page).text
    organiser.send("start")
    assert "Relojes en marcha: 3." in organiser.client.get(page).text


JUDGES = {"seat", "start", "stop", "extend", "rule", "walkover", "penalise", "tie", "strike", "leave", "return", "miss"}
DEVICES = {"propose", "agree", "dispute"}
FIELDS = {
    "fixture": 1, "hand": 1, "side": "home", "entrant": 1, "minutes": 5, "reason": "x", "points": [1, 2],
    "present": "home", "name": "Ana", "lines": "Zoe", "title": "S", "home": 1, "away": 2, "zone": "A", "table": 1,
    "device": 9, "match": "m", "entry": 1,
}  # fmt: skip


@pytest.mark.parametrize("order", sorted(NAMES))
def test_each_order_is_given_by_its_roles_and_by_nobody_else(
    known: Organiser, visitors: dict[Role, FlaskClient], order: str
):
    fields = {name: FIELDS[name] for name in NAMES[order].__dataclass_fields__ if name in FIELDS}
    if order in ("penalise", "walkover"):
        fields["points"] = 5
    least = Role.JUDGE if order in JUDGES else Role.ORGANISER
    device = known.device(seat="home")
    for role, client in visitors.items():
        answer = client.post(f"/api{known.address}/orders", json={"order": order} | fields)
        assert (answer.status_code != 403) is (order not in DEVICES and role >= least), (role, answer.get_json())
    assert (known.says(device, order, **fields).status_code != 403) is (order in DEVICES | {"start"})
    known.send("unshelve")


def test_a_device_for_both_sides_confirms_with_the_pin_of_the_other(organiser: Organiser):
    token = organiser.device()
    organiser.says(token, "propose", hand=1, side="home", points=POINTS)
    for pin in ("", "12", organiser.pin(0)):
        assert organiser.says(token, "agree", hand=1, side="away", pin=pin).status_code == 403
    assert organiser.says(token, "agree", hand=1, side="home", pin=organiser.pin(0)).status_code == 409
    assert organiser.says(token, "agree", hand=1, side="away", pin=organiser.pin(1)).status_code == 200
    assert organiser.slip()["standing"] == "agreed"
    refused = [organiser.says(token, "agree", hand=1, side="away", pin="") for _ in range(3)]
    assert [answer.status_code for answer in refused] == [403, 403, 429]


def test_two_devices_confirm_each_for_its_side(organiser: Organiser):
    home, away = organiser.device(seat="home"), organiser.device(seat="away")
    organiser.says(home, "propose", hand=1, side="away", points=POINTS)
    assert organiser.slip()["side"] == "home"
    assert organiser.says(home, "agree", hand=1).status_code == 409
    assert organiser.says(away, "agree", hand=1).status_code == 200
    author = f"Mesa 1 · {organiser.shown()['fixtures'][0]['names'][1]}"
    assert (organiser.slip()["standing"], organiser.slip()["author"]) == ("agreed", author)


def test_the_same_hand_sent_five_times_is_one_hand(organiser: Organiser):
    token = organiser.device(seat="home")
    said = [organiser.says(token, "propose", hand=1, points=POINTS, key="one").get_json() for _ in range(5)]
    assert len({answer["revision"] for answer in said}) == 1
    assert len(organiser.shown()["fixtures"][0]["slips"]) == 1


def test_a_device_is_shut_out_in_the_middle(organiser: Organiser):
    token = organiser.device(seat="home")
    browser = organiser.comes_in(token)
    assert organiser.says(token, "propose", hand=1, points=POINTS).status_code == 200
    organiser.send("revoke", device=1)
    assert organiser.says(token, "propose", hand=2, points=POINTS).status_code == 403
    assert browser.get(f"{organiser.address}/table").status_code == 403
    assert organiser.elsewhere().get(f"/tournaments/device/{token}").status_code == 403


def test_a_device_speaks_for_its_own_table_and_tournament(app: Flask, organiser: Organiser):
    token = organiser.device(table=2, seat="home")
    organiser.says(token, "propose", hand=1, points=POINTS, fixture=2)
    assert [len(fixture["slips"]) for fixture in organiser.shown()["fixtures"][:2]] == [0, 1]
    other = Organiser(app)
    headers = {"Authorization": f"Bearer {token}"}
    address = f"/api{other.address}/table"
    assert organiser.elsewhere().post(address, json={"order": "start"}, headers=headers).status_code == 403
    assert organiser.says(token, "propose", hand=2, points=POINTS, meant=99).status_code == 409


def test_a_dispute_goes_to_the_judge_with_its_pictures(app: Flask, organiser: Organiser):
    home, away = organiser.comes_in(organiser.device(seat="home")), organiser.comes_in(organiser.device(seat="away"))
    photo = (io.BytesIO(table.picture()), "mesa.jpg")
    sent = {"order": "propose", "hand": "1", "points": ["800", "300"], "photo": photo}
    assert flashed(home.post(f"{organiser.address}/table", data=sent, follow_redirects=True)) == []
    disputed = {"order": "dispute", "hand": "1", "points": ["700", "300"], "reason": "canasta impura"}
    assert flashed(away.post(f"{organiser.address}/table", data=disputed, follow_redirects=True)) == []
    page = come_in(app, Role.JUDGE).get(f"{organiser.address}/judge").get_data(as_text=True)
    assert "canasta impura" in page
    assert "700 : 300" in page
    picture = re.search(r'<img src="(/matches/pictures/[0-9a-f]{64})"', page)[1]
    assert come_in(app, Role.JUDGE).get(picture).data == table.picture()
    organiser.send("rule", fixture=1, hand=1, points=[700, 300], seen=POINTS, reason="vista la foto")
    assert "vista la foto" in home.get(f"{organiser.address}/fixtures/1").get_data(as_text=True)


def test_the_second_of_two_judges_is_shown_the_difference(organiser: Organiser):
    organiser.send("rule", fixture=1, hand=1, points=POINTS)
    organiser.send("rule", fixture=1, hand=1, points=[700, 300], seen=POINTS, reason="sumada de nuevo")
    answer = organiser.asks("rule", fixture=1, hand=1, points=[600, 300], seen=POINTS, reason="otra cosa")
    assert answer.status_code == 409
    assert "800 : 300" in answer.get_json()["error"]
    assert "700 : 300" in answer.get_json()["error"]
    assert "sumada de nuevo" in answer.get_json()["error"]


def test_a_photograph_fills_in_what_was_laid(organiser: Organiser):
    browser = organiser.comes_in(organiser.device(seat="home"))
    sent = {"side": "home", "photo": (io.BytesIO(table.picture()), "mesa.jpg")}
    page = browser.post(f"{organiser.address}/table/photo", data=sent, follow_redirects=True).get_data(as_text=True)
    assert 'value="375"' in page
    counted = re.search(r'name="counted" value="([^"]+)"', page)[1]
    said = {"order": "propose", "hand": "1", "points": ["275", "10"], "counted": counted}
    browser.post(f"{organiser.address}/table", data=said)
    assert len(organiser.slip()["pictures"]) == 1


def test_a_match_noted_at_a_table_of_the_house_fills_in_its_hands(app: Flask, organiser: Organiser):
    browser = organiser.comes_in(organiser.device(seat="home"))
    address = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"]
    again = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"]
    assert address == again
    orders = f"/api{address}/orders"
    for order in ({"order": "deal"}, {"order": "note", "points": [415, -60]}, {"order": "confirm"}):
        assert organiser.client.post(orders, json=order).status_code == 200
    page = browser.get(f"{organiser.address}/table").get_data(as_text=True)
    assert 'value="415"' in page
    assert 'value="-60"' in page


def test_forms_alone_make_a_whole_tournament(app: Flask):
    client = app.test_client()
    answer = client.post("/tournaments", data={"title": "Club", "format": "zones", "rules": "torneo", "tables": "2"})
    address = answer.headers["Location"].removesuffix("/plan")
    listed = {"list": (io.BytesIO("nombre;club\nAna;Lobos\nBeto;Roque\nÑoña;Lobos\n".encode("cp1252")), "lista.csv")}
    shown = client.post(f"{address}/entrants", data=listed).get_data(as_text=True)
    chosen = [html.unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', shown)]
    client.post(f"{address}/entrants", data={"take": "1", "line": chosen})

    def send(**fields: object) -> list[str]:
        return flashed(client.post(f"{address}/orders", data=fields, follow_redirects=True))

    assert send(order="bracket") != []
    assert send(order="draw", by_club="1") == []
    for number in (1, 2, 3):
        send(order="seat")
        assert send(order="rule", fixture=number, hand="0", points=["1500", "1300"]) == []
    assert "Ñoña" in client.get(f"{address}/standings").get_data(as_text=True)
    while flashed(client.post(f"{address}/orders", data={"order": "bracket"}, follow_redirects=True)):
        send(order="lots", zone="A")
    send(order="admit", seat="both")
    assert client.get(f"{address}/codes").get_data(as_text=True).count('class="qr"') == 2
    for page in (
        "",
        "/fixtures",
        "/bracket",
        "/tv",
        "/plan",
        "/judge",
        "/history",
        "/pins",
        "/fixtures/4",
        "/devices/1",
    ):
        assert client.get(address + page).status_code == 200, page
    for order, listed in (("shelve", "/tournaments/archived"), ("unshelve", "/tournaments")):
        send(order=order)
        mains = {at: client.get(at).text.partition("<main")[2] for at in ("/tournaments", "/tournaments/archived")}
        assert [at for at, main in mains.items() if "Club" in main] == [listed]
        assert ("Este torneo está archivado" in client.get(address).text) == (order == "shelve")


def test_who_only_looks_gets_the_board_without_buttons(organiser: Organiser):
    for page in ("", "/standings", "/fixtures", "/bracket", "/tv", "/fixtures/1"):
        answer = organiser.elsewhere().get(organiser.address + page)
        assert "<form" not in answer.get_data(as_text=True).partition("<main")[2], page
    tag = organiser.elsewhere().get(organiser.address).headers["ETag"]
    assert organiser.elsewhere().get(organiser.address, headers={"If-None-Match": tag}).status_code == 304


@pytest.fixture
def schemas(app: Flask) -> dict:
    return app.test_client().get("/api/openapi.json").get_json()["components"]["schemas"]


def test_what_is_answered_is_as_described(organiser: Organiser, schemas: dict):
    organiser.send("rule", fixture=1, hand=1, points=POINTS)
    organiser.send("penalise", entrant=1, points=-5, reason="x")
    organiser.device()
    _check(organiser.shown(), {"$ref": "#/components/schemas/TournamentSnapshot"}, schemas)
    cards = organiser.client.get("/api/tournaments").get_json()["tournaments"]
    _check(cards[0], {"$ref": "#/components/schemas/TournamentCard"}, schemas)


def test_the_document_describes_every_order(schemas: dict):
    listed = [schemas[schema]["allOf"][1]["discriminator"]["mapping"] for schema in ("TournamentOrder", "TableOrder")]
    mapping = listed[0] | listed[1]
    assert set(mapping) == set(NAMES)
    for name, reference in mapping.items():
        properties = schemas[reference.rpartition("/")[2]]["properties"]
        assert set(properties) - {"order"} == set(NAMES[name].__dataclass_fields__)


def test_english_is_spoken_on_every_page(organiser: Organiser):
    for page in ("", "/standings", "/judge", "/plan", "/history"):
        text = organiser.client.get(organiser.address + page, headers={"Accept-Language": "en"}).get_data(as_text=True)
        assert "Standings" in text
