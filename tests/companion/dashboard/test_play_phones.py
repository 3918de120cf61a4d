"""Phones at a game on the screen: whether they find it is said before anybody scans anything."""

from __future__ import annotations

from flask import Flask


def test_who_waits_for_phones_is_told_when_none_can_come(app: Flask):
    """Where only this machine finds the pages a code leads a phone nowhere; before a game is opened too."""
    visitor = app.test_client()
    opened = visitor.post("/play", data={"name": "Ana", "seat.1": "person"})
    game, told = str(opened.headers["Location"]).partition("?")[0], "Ahora sólo entra esta computadora"
    home = "http://192.168.0.7:8000"
    assert told in visitor.get(game).text.partition("game-waiting")[2].partition("qr-link")[0]
    assert told in visitor.get("/play").text.partition("phones-needed")[2]
    assert told not in visitor.get("/play", base_url=home).text
    assert told not in visitor.get(game, base_url=home).text
