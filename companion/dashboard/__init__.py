"""The Flask application: photographs, tables and tournaments. All dependencies are passed to ``create_app``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import Flask
from flask.json.provider import DefaultJSONProvider

from companion.dashboard.admission_queue import AdmissionQueue
from companion.dashboard.alerts import add_wellbeing, film_notice, trouble_pages, troubles
from companion.dashboard.assets import new_app
from companion.dashboard.auth.access import TokenIssuer, may, visitor
from companion.dashboard.auth.certificate_page import DeviceTrust, create_welcome
from companion.dashboard.auth.costly_requests import RequestRateLimit
from companion.dashboard.auth.join_pages import joining_pages
from companion.dashboard.auth.lasting_cookies import LastingCookies
from companion.dashboard.auth.login_sessions import BROWSER_SESSION_S
from companion.dashboard.auth.pin_attempts import PinAttempts
from companion.dashboard.auth.public_address import is_reachable, phones_command
from companion.dashboard.auth.request_security import guard
from companion.dashboard.auth.role_checks import check_roles
from companion.dashboard.camera.demo_hand import add_demo_hand
from companion.dashboard.camera.pages import add_camera
from companion.dashboard.camera.phone_pages import add_phone
from companion.dashboard.error_pages import add_error_pages
from companion.dashboard.film.pages import add_film
from companion.dashboard.interfaces import (
    Booklet,
    Cameras,
    Matches,
    OwnSets,
    PhonePairing,
    ReadPhoto,
    RuleQueries,
    SeenPhoto,
    SigningKey,
    TableCamera,
)
from companion.dashboard.keyboard import keyboard
from companion.dashboard.language import install_languages
from companion.dashboard.leagues.interfaces import Leagues
from companion.dashboard.leagues.pages import add_leagues
from companion.dashboard.matches.agreement_form import agreed_rules
from companion.dashboard.matches.animation_pages import add_animations
from companion.dashboard.matches.announcements import calls_of
from companion.dashboard.matches.api import table_api
from companion.dashboard.matches.broadcast import broadcast
from companion.dashboard.matches.command_forms import match_orders, may_go_back, new_key
from companion.dashboard.matches.edit_conflicts import version_of, version_pages
from companion.dashboard.matches.event_stream import LISTENERS, live
from companion.dashboard.matches.listener_limit import add_places
from companion.dashboard.matches.move_words import spoken, without_tiles
from companion.dashboard.matches.pages import table_pages
from companion.dashboard.matches.paper_sheet_pages import summed_pages
from companion.dashboard.matches.points_by_kind import part_words
from companion.dashboard.matches.replay_pages import replay_pages
from companion.dashboard.matches.withholding import WITHHELD
from companion.dashboard.photo_hands.hand_drafts import HandDrafts
from companion.dashboard.photo_hands.interfaces import StoredHands
from companion.dashboard.photo_hands.photo_hand_pages import photo_hand_pages
from companion.dashboard.photos.api import api
from companion.dashboard.photos.demo_table import demo_pages
from companion.dashboard.photos.pages import pages
from companion.dashboard.photos.photo_service import CheckPicture, PhotoService
from companion.dashboard.photos.small_pictures import add_small_pictures
from companion.dashboard.play.api import play_api
from companion.dashboard.play.interfaces import Games
from companion.dashboard.play.pages import play_pages
from companion.dashboard.play.wording import seat_words, strength_words
from companion.dashboard.rules.advice_pages import advice_pages
from companion.dashboard.rules.api import WAITING, law_api
from companion.dashboard.rules.house_pages import add_house_rules
from companion.dashboard.rules.interfaces import StoredRuleSets
from companion.dashboard.rules.pages import law_pages
from companion.dashboard.sets.census_pages import add_census
from companion.dashboard.sets.own_set_pages import add_own_sets
from companion.dashboard.sets.print_pages import add_game_printing
from companion.dashboard.settings import DashboardSettings, DemoHand, VisitorChoices
from companion.dashboard.templating import translated
from companion.dashboard.tile_faces import face_of
from companion.dashboard.tournaments.api import tournament_api
from companion.dashboard.tournaments.command_forms import tournament_orders
from companion.dashboard.tournaments.device_pages import device_pages
from companion.dashboard.tournaments.downloads import Papers, add_papers
from companion.dashboard.tournaments.entry_pages import tournament_entering
from companion.dashboard.tournaments.interfaces import Tournaments
from companion.dashboard.tournaments.organiser_pages import tournament_pages
from companion.dashboard.tournaments.page_cache import PageCache
from companion.dashboard.tournaments.pages import tournament_views
from companion.dashboard.tournaments.recorded import decided_otherwise
from companion.dashboard.tournaments.wording import FILTERS
from companion.dashboard.web_app import installing
from companion.dashboard.webhooks.interfaces import Hooks
from companion.dashboard.webhooks.pages import add_hooks
from companion.dashboard.wording import (
    author_words,
    clock_words,
    day_words,
    end_words,
    milliseconds_words,
    moment_words,
    percent_words,
    points_words,
    role_words,
    signed_words,
    tally_words,
)
from companion.tournaments.commands.planning import USUAL_DELAY_S, USUAL_ROUNDS, USUAL_TABLES
from companion.view_models import ProfileView

__all__ = [
    "Cameras",
    "DashboardSettings",
    "DemoHand",
    "DeviceTrust",
    "Games",
    "Hooks",
    "Leagues",
    "Matches",
    "OwnSets",
    "Papers",
    "PhonePairing",
    "ReadPhoto",
    "RuleQueries",
    "SeenPhoto",
    "SigningKey",
    "StoredRuleSets",
    "TableCamera",
    "Tournaments",
    "add_animations",
    "add_camera",
    "add_census",
    "add_demo_hand",
    "add_film",
    "add_game_printing",
    "add_games",
    "add_hooks",
    "add_house_rules",
    "add_judge",
    "add_leagues",
    "add_own_sets",
    "add_papers",
    "add_phone",
    "add_small_pictures",
    "add_tables",
    "add_tournaments",
    "add_wellbeing",
    "check_what_is_sent",
    "create_app",
    "create_welcome",
]


def create_app(
    read_photo: ReadPhoto, profiles: Sequence[ProfileView], demo: Sequence[Path], settings: DashboardSettings
) -> Flask:
    """Create the application for reading photographs; ``demo`` are the pictures of the demo table, possibly none."""
    app = new_app()
    app.config["MAX_CONTENT_LENGTH"] = settings.max_upload_bytes
    app.json = _PlainJson(app)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["settings"] = settings
    app.extensions["photo service"] = PhotoService(read_photo, VisitorChoices.of(profiles, demo), settings)
    install_languages(app)
    app.jinja_env.globals.update(_=translated, keyboard=keyboard)
    add_error_pages(app, settings.retry_after_s)
    guard(app, settings.hosts, settings.proxy_url)
    for blueprint in (pages, demo_pages, api, installing, trouble_pages):
        app.register_blueprint(blueprint)
    app.jinja_env.filters.update(percent=percent_words, points=points_words, milliseconds=milliseconds_words)
    app.jinja_env.filters.update(face=face_of, signed=signed_words, tally=tally_words, moment=moment_words)
    app.jinja_env.filters.update(end_words=end_words)
    app.jinja_env.filters.update(author=author_words, day=day_words, role=role_words, clock=clock_words)
    app.jinja_env.globals.update(
        troubles=troubles,
        film_notice=film_notice,
        has_wellbeing=False,
        has_tables=False,
        has_own_sets=False,
        has_demo_hand=False,
        has_phone=False,
        has_tournaments=False,
        has_leagues=False,
        has_hooks=False,
        has_papers=False,
        has_judge=False,
        has_games=False,
        has_house_rules=False,
        has_small_pictures=False,
        has_animations=False,
        has_film=False,
    )
    return app


def check_what_is_sent(app: Flask, check: CheckPicture) -> Flask:
    """Configure the application to store only pictures that ``check`` can open."""
    app.extensions["photo service"].checks = check
    return app


def add_judge(app: Flask, judge: RuleQueries, booklet: Booklet) -> Flask:
    """Add the public rule queries to the application; it has tables already."""
    app.extensions["judge"] = judge
    app.extensions["booklet"] = booklet
    app.extensions["pace"] = RequestRateLimit()
    app.extensions["law queue"] = AdmissionQueue(WAITING)
    app.register_blueprint(law_api)
    app.register_blueprint(law_pages)
    app.register_blueprint(advice_pages)
    app.jinja_env.globals.update(has_judge=True)
    return app


def add_tables(app: Flask, tables: Matches, key: SigningKey, stored_hands: StoredHands | None = None) -> Flask:
    """Add matches to the application; ``key`` signs permissions, in ``stored_hands`` photographed hands outlast it."""
    settings: DashboardSettings = app.extensions["photo service"].settings
    app.extensions["tables"] = tables
    app.extensions["token issuer"] = TokenIssuer(app, key)
    app.session_interface = LastingCookies()
    app.extensions["attempts"] = PinAttempts()
    add_places(app, LISTENERS)
    app.config.update(
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.welcome_url is not None or (settings.proxy_url or "").startswith("https:"),
        PERMANENT_SESSION_LIFETIME=BROWSER_SESSION_S,
    )
    check_roles(app)
    app.extensions["hand photos"] = HandDrafts()
    app.extensions["stored hands"] = stored_hands
    if stored_hands:
        app.extensions["photo service"].forgotten = stored_hands.forget_picture
    for blueprint in (table_pages, match_orders, joining_pages, live, table_api, broadcast, photo_hand_pages,
                      summed_pages, replay_pages, version_pages):  # fmt: skip
        app.register_blueprint(blueprint)
    app.jinja_env.filters.update(
        spoken=spoken, without_tiles=without_tiles, agreed_rules=agreed_rules, version=version_of
    )
    app.jinja_env.globals.update(is_reachable=is_reachable, phones_command=phones_command)
    app.jinja_env.globals.update(has_tables=True, may=may, may_go_back=may_go_back, visitor=visitor, new_key=new_key)
    app.jinja_env.globals.update(calls_of=calls_of)
    return app


def add_games(app: Flask, games: Games) -> Flask:
    """Add screen games to the application; it has tables and rule queries already."""
    app.extensions["games"] = games
    app.register_blueprint(play_api)
    app.register_blueprint(play_pages)
    app.jinja_env.filters.update(seated=seat_words, strength=strength_words)
    app.jinja_env.globals.update(has_games=True, part_words=part_words)
    return app


def add_tournaments(app: Flask, tournaments: Tournaments) -> Flask:
    """Add tournaments to the application; it has tables already."""
    app.extensions["tournaments"] = tournaments
    app.extensions["entrant attempts"] = PinAttempts(for_all=False)
    app.extensions["rendered"] = PageCache()
    app.extensions[WITHHELD] = tournaments.withheld
    for blueprint in (tournament_pages, tournament_views, tournament_orders, device_pages, tournament_api,
                      tournament_entering):  # fmt: skip
        app.register_blueprint(blueprint)
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(has_tournaments=True, usual_delay_s=USUAL_DELAY_S)
    app.jinja_env.globals.update(
        usual_tables=USUAL_TABLES, usual_rounds=USUAL_ROUNDS, decided_otherwise=decided_otherwise
    )
    return app


class _PlainJson(DefaultJSONProvider):
    """JSON with fields in contract order and unescaped letters."""

    sort_keys = False
    ensure_ascii = False
