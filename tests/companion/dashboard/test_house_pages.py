"""Rule sets of the house on their pages: made of a preset, changed, put back, kept, and used wherever one is chosen."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from engine import RULE_GROUPS, load_rules
from tests.companion.dashboard import table
from tests.companion.dashboard.playing import ELSEWHERE, Player, playing_app

ENGLISH = {"Accept-Language": "en"}
_titles = count(1)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Flask]:
    """A house of its own, for what depends on how many there are."""
    with playing_app(tmp_path) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Whoever sits at this machine: the organiser."""
    return app.test_client()


def words(client: FlaskClient, address: str, *, english: bool = False) -> str:
    """The words of a page."""
    answer = client.get(address, headers=ENGLISH if english else {})
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def fields_of(page: str) -> MultiDict[str, str]:
    """What a browser would send of the form on a page."""
    form = page[page.index("data-house ") :]
    found: MultiDict[str, str] = MultiDict()
    for tag in re.findall(r"<input [^>]*>", form[: form.index("</form>")]):
        of = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if of.get("type") != "checkbox" or " checked" in tag:
            found.add(of["name"], unescape(of.get("value", "")))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found.add(name, chosen[1] if chosen else "")
    return found


def filled(client: FlaskClient, address: str, **changes: str | None) -> MultiDict[str, str]:
    """The form at an address with ``changes`` of its rules; None unchecks."""
    fields = fields_of(client.get(address).text)
    for key, said in changes.items():
        name = key if key == "title" else f"rule.{key.replace('__', '.')}"
        fields.poplist(name)
        if said is not None:
            fields[name] = said
    return fields


def made(client: FlaskClient, extends: str = "torneo", **changes: str | None) -> str:
    """Makes a rule set and gives its name."""
    address = f"/rules/new?from={extends}"
    title = f"Los jueves {next(_titles)}"
    answer = client.post(address, data=filled(client, address, **{"title": title, **changes}) | {"do": "save"})
    assert answer.status_code == 303, unescape(answer.text)
    return str(answer.headers["Location"]).removeprefix("/rules/")


def rule(page: str, key: str) -> str:
    """The part of a page that a rule is, in one line."""
    found = page[page.index(f'id="{key}"') :]
    end = found.find('<div class="house-rule')
    return " ".join(re.sub(r"<[^>]+>", " ", found[:end]).split())


def test_the_rules_lead_to_making_one_s_own(client: FlaskClient) -> None:
    assert 'href="/rules/new"' in words(client, "/rules")
    said = words(client, "/rules/new")
    assert "Armá tu reglamento" in said
    assert 'href="/rules/new?from=torneo"' in said
    assert "Make your own rule set" in words(client, "/rules/new", english=True)
    assert 'href="/rules/new?from=torneo"' in words(client, "/rules/torneo")


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_rule_is_there_under_its_heading_with_its_sentence(client: FlaskClient, language: str) -> None:
    said = words(client, "/rules/new?from=rummikub", english=language == "en")
    keys = re.findall(r'<div class="house-rule" id="(\w+)"', said)
    assert keys == [key for group in RULE_GROUPS for key in group.keys]
    for group in RULE_GROUPS:
        assert f"<h2>{group.title(language)}</h2>" in said
    assert "is-changed" not in said
    assert {"es": "Igual que Rummikub", "en": "Same as Rummikub"}[language] in said


def test_what_differs_is_marked_and_can_be_put_back_without_scripts(client: FlaskClient) -> None:
    address = "/rules/new?from=torneo"
    fields = filled(client, address, title="Mías", max_wilds="4", ace_low=None)
    looked = client.post(address, data=fields | {"do": "look"})
    said = unescape(looked.text)
    assert looked.status_code == 200
    assert "Cambiada" in rule(said, "max_wilds")
    assert "Un juego admite hasta 4 comodines. Antes: Un juego admite hasta 2 comodines." in rule(said, "max_wilds")
    assert "2 reglas cambiadas" in said
    back = client.post(address, data=fields_of(looked.text) | {"back": "max_wilds"})
    assert 'name="rule.max_wilds" value="2"' in back.text
    assert 'name="title" value="Mías"' in back.text
    assert "1 regla cambiada" in back.text
    again = client.post(address, data=fields_of(back.text) | {"back": "ace_low"})
    assert "Igual que" in again.text


def test_what_cannot_be_is_told_at_its_field_and_nothing_typed_is_lost(client: FlaskClient) -> None:
    address = "/rules/new?from=torneo"
    fields = filled(client, address, title="Mías", max_wilds="dos", target="9999")
    answer = client.post(address, data=fields | {"do": "save"})
    said = unescape(answer.text)
    assert answer.status_code == 422
    assert "Poné un número entero, desde 0." in rule(said, "max_wilds")
    assert 'name="rule.max_wilds" value="dos"' in said
    assert 'name="rule.target" value="9999"' in said
    fields = fields_of(answer.text)
    fields["rule.max_wilds"], fields["rule.muertos"] = "2", "0"
    clash = client.post(address, data=fields | {"do": "save"})
    said = unescape(clash.text)
    assert clash.status_code == 422
    assert "No hay muertos: no puede hacer falta uno para cerrar." in rule(said, "muertos")
    assert '<a href="#muertos">' in said
    assert fields_of(said)["title"] == "Mías"


@pytest.mark.parametrize(("title", "phrase"), [("", "Ponele un nombre"), ("Clásico", "otro nombre"), ("¡!", "Ponele")])
def test_a_name_that_is_none_is_told(client: FlaskClient, title: str, phrase: str) -> None:
    address = "/rules/new?from=torneo"
    answer = client.post(address, data=filled(client, address, title=title, max_wilds="7") | {"do": "save"})
    assert answer.status_code in (409, 422)
    assert phrase in answer.text
    assert 'name="rule.max_wilds" value="7"' in answer.text


def test_what_is_kept_is_read_changed_and_undone(client: FlaskClient) -> None:
    name = made(client, max_wilds="4")
    said = words(client, f"/rules/{name}")
    assert "Quedó guardado." in said
    assert "El reglamento dice: Un juego admite hasta 2 comodines." in said
    edit = f"/rules/{name}/edit"
    answer = client.post(edit, data=filled(client, edit, title=f"{name} otra vez", max_wilds="5") | {"do": "save"})
    renamed = answer.headers["Location"].removeprefix("/rules/")
    assert renamed == f"{name}-otra-vez"
    history = words(client, f"/rules/{renamed}/history")
    assert history.index("hasta 5 comodines") < history.index("hasta 4 comodines")
    number, key = (
        re.findall(r'name="number" value="(\d+)"', history)[0],
        re.findall(r'name="set" value="(\w+)"', history),
    )
    undone = client.post("/rules/house", data={"set": key[0], "number": number})
    assert undone.headers["Location"] == f"/rules/{name}"
    assert "Un juego admite hasta 4 comodines." in words(client, f"/rules/{name}")
    assert client.get(f"/rules/{renamed}").headers["Location"] == f"/rules/{name}"


def test_two_who_change_it_at_once_are_told(client: FlaskClient) -> None:
    edit = f"/rules/{made(client, max_wilds='4')}/edit"
    first, second = (filled(client, edit, max_wilds=said) | {"do": "save"} for said in ("5", "6"))
    assert client.post(edit, data=first).status_code == 303
    late = client.post(edit, data=second)
    assert (late.status_code, "Mientras tanto" in late.text) == (409, True)
    assert client.post(edit, data=fields_of(late.text) | {"do": "save"}).status_code == 303
    assert 'name="rule.max_wilds" value="6"' in client.get(edit).text


def test_it_is_put_away_and_brought_back(house: Flask) -> None:
    client = house.test_client()
    name = made(client, "rummy", target="500")
    assert name in client.get("/matches/new").text
    gone = client.post(f"/rules/{name}/remove", follow_redirects=True)
    assert "Los que se borraron" in gone.text
    assert name not in client.get("/matches/new").text
    assert client.get(f"/rules/{name}").status_code == client.get(f"/rules/{name}/edit").status_code == 404
    hidden = dict(re.findall(r'name="(set|number)" value="(\w+)"', gone.text))
    assert client.post("/rules/house", data=hidden).headers["Location"] == f"/rules/{name}"
    assert name in client.get("/matches/new").text


def test_it_is_offered_wherever_a_profile_is_chosen(client: FlaskClient) -> None:
    name = made(client, "clasico", min_meld_len="4")
    for address in ("/matches/new", "/tournaments/new", "/", "/rules/judge"):
        assert f'<option value="{name}"' in client.get(address).text, address
    assert "No vale" in words(client, f"/rules/judge?rules={name}&melds=5r+6r+7r")
    assert name in [profile["name"] for profile in client.get("/api/profiles").get_json()["profiles"]]
    assert not client.post("/api/meld", json={"melds": ["5r 6r 7r"], "rules": name}).get_json()["lawful"]


def test_a_photograph_keeps_them_after_they_were_put_away(client: FlaskClient) -> None:
    name = made(client, "clasico", canasta_pure="999")
    sent = {"photo": (io.BytesIO(table.picture()), "mesa.jpg"), "rules": name}
    photo = client.post("/photos", data=sent).headers["Location"]
    client.post(f"/rules/{name}/remove")
    assert client.get(photo).status_code == 200


def test_it_is_printed(client: FlaskClient) -> None:
    name = made(client, "clasico", canasta_pure="999")
    answer = client.get(f"/rules/{name}.pdf")
    assert answer.data.startswith(b"%PDF-")
    assert ".pdf" in answer.headers["Content-Disposition"]


def test_the_usual_rules_may_be_put_away(tmp_path: Path) -> None:
    with playing_app(tmp_path, rules="los-jueves", usual="los-jueves") as app:
        client = app.test_client()
        assert client.get("/rules/judge").status_code == client.get("/").status_code == 200
        sent = {"photo": (io.BytesIO(table.picture()), "mesa.jpg")}
        assert client.post("/photos", data=sent).status_code == 303
        assert client.get("/api/rules").get_json()["usual"] == "clasico"


def test_a_match_keeps_the_rules_with_which_it_began(client: FlaskClient) -> None:
    name = made(client, "clasico", max_wilds="4")
    player = Player(client)
    player.begins(rules=name)
    edit = f"/rules/{name}/edit"
    client.post(edit, data=filled(client, edit, max_wilds="6") | {"do": "save"})
    assert "Un juego admite hasta 4 comodines." in words(client, f"/matches/{player.match}/rules")
    agreement = player.page("/agreement")
    assert re.search(rf'<option value="{name}"[^>]* selected', agreement)
    client.post(f"/rules/{name}/remove")
    agreement = player.page("/agreement")
    kept = re.search(r'<option value="([^"]+)"[^>]* selected', agreement)
    assert kept
    answer = player.send("agree", players=["Ana", "Beto", "Caro", "Dora"], rules=kept[1])
    assert answer.status_code == 200, answer.text
    assert "Un juego admite hasta 4 comodines." in words(client, f"/matches/{player.match}/rules")


def test_a_tournament_keeps_them_when_its_plan_is_changed(client: FlaskClient) -> None:
    name = made(client, "torneo", max_wilds="4")
    begun = client.post("/tournaments", data={"title": "Sábado", "format": "zones", "rules": name, "tables": "2"})
    plan = begun.headers["Location"]
    assert re.search(rf'<option value="{name}" selected', client.get(plan).text)
    client.post(f"/rules/{name}/remove")
    form = client.get(plan).text
    kept = re.search(r'<option value="([^"]+)" selected', form)
    assert kept
    sent = {"order": "found", "title": "Domingo", "format": "zones", "rules": unescape(kept[1]), "tables": "3"}
    client.post(plan.replace("/plan", "/orders"), data=sent)
    assert "Domingo" in client.get(plan).text


def test_it_leaves_as_a_file_and_comes_in_again(client: FlaskClient) -> None:
    name = made(client, max_wilds="4")
    file = client.get(f"/rules/{name}.toml")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{name}.toml"'
    assert 'extends = "torneo"' in file.text
    assert load_rules("torneo").max_wilds != 4
    answer = client.post("/rules/import", data={"file": (io.BytesIO(file.data), f"{name}.toml")})
    assert answer.headers["Location"] == f"/rules/{name}-2"
    bad = client.post("/rules/import", data={"file": (io.BytesIO(b'extends = "casino"'), "casa.toml")})
    assert (bad.status_code, 'role="alert"' in bad.text) == (422, True)
    assert client.post("/rules/import").status_code == 422


def test_only_the_organiser_makes_them_and_all_may_read(app: Flask, client: FlaskClient) -> None:
    name = made(client)
    visitor = app.test_client()
    visitor.environ_base |= ELSEWHERE
    assert visitor.get(f"/rules/{name}").status_code == visitor.get(f"/rules/{name}.toml").status_code == 200
    assert "/rules/new" not in visitor.get("/rules").text
    assert f"/rules/{name}/edit" not in visitor.get(f"/rules/{name}").text
    for address in ("/rules/new", "/rules/house", "/rules/import", f"/rules/{name}/edit", f"/rules/{name}/history"):
        assert visitor.get(address).status_code == 403, address
    for address in ("/rules/new", "/rules/house", "/rules/import", f"/rules/{name}/edit", f"/rules/{name}/remove"):
        assert visitor.post(address).status_code == 403, address
    foreign = client.post(f"/rules/{name}/remove", headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403


@pytest.mark.parametrize(
    ("address", "data", "status"),
    [
        ("/rules/new", {"extends": "/etc/passwd", "do": "save"}, 404),
        ("/rules/nobody/edit", {"do": "save"}, 404),
        ("/rules/nobody/remove", {}, 404),
        ("/rules/house", {"set": "x"}, 400),
        ("/rules/new", {"extends": "torneo", "back": "nothing"}, 200),
        ("/rules/new", {"extends": "torneo", "rule.nothing": "1", "do": "save", "title": "x"}, 422),
    ],
)
def test_what_somebody_made_up_is_answered(client: FlaskClient, address: str, data: dict, status: int) -> None:
    assert client.post(address, data=data).status_code == status
