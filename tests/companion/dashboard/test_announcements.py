"""What is called out at a table, and what is left to be read."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.companion.dashboard.playing import Player


def calls(player: Player, language: str = "es") -> dict[str, str]:
    """What the page of the table would call, by key."""
    player.client.set_cookie("language", language)
    return dict(re.findall(r'<li data-call="([^"]+)"[^>]*>([^<]*)</li>', player.page()))


SAID = [
    # what is told, then a key and what is called in Spanish and in English
    (
        [("lay", 0, "4r 5r 6r 7r 8r 9r 10r")],
        "canasta-1-1-pure",
        "¡Canasta pura! Ana y Caro",
        "Pure canasta! Ana and Caro",
    ),
    ([("lay", 0, "4r 5r J 7r 8r 9r 10r")], "canasta-1-1-impure", "¡Canasta impura!", "Impure canasta!"),
    ([("lay", 0, "4r 5r 7r")], "offence-3-0", "Atención: El juego no vale", "Attention: The meld"),
    ([("discard", 2, "9k")], "question-3", "Una pregunta:", "A question:"),
]


@pytest.mark.parametrize(("taps", "key", "spanish", "english"), SAID, ids=[case[1] for case in SAID])
def test_news_are_called(player: Player, taps: list[tuple], key: str, spanish: str, english: str):
    assert calls(player) == {}
    for tap in taps:
        player.taps(*tap)
    assert calls(player)[key].startswith(spanish)
    assert calls(player, "en")[key].startswith(english)


@pytest.mark.parametrize(("rules", "article"), [("torneo", "Artículo 11.7."), ("clasico", "")])
def test_the_article_is_called_where_a_text_has_articles(app: Flask, rules: str, article: str):
    player = Player(app.test_client())
    player.begins(("Ana", "Beto"), rules)
    player.taps("draw", 0)
    player.taps("lay", 0, "4r 5r 7r")
    offences = [says for key, says in calls(player).items() if key.startswith("offence-")]
    assert len(offences) > 1
    assert [says.endswith("Artículo 11.7.") for says in offences] == [bool(article), *[False] * (len(offences) - 1)]
    assert player.page().count("data-rule=") == len(offences)


def test_a_lawful_move_is_no_call(player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    assert calls(player) == {}


def test_what_was_taken_back_is_not_called(player: Player):
    player.taps("lay", 0, "4r 5r 7r")
    player.send("undo")
    assert calls(player) == {}


def test_a_confirmed_hand_is_called_with_the_totals(player: Player):
    player.send("note", points=[420, -35])
    player.send("confirm")
    assert "Ana y Caro: 420, van 420; Beto y Dani: −35, van −35." in calls(player)["result-1"]


def test_the_overlay_shows_the_score_and_nothing_to_tap(player: Player):
    player.taps("lay", 0, "4r 5r 7r")
    page = player.page("/overlay")
    main = page.partition("<main")[2]
    assert 'class="over"' in page
    assert "Ana + Caro" in main
    assert "El juego no vale" in main
    assert "<form" not in main
