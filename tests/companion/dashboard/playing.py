"""A dashboard with tables that are played, and what is said at them in few words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from companion.animation import animated
from companion.dashboard import (
    add_animations,
    add_camera,
    add_census,
    add_film,
    add_game_printing,
    add_games,
    add_hooks,
    add_house_rules,
    add_judge,
    add_leagues,
    add_own_sets,
    add_papers,
    add_phone,
    add_tables,
    add_tournaments,
)
from companion.eventstore import UnfinishedHands, find_data_folder
from companion.film.film_limits import FilmLimits
from companion.film.film_store import FilmStore
from companion.film.service import FilmService
from companion.house_rules.rules_by_name import RulesByName
from companion.house_rules.service import RuleSetService
from companion.league.hand_statistics import made_in
from companion.league.service import LeagueService
from companion.league.store import LeagueStore
from companion.matches.service import MatchService
from companion.paper_game import asked_game
from companion.playing.bots import staffed
from companion.playing.command_handlers import CHANCE, RandomChoices
from companion.playing.service import GameService
from companion.printing.booklet import booklet
from companion.printing.paper_cache import PaperCache
from companion.rule_questions.limited_questions import LawService
from companion.server.adapters import law_of, open_law, profile_views
from companion.server.phone_camera import PairedPhone
from companion.server.webhooks import hooks_of
from companion.tournaments.export_import import exported
from companion.tournaments.service import TournamentService
from companion.view_models import PhotoScore
from companion.view_models.census import Census, CensusAnswers, CensusDoubt
from tests.companion.dashboard import table
from tests.companion.dashboard.camera import ActedCameras, ActedLookout
from tests.companion.taught import House as SetHouse
from vision.cameras import PushCamera


@dataclass
class PhoneTable:
    """A table whose camera is a phone, with nobody who reads it."""

    camera: PushCamera = field(default_factory=PushCamera)
    photographs: list[bytes] = field(default_factory=list)
    state: str = "unseen"
    notice: str = ""
    score: PhotoScore | None = None
    language: str = "es"

    def push(self, picture: bytes) -> None:
        """Hands on a picture."""
        self.camera.push(picture)

    def show(self, picture: bytes) -> None:
        """Keeps a photograph."""
        self.photographs.append(picture)

    def view(self, language: str) -> PhoneTable:
        """Itself, in a language."""
        return replace(self, language=language)

    @property
    def says(self) -> str:
        """How the camera is doing."""
        return self.camera.health().sentence(self.language)


ELSEWHERE = {"REMOTE_ADDR": "192.168.0.20"}
"""The environment of a request from another device."""


@contextmanager
def playing_app(
    folder: Path,
    sets: SetHouse | None = None,
    usual: str = "clasico",
    chance: RandomChoices = CHANCE,
    **changes: object,
) -> Iterator[Flask]:
    """The dashboard whose matches are kept in ``folder``, with a camera; a phone may be another."""
    where = find_data_folder(folder, environment={})
    matches = MatchService.open(where)
    laws = RulesByName(matches.rule_sets)
    service = TournamentService(matches.journal, matches.notifier, laws.open)
    matches.use_rules(partial(open_law, laws, service.rules))
    law = partial(law_of, laws, service.rules)
    hands = UnfinishedHands(where.unfinished_hands)
    app = add_phone(add_tables(table.app(law=law, **changes), matches, where, hands), PairedPhone(PhoneTable()))
    add_judge(app, LawService(laws.all, usual, lambda match: matches.state(match).agreement, laws.base_of), booklet)
    add_animations(app, animated)
    add_game_printing(app, asked_game)
    add_census(app, counted_set)
    add_house_rules(app, RuleSetService(matches.rule_sets, profile_views))
    add_camera(app, ActedLookout(), ActedCameras())
    add_film(app, FilmService(FilmStore(where.films, FilmLimits()), matches.journal.now_s, matches.ended_s))
    add_own_sets(app, (sets or SetHouse(folder / "sets")).opened())
    add_tournaments(app, service)
    leagues = LeagueStore(folder / "leagues")
    add_leagues(
        app,
        LeagueService(
            leagues,
            service.public,
            service.public_marks,
            lambda match, sides: made_in(matches.state(match), sides),
        ),
    )
    add_games(app, staffed(GameService(matches, laws.open, chance)))
    add_hooks(app, hooks_of(where, matches.journal))
    papers = PaperCache(lambda match, language: (matches.snapshot(match, language),))
    yield add_papers(app, papers, lambda tournament: exported(matches.journal, tournament))
    matches.journal.close()


def counted_set(photos: Sequence[tuple[bytes, str]], answers: CensusAnswers) -> Census:
    """A set of which a tile is missing and another cannot be told; whether two photographs overlap is asked."""
    asked = () if answers.are_apart or len(photos) < 2 else ((photos[0][1], photos[1][1]),)
    corners = ((40.0, 60.0), (66.0, 60.0), (66.0, 97.0), (40.0, 97.0))
    doubts = (CensusDoubt(photos[0][1], corners, ("6b", "9b")),) if asked else ()
    unsure = tuple(doubt for doubt in doubts if doubt.place not in answers.faces)
    return Census(105, ("7r", *answers.faces.values()), ("4k",), unsure, asked)


def session_cookie(app: Flask) -> str:
    """The name of the cookie by which the house knows a browser."""
    return app.session_interface.get_cookie_name(app)


class Player:
    """Somebody with a program who tells what happens."""

    def __init__(self, client: FlaskClient, **environment: object) -> None:
        self.client = client
        self.environment = environment
        self.match = ""

    def begins(self, players: tuple[str, ...] = ("Ana", "Beto", "Caro", "Dani"), rules: str = "clasico", **more) -> str:
        """Begins a match and deals the first hand."""
        answer = self.client.post("/api/matches", json={"players": list(players), "rules": rules, **more})
        self.match = answer.get_json()["match"]
        self.send("deal")
        return self.match

    def send(self, order: str, **fields: object):
        """Gives an order; the answer of the server."""
        return self.client.post(f"/api/matches/{self.match}/orders", json={"order": order, **fields})

    def taps(self, verb: str, seat: int, tiles: str = "", **more: object):
        """Taps a move."""
        return self.send("tap", verb=verb, seat=seat, tiles=tiles, **more)

    def shown(self, **query: object) -> dict:
        """How the match stands."""
        return self.client.get(f"/api/matches/{self.match}", query_string=query).get_json()

    def page(self, rest: str = "") -> str:
        """A page of the match."""
        answer = self.client.get(f"/matches/{self.match}{rest}")
        assert answer.status_code == 200, answer.status
        return answer.get_data(as_text=True)


def fields_of(page: str, order: str) -> dict[str, str]:
    """The hidden fields of the first form of ``page`` that makes ``order``."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    form = next(text for text in forms if f'name="order" value="{order}"' in text)
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
