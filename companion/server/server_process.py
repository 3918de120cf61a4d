"""Run the pages in a process of their own, and report why it cannot start."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import monotonic

from flask import Flask

from companion import bootstrap
from companion.animation import animated
from companion.dashboard import (
    DashboardSettings,
    DemoHand,
    DeviceTrust,
    add_animations,
    add_camera,
    add_census,
    add_demo_hand,
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
    add_small_pictures,
    add_tables,
    add_tournaments,
    add_wellbeing,
    check_what_is_sent,
    create_app,
    create_welcome,
)
from companion.decoding import Decoders
from companion.errors import JournalError
from companion.evaluation.film_truth import load_true_film
from companion.eventstore import UnfinishedHands, house_key
from companion.film.film_store import FilmStore
from companion.film.service import FilmService
from companion.house_rules.rules_by_name import RulesByName
from companion.house_rules.service import RuleSetService
from companion.league.evenings import HandsMade
from companion.league.hand_statistics import made_in
from companion.league.service import LeagueService
from companion.league.store import FOLDER, LeagueStore
from companion.live.camera_settings import CameraMemory, Choice, ChosenCamera
from companion.live.cameras import SelectableCameras
from companion.live.live_table import LiveTable
from companion.live.worker_messages import WatchTable
from companion.matches.service import MatchService
from companion.network.connections import MOST_OF_ONE, keep_watch
from companion.network.plain_http import serve_aside
from companion.network.request_buffering import RequestLimits
from companion.network.tls import Encryption
from companion.network.web_server import web_server
from companion.network.wsgi_threads import ThreadedWsgi
from companion.paper_game import asked_game
from companion.playing.bots import staffed
from companion.playing.service import GameService
from companion.printing.booklet import booklet
from companion.printing.paper_cache import PaperCache
from companion.refusal import TableRefused, TournamentRefused
from companion.rule_questions.limited_questions import LawService
from companion.server import adapters as reception
from companion.server.automatic_backups import Backups
from companion.server.config import ServerConfig
from companion.server.gc_tuning import spare_what_stays
from companion.server.health import HealthMonitor
from companion.server.phone_camera import PairedPhone
from companion.server.startup_message import greet
from companion.server.template_cache import TemplateCache
from companion.server.webhooks import running_hooks
from companion.tile_sets.own_sets import OwnTileSets
from companion.tournaments.export_import import exported
from companion.tournaments.service import TournamentService
from companion.view_models import MatchSnapshot
from engine.tiles import BAG
from vision.cameras import SourceKind, parse_source
from vision.errors import BadSource, VisionError
from vision.recognition.set_profile import SetProfile

WARM_TOURNAMENTS, WARM_MATCHES = 3, 20
"""The numbers of states read at the start, so that the first request is not slower than others."""
THREADS = 256
"""Pages made at once; nearly all of them are streams that wait for news."""
_TURN_S = 0.0005
"""The switch interval of threads: events are handled while pages render."""
MOST_SHORT_RUNS, SHORT_RUN_S = 4, 1.0
"""The number and length of short runs after which the serving process is not restarted."""
WATCHER = "companion.bootstrap:open_watcher"
"""The module and function that open the table watcher, in a process of its own."""
FAILED = 2
"""The exit status of a serving process that could not start."""


def run(served: ServerConfig) -> str | None:
    """Serve until stopped; a killed server process is restarted.

    Returns None then, else the sentence with which the server process failed (empty where it gave none).
    """
    (said, failures), short_runs = Pipe(duplex=False), 0
    leaf = served.encryption.leaf if served.encryption else None
    while short_runs < MOST_SHORT_RUNS:
        began_s = monotonic()
        try:
            server = web_server(served.address, served.port, leaf, served.farewell)
            server.serve(target_loader=partial(build, served, failures), wrap_loader=False)
            return None
        except SystemExit:
            if said.poll():
                return str(said.recv())
        is_short = monotonic() - began_s < SHORT_RUN_S
        short_runs = short_runs + 1 if is_short else 0
        served = served if is_short else replace(served, greeting="")
    return ""


def build(served: ServerConfig, failures: Connection) -> ThreadedWsgi:
    """Build the application in the server process, which reports its address once it is reachable."""
    try:
        sets = OwnTileSets(served.data_folder.folder / "sets", bootstrap.open_recognizer, served.set_profile)
        matches = MatchService.open(served.data_folder)
        served.data_folder.secret()
    except (VisionError, JournalError) as error:
        failures.send(error.sentence(served.language))
        sys.exit(FAILED)
    given = reception.open_laws(served.rules, served.overrides, served.data_folder)
    laws = RulesByName(matches.rule_sets, given)
    settings = _settings(served)
    sys.setswitchinterval(_TURN_S)
    tournaments = TournamentService(matches.journal, matches.notifier, laws.open)
    matches.use_rules(partial(reception.open_law, laws, tournaments.rules))
    decoders = Decoders()
    sets.pixels = decoders.pixels
    matches.use_decoders(decoders.part_of, decoders.put_together)
    received = reception.PhotoReader(sets, partial(reception.law_of, laws, tournaments.rules), decoders.pixels)
    app = create_app(received.read, reception.profile_views(given), reception.demo_pictures(), settings)
    app.jinja_env.bytecode_cache = TemplateCache()
    check_what_is_sent(app, partial(reception.checked, decoders.pixels))
    add_small_pictures(app, decoders.shrunk)
    where = served.data_folder
    add_tables(app, matches, house_key(where, matches.journal), UnfinishedHands(where.unfinished_hands))
    wellbeing = HealthMonitor(matches.journal, served.data_folder, matches.jump_s)
    add_wellbeing(app, wellbeing)
    add_judge(
        app, LawService(laws.all, served.rules, lambda match: matches.state(match).agreement, laws.base_of), booklet
    )
    add_animations(app, animated)
    add_game_printing(app, asked_game)
    add_census(app, partial(reception.counted, sets, decoders.pixels, [str(tile) for tile in BAG]))
    add_house_rules(app, RuleSetService(matches.rule_sets, reception.profile_views))
    add_own_sets(app, sets)
    add_tournaments(app, tournaments)
    add_games(app, staffed(GameService(matches, laws.open)))
    _warm(tournaments)
    add_leagues(app, _leagues(LeagueStore(served.data_folder.folder / FOLDER), tournaments, matches))
    add_hooks(app, running_hooks(served.data_folder, matches.journal, tournaments.withheld))
    add_papers(app, PaperCache(partial(_hands, matches)), partial(exported, matches.journal))
    film = FilmService(FilmStore(served.data_folder.films, served.film), matches.journal.now_s, matches.ended_s)
    add_film(app, film)
    film.start()
    if served.camera:
        live = _camera(app, served, matches, sets.profile, film)
        sets.on_change(live.read_with)
        wellbeing.camera = lambda: live.view("es").state
    if served.encryption:
        _welcome(served, served.encryption)
    wellbeing.start()
    spare_what_stays()
    _begin_beside(served, matches, wellbeing)
    limits, is_proxied = RequestLimits(body_bytes=settings.max_upload_bytes), served.proxy_url is not None
    pages = ThreadedWsgi(app, THREADS, limits, is_proxied=is_proxied)
    keep_watch(served.port, pages.busy, None if is_proxied else MOST_OF_ONE)
    return pages


def _leagues(kept: LeagueStore, tournaments: TournamentService, matches: MatchService) -> LeagueService:
    """The leagues of the house, whose evenings are made ready meanwhile."""
    leagues = LeagueService(kept, tournaments.public, tournaments.public_marks, partial(_made, matches))
    leagues.prepare()
    return leagues


def _begin_beside(served: ServerConfig, matches: MatchService, wellbeing: HealthMonitor) -> None:
    """Start the background threads, which end with this process."""
    if served.backups:
        backups = Backups(matches.journal, served.data_folder, served.backups, served.backup_every)
        wellbeing.is_backup_failing = lambda: backups.is_failing
        backups.start()
    Thread(target=_ends_with_parent, daemon=True).start()
    Thread(target=_list_ahead, args=(matches,), daemon=True).start()
    if served.greeting:
        Thread(target=greet, args=(served,), daemon=True).start()


def _settings(served: ServerConfig) -> DashboardSettings:
    """The settings of the pages."""
    return DashboardSettings(
        rules=served.rules,
        demo_first=served.is_demo,
        hosts=served.hosts,
        is_private=served.is_private,
        proxy_url=served.proxy_url,
        public_url=served.public_url,
        phones_command=served.phones_command,
        welcome_url=served.welcome_url,
    )


def _made(matches: MatchService, match: str, sides: tuple[str, str]) -> tuple[HandsMade, HandsMade] | None:
    """What ``sides`` made in the hands of ``match``."""
    return made_in(matches.state(match), sides)


def _warm(tournaments: TournamentService) -> None:
    """Load the tournaments listed first before the first request."""
    with suppress(TournamentRefused):  # whoever asks for the one that cannot be read is told
        tournaments.cards("es", 0, WARM_TOURNAMENTS)


def _list_ahead(matches: MatchService) -> None:
    """Load the matches listed first ahead of requests; for twenty long ones that takes seconds."""
    with suppress(TableRefused):  # whoever asks is told
        matches.cards("es", 0, WARM_MATCHES)


def _hands(matches: MatchService, match: str, language: str) -> tuple[MatchSnapshot, ...]:
    """The states of a match, one for each of its hands; its initial state before the first."""
    shown = matches.snapshot(match, language)
    return tuple(matches.snapshot(match, language, hand.number) for hand in shown.hands) or (shown,)


def _camera(
    app: Flask, served: ServerConfig, matches: MatchService, own_set: SetProfile | None, kept: FilmService
) -> LiveTable:
    """Open the camera over the table with the tile set ``own_set``: the last chosen one, where that applies."""
    began, film, folder = served.camera or "", reception.demo_film(), served.data_folder.folder
    memory, chosen = CameraMemory(folder / "cameras.json"), ChosenCamera(folder / "camera.json")
    source = _chosen(chosen.read(), served) or began
    memory.remember_second(began, served.second, served.run)
    order = WatchTable(source=source, demo=str(film or ""), set_profile=own_set, watcher=WATCHER)
    if parse_source(source).kind in (SourceKind.DEMO, SourceKind.SIMULATE):
        memory.forget_match(source)  # and the hand that was being played did not
    usual = bootstrap.open_rules(served.rules, served.overrides, served.data_folder)
    live = LiveTable(matches, memory, order, usual, kept)
    shown = film.with_name("table.jpg") if film else None
    add_camera(app, live, SelectableCameras(live, chosen, Choice(began, served.run), demo=shown))
    add_phone(app, PairedPhone(live))
    if film:
        add_demo_hand(app, _demo_hand(film))
    return live


def _chosen(choice: Choice | None, served: ServerConfig) -> str | None:
    """The camera chosen on the page, in this run or without a command-line source; None where it is gone."""
    if choice is None or (served.is_camera_named and choice.run != served.run):
        return None
    try:
        return str(parse_source(choice.source))
    except BadSource:
        return None


def _demo_hand(film: Path) -> DemoHand:
    """The hand of a film, from its ground truth. Raises TruthError."""
    sitting = load_true_film(film.with_suffix(".json"))
    return DemoHand(
        rules=sitting.rules,
        players=sitting.players,
        starter=sitting.starter,
        table=film.with_name("table.jpg"),
        rack=film.with_name("rack.jpg"),
    )


def _ends_with_parent() -> None:
    """End this process as soon as its parent is gone, for any reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(FAILED)


def _welcome(served: ServerConfig, encryption: Encryption) -> None:
    """Serve, unencrypted, the page with which a phone installs the certificate."""
    address = served.public_url or f"https://127.0.0.1:{served.port}/"
    trust = DeviceTrust(encryption.authority, encryption.certificate, address)
    serve_aside(create_welcome(trust, served.hosts), served.address, encryption.welcome_port)
