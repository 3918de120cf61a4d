"""A match whose table is filmed, for tests of pages."""

from __future__ import annotations

from flask import Flask

from companion.film.service import FilmService
from tests.companion.dashboard import table
from tests.companion.dashboard.playing import Player


def films(app: Flask, player: Player, before_s: float = 3.0, pictures: int = 12) -> tuple[int, ...]:
    """The table of the match agrees, and something is filmed around its newest entry; the moments of the pictures."""
    room: FilmService = app.extensions["film"]
    room.switch(player.match, on=True)
    at_s = player.client.get(f"/api/matches/{player.match}/log").get_json()["log"][0]["at_s"]
    moments = tuple(round(1000 * (at_s - before_s)) + 250 * place for place in range(pictures))
    for moment in moments:
        room._shelf.add(player.match, moment, table.picture())
    room._shelf.finish()
    return moments


def film_paths(app: Flask, player: Player) -> tuple[str, ...]:
    """The page of the film of a match, of what was filmed around an entry, and of a moment of which there is none."""
    films(app, player)
    here, entry = f"/matches/{player.match}/film", player.shown()["revision"]
    return here, f"{here}?entry={entry}", f"{here}?at=1"
