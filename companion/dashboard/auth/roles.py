"""The roles, and the least role for each page and command: viewer, player, scorer, judge and organiser."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Literal

from companion import match_commands
from companion.dashboard.tile_faces import words_of
from companion.match_commands import Command
from companion.tournaments import commands as tournament


class Role(IntEnum):
    """The role of a visitor; each includes those before it."""

    VIEWER = 0
    PLAYER = 1
    SCORER = 2
    JUDGE = 3
    ORGANISER = 4

    @property
    def word(self) -> str:
        """Its name in addresses and tokens."""
        return self.name.lower()


RequiredRole = Role | Literal["device"]
"""The least role for an address, or that it is only for a device that speaks for a table of a tournament."""
DEVICE: Literal["device"] = "device"

ENDPOINTS: Mapping[str, RequiredRole] = {
    **dict.fromkeys(
        (
            *(
                "static",
                "assets.styles",
                "language.choose",
                "pages.home",
                "pages.health",
                "troubles.listed",
                "pages.receive",
                "pages.photo",
            ),
            *("pages.picture", "pages.tile", "pages.correct", "pages.undo", "pages.judge", "pages.forget"),
            *("demo.first", "demo.frame", "demo.picture", "demo.tile", "demo.correct", "demo_hand.picture"),
            *("api.read", "api.viewfinder", "api.profiles", "api.demo", "api.demo_frame", "api.openapi"),
            *(
                "joining.join",
                "joining.enter",
                "joining.join_by_pin",
                "joining.enter_by_pin",
                "joining.leave",
                "joining.introduce",
            ),
            *("tables.listed", "tables.shelved", "tables.table", "tables.hand", "tables.meld", "tables.history"),
            *("tables.census", "tables.scores", "tables.tv", "tables.picture", "tables.closing"),
            *("replaying.newest", "replaying.replay", "replaying.part", "replaying.evidence"),
            *("animating.page", "animating.file"),
            "summed_hand.page",
            *("table_api.matches", "table_api.match", "table_api.log", "live.events", "broadcast.overlay"),
            *("camera.page", "camera.panel", "camera.seen", "camera.tile", "camera.state", "camera.picture"),
            *("installing.manifest", "installing.offline", "installing.worker"),
            *("tournaments.listed", "tournaments.shelved", "tournaments.board", "tournaments.standings"),
            *("tournaments.fixtures", "tournaments.fixture", "tournaments.bracket", "tournaments.tv"),
            *("devices.invited", "devices.enter"),
            *("papers.listed", "papers.paper", "papers.match", "papers.result"),
            *(
                "tournament_api.tournaments",
                "tournament_api.tournament",
                "league_pages.listed",
                "league_pages.page",
                "league_pages.paper",
                "league_pages.cards",
                "league_pages.league",
            ),
            *("law_api.meld", "law_api.advise", "law_api.score", "law_api.listed", "law_api.rules"),
            *("law_pages.listed", "law_pages.book", "law_pages.printed", "law_pages.agreed"),
            *(
                "law_pages.agreed_printed",
                "law_pages.ask",
                "advice_pages.page",
                "advice_pages.photograph",
                "house_pages.download",
            ),
            *("play_api.listed", "play_api.sit", "play_api.game", "play_api.submit", "play_api.targets"),
            *("play_api.advice", "play_api.events"),
            *("play_pages.listed", "play_pages.game", "play_pages.sit", "play_pages.submit", "play_pages.lesson"),
            "play_pages.advice",
            *("game_printing.page", "game_printing.game", "set_census.page", "set_census.count"),
        ),
        Role.VIEWER,
    ),
    **dict.fromkeys(
        (
            *("play_api.open", "play_pages.begin"),
            *(
                "match_orders.submit",
                "tables.rack",
                "tables.verbs",
                "table_api.submit",
                "table_api.keep_picture",
                "camera.name",
            ),
            *(
                "photo_hand.begin_count",
                "photo_hand.from_photo",
                "photo_hand.begin",
                "photo_hand.page",
                "photo_hand.versions",
                "photo_hand.more",
            ),
            *(
                "photo_hand.say",
                "photo_hand.move",
                "photo_hand.drop",
                "photo_hand.tile",
                "photo_hand.correct",
                "photo_hand.confirm",
            ),
            *("phone.page", "phone.photograph", "phone.state", "phone.take"),
        ),
        Role.PLAYER,
    ),
    **dict.fromkeys(
        (
            *("tables.fresh", "tables.agreement", "match_orders.begin", "table_api.begin"),
            *(
                "camera.follow",
                "camera.agree",
                "camera.lies",
                "camera.choose",
                "camera.thumbnail",
                "camera.certificate",
                "camera.trust",
                "camera.zones",
                "camera.draw",
                "demo_hand.watch",
            ),
            *("joining.invite", "summed_hand.note", "versions.page"),
            *("film.page", "film.picture", "film.change"),
            *("own_sets.page", "own_sets.receive", "own_sets.receive_from_camera", "own_sets.learn", "own_sets.use"),
            *("own_sets.forget", "own_sets.proof", "own_sets.prove"),
        ),
        Role.SCORER,
    ),
    **dict.fromkeys(("devices.page", "devices.submit", "devices.photograph", "tournament_api.say"), DEVICE),
    **dict.fromkeys(
        (
            *("tournament_pages.judge", "tournament_pages.history", "tournament_orders.submit"),
            *("tournament_orders.note", "tournament_api.submit"),
        ),
        Role.JUDGE,
    ),
    **dict.fromkeys(
        (
            *("tournament_pages.fresh", "tournament_pages.plan", "tournament_pages.device", "tournament_pages.pins"),
            *("tournament_pages.codes", "tournament_pages.bring", "tournament_orders.bring"),
            *("tournament_orders.found", "tournament_entering.enter", "tournament_entering.listed"),
            *("tournament_api.found", "papers.export", "league_pages.make", "league_pages.change"),
            *("house_pages.fresh", "house_pages.make", "house_pages.edit", "house_pages.change", "house_pages.history"),
            *("house_pages.shelf", "house_pages.restore", "house_pages.remove", "house_pages.bring"),
            "house_pages.take_in",
            *("joining.lock", "joining.put_out", "hook_pages.page", "hook_pages.make", "hook_pages.change"),
        ),
        Role.ORGANISER,
    ),
}
"""The least role for each endpoint; a missing endpoint is closed to everyone, and fails a test."""

_DECISIONS = (
    match_commands.Agree | match_commands.Resync | match_commands.Note | match_commands.RecordPaperSheet
    | match_commands.Confirm | match_commands.Annul | match_commands.Revise | match_commands.Archive
    | match_commands.RestoreArchived
)  # fmt: skip
_CORRECTIONS = frozenset({"correct", "aside", "turn", "rack", "show_pozo"})
_PUTS_RIGHT = tuple(f" {verb} " for verb in ("correct", "aside", "turn", "rack"))


def least_role(command: Command, *, is_current: bool) -> Role:
    """The least role for an order; the hands before the one being played are the scorer's."""
    if isinstance(command, _DECISIONS) or not is_current:
        return Role.SCORER
    if isinstance(command, match_commands.Tap) and command.verb in _CORRECTIONS:
        return Role.SCORER
    if isinstance(command, match_commands.Play) and _is_correction(command.moves):
        return Role.SCORER
    return Role.PLAYER


def _is_correction(moves: str) -> bool:
    """Whether a line of ``moves`` is a correction, not a move that was played."""
    lines = (f" {' '.join(words_of(line))} " for line in moves.lower().splitlines())
    return any("show_pozo" in line or any(verb in line for verb in _PUTS_RIGHT) for line in lines)


_OF_JUDGES = (
    tournament.SeatFixtures | tournament.StartClock | tournament.StopClock | tournament.ExtendTime | tournament.Rule
    | tournament.WalkOver | tournament.Penalise | tournament.LinkMatch | tournament.VoidEntry | tournament.Leave
    | tournament.Return | tournament.MissBoth
)  # fmt: skip
OF_DEVICES = tournament.Propose | tournament.AcceptPoints | tournament.Dispute
"""Commands that only the device of a table may send, for its side."""


def least_tournament_role(command: type[tournament.Command]) -> Role:
    """The least role for an order of that kind at a tournament, which no device gives."""
    return Role.JUDGE if issubclass(command, _OF_JUDGES) else Role.ORGANISER


def least_striking_role(kind: str) -> Role:
    """The least role for striking out an entry of that kind: that of the order which led to it."""
    led_to = tournament.LED_TO.get(kind)
    return least_tournament_role(led_to) if led_to else Role.JUDGE
