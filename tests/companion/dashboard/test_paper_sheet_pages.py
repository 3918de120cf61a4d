"""The form of a hand as on the paper sheet: fields or words, a running total, and the points of the match's rules."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from companion.match_commands import Note, RecordPaperSheet, Sender
from tests.companion.dashboard.playing import ELSEWHERE, Player

OURS = {"count.0.CANASTA_PURE": "2", "count.0.CANASTA_IMPURE": "1", "closer": "0", "laid.0": "1.245", "left.0": "-15"}
THEIRS = {"count.1.CANASTA_PURE": "1", "muerto.1": "untaken", "laid.1": "100", "left.1": "60"}


def address(player: Player) -> str:
    return f"/matches/{player.match}/hands/1/sum"


def page(player: Player, **fields: str) -> str:
    return player.client.get(address(player), query_string=fields).get_data(as_text=True)


def running(text: str) -> list[str]:
    found = re.search(r'class="running">(.*?)</p>', text, re.DOTALL)
    return re.findall(r"<strong>(.*?)</strong>", found[1]) if found else []


def value(text: str, name: str) -> str:
    return re.search(rf'name="{re.escape(name)}"[^>]* value="([^"]*)"', text)[1]


def test_the_running_total_comes_from_the_rules_and_nothing_is_written(player: Player):
    before = player.shown()
    text = page(player, **OURS, **THEIRS)
    assert running(text) == ["+1.930", "+140"]
    assert "Canasta pura" in text
    assert player.shown() == before


def test_a_hand_is_noted_and_confirmed_in_one_tap(player: Player):
    player.client.post(address(player), data={**OURS, **THEIRS, "key": "one"})
    shown = player.shown()
    assert [team["total"] for team in shown["teams"]] == [1930, 140]
    assert [line["kind"] for line in shown["log"]][:2] == ["confirmed", "noted"]
    assert [line["says"] for line in shown["hand"]["sheets"][1]["lines"]] == [
        "Bajado", "Canasta pura", "Muerto sin comprar", "Quedó en el atril",
    ]  # fmt: skip
    player.client.post(address(player), data={**OURS, **THEIRS, "key": "one"})
    assert player.shown()["revision"] == shown["revision"]


def test_words_fill_in_the_fields(player: Player):
    said = {
        "words.0": "dos puras, una impura, cierre, fichas 1.245, atril 15",
        "words.1": "una pura, sin muerto, 100, -60",
    }
    text = page(player, **said, **{"muerto.0": "played"})
    assert running(text) == ["+1.930", "+140"]
    assert [value(text, f"count.0.CANASTA_{kind}") for kind in ("PURE", "IMPURE")] == ["2", "1"]
    assert (value(text, "laid.0"), value(text, "left.1")) == ("1245", "60")
    assert re.search(r'name="closer" value="0" checked', text)
    player.client.post(address(player), data={**said, "muerto.0": "played", "key": "words"})
    assert [team["total"] for team in player.shown()["teams"]] == [1930, 140]


MISSING = [
    ({}, "Falta decir quién cerró."),
    ({"closer": "0", "count.0.CANASTA_PURE": "1"}, "Falta decir si Beto + Dani compraron el muerto."),
    ({"closer": "0", "muerto.1": "untaken"}, "Así no se puede contar"),
    ({"closer": "none", "muerto.0": "untaken", "muerto.1": "untaken", "laid.0": "33"}, "33 no es una suma de fichas"),
    ({"closer": "none", "words.0": "dos pueras"}, "No entiendo «pueras»"),
    ({"words.0": "sin cierre, sin muerto, fichas 240", "words.1": "sin muerto, 100"}, "Falta decir quién cerró."),
]


@pytest.mark.parametrize(("fields", "says"), MISSING, ids=[says for _, says in MISSING])
def test_what_is_missing_is_said_and_what_was_filled_in_stays(player: Player, fields: dict[str, str], says: str):
    filled = {"laid.0": "240", **fields}
    if fields:
        assert says in page(player, **filled)
    answer = player.client.post(address(player), data={**filled, "key": "x"}, follow_redirects=True)
    text = answer.get_data(as_text=True)
    assert says in re.search(r'class="flash".*?</p>', text)[0]
    assert value(text, "laid.0") == filled["laid.0"]
    assert player.shown()["hand"]["standing"] == "playing"


BOXES = [
    ({"closer": "0"}, "count.0.CANASTA_PURE"),
    ({"closer": "1"}, "count.1.CANASTA_PURE"),
    ({"closer": "1", "count.1.CANASTA_IMPURE": "1", "muerto.1": "untaken"}, "muerto.1"),
    ({"closer": "0", "count.0.CANASTA_PURE": "1", "muerto.1": ""}, "muerto.1"),
    ({"closer": "none", "laid.1": "33"}, "laid.1"),
    ({"closer": "none", "left.0": "7"}, "left.0"),
    ({"words.0": "cierre, muerto, fichas 245"}, "words.0"),
    ({"closer": "none", "words.1": "fichas 33"}, "words.1"),
    ({"closer": "none", "words.1": "dos pueras"}, "words.1"),
    ({}, "closer"),
]


@pytest.mark.parametrize(("fields", "box"), BOXES, ids=[f"{box} {n}" for n, (_, box) in enumerate(BOXES)])
def test_a_refusal_names_the_box_that_would_solve_it(player: Player, fields: dict[str, str], box: str):
    filled = {"muerto.0": "played", "muerto.1": "untaken", **fields, "key": "x"}
    answer = player.client.post(address(player), data=filled, follow_redirects=True)
    assert re.search(r'class="flash"[^>]*data-field="([^"]+)"', answer.get_data(as_text=True))[1] == box


def test_the_form_shows_what_the_game_has(app: Flask):
    rummy = Player(app.test_client())
    rummy.begins(("Ana", "Beto"), rules="rummy")
    text = page(rummy)
    assert "Canasta" not in text
    assert "muerto.0" not in text
    assert "laid.0" not in text
    assert running(page(rummy, **{"closer": "0", "left.1": "36"})) == ["0", "+36"]
    open_game = Player(app.test_client())
    open_game.begins(("Ana", "Beto"), rules="buraco-aberto")
    assert "Canasta real" in page(open_game)


def test_a_noted_hand_is_changed_from_what_was_noted(player: Player):
    player.client.post(address(player), data={**OURS, **THEIRS, "key": "first"})
    text = page(player)
    assert value(text, "count.0.CANASTA_PURE") == "2"
    assert value(text, "laid.0") == "1245"
    assert running(text) == ["+1.930", "+140"]


def test_hands_noted_without_a_key_are_all_noted(player: Player):
    for hand in (1, 2):
        player.client.post(f"/matches/{player.match}/hands/{hand}/sum", data={**OURS, **THEIRS})
        assert [team["total"] for team in player.shown()["teams"]] == [1930 * hand, 140 * hand]
        player.send("deal")


def test_only_the_scorer_notes(app: Flask, player: Player):
    client = app.test_client()
    client.post(
        f"/join/{app.extensions['token issuer'].token(Role.PLAYER)}", data={"name": "Caro"}, environ_overrides=ELSEWHERE
    )
    answer = client.post(address(player), data={**OURS, **THEIRS, "key": "p"}, environ_overrides=ELSEWHERE)
    assert answer.status_code == 403
    assert player.shown()["hand"]["standing"] == "playing"


def test_what_somebody_else_notes_at_that_moment_is_not_confirmed_unseen(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
):
    service = app.extensions["tables"]
    handle = service.handle

    def overtaken(match: str, order: object, by: Sender):
        outcome = handle(match, order, by)
        if isinstance(order, RecordPaperSheet):
            handle(match, Note((5000, 0), 1), Sender(author="Beto", key="meanwhile"))
        return outcome

    with monkeypatch.context() as at_once:
        at_once.setattr(service, "handle", overtaken)
        player.client.post(address(player), data={**OURS, **THEIRS, "key": "one"})
    assert player.shown()["hand"]["standing"] == "ended"
    assert "confirmed" not in [line["kind"] for line in player.shown()["log"]]


def test_a_form_that_is_sent_twice_confirms_nothing_that_somebody_else_noted_in_between(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
):
    service = app.extensions["tables"]
    handle = service.handle

    def overtaken(match: str, order: object, by: Sender):
        outcome = handle(match, order, by)
        if isinstance(order, RecordPaperSheet):
            handle(match, Note((5000, 0), 1), Sender(author="Beto", key="meanwhile"))
        return outcome

    with monkeypatch.context() as at_once:
        at_once.setattr(service, "handle", overtaken)
        player.client.post(address(player), data={**OURS, **THEIRS, "key": "one"})
    player.client.post(address(player), data={**OURS, **THEIRS, "key": "one"})
    assert "confirmed" not in [line["kind"] for line in player.shown()["log"]]
