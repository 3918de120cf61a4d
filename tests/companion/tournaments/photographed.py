"""An event whose hands are counted from photographs of what each side laid, as people at a table do it.

Every hand that the simulated players play is rendered twice, once for each side. The device of the home side sends both
pictures, answers what is asked, corrects what is wrong, adds what the pictures do not show and says the hand.
"""

from __future__ import annotations

import http.cookiejar
import itertools
import re
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

import cv2
import numpy as np

from companion.dashboard.tile_faces import INKS
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import PictureSpec, render
from datasets.synthetic_tables.laying import Start, row_of
from datasets.synthetic_tables.render import TextureCache
from datasets.synthetic_tables.scene import SceneLayout
from datasets.synthetic_tables.set_design import sample_look
from engine import simulate
from tests.companion.tournaments.event import RULES, Event

SIZE_PX, TILE_PX = (1280, 960), 36.0
COLUMN_TILES, COLUMNS = 15.5, 2
SEEN = 0.5
"""A tile of which less is seen is not asked for."""
_TILE = re.compile(
    r'<a class="tile kind-(\w+)(?: ink-(\w+))? is-(\w+)"[^>]*data-tile="(\d+)"[^>]*>'
    r'\s*(?:<span class="number">(\d+))?'
)
_LETTERS = {ink: letter for letter, ink in INKS.items()}
_PLACE = re.compile(r'class="place is-\w+"[^>]*data-tile="(\d+)"[^>]*><polygon points="([^"]+)"')
_POINTS = re.compile(r'<input name="points"[^>]* required value="(-?\d*)"')


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """What one side had laid at the end of a hand: a photograph of it, where each tile is, and what it is worth."""

    jpeg: bytes
    tiles: tuple[tuple[tuple[float, float], str], ...]
    """The middle of each tile in pixels, and its face."""
    points: int
    hides: bool
    """Whether an arm or a thing lies over one of them, so that no picture tells what it is."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayedHand:
    """A hand of two simulated players."""

    totals: tuple[int, int]
    laid: tuple[Laid, Laid]


def played_hands(count: int) -> Iterator[PlayedHand]:
    """Hands by the rules of a tournament, no two with the same totals, none void, with their photographs."""
    seen: set[tuple[int, ...]] = set()
    fonts = discover()
    for seed in itertools.count():
        hand = simulate(RULES, seed, 2)
        totals = tuple(hand.score.totals.values())
        if hand.score.void or totals in seen or totals[::-1] in seen:
            continue
        seen.add(totals)
        rng = np.random.default_rng(seed)
        look = sample_look(rng, fonts)
        textures = TextureCache(look, rng)
        sheets = hand.score.sheets
        melds = [
            [[str(placed.tile) for placed in meld.row] for meld in hand.end.melds if meld.team == team]
            for team in (0, 1)
        ]
        points = [
            sum(line.points for line in sheet.lines if line.reason.startswith(("LAID", "CANASTA"))) for sheet in sheets
        ]
        laid = [_photographed(rng, (textures, look), rows, worth) for rows, worth in zip(melds, points, strict=True)]
        yield PlayedHand((totals[0], totals[1]), (laid[0], laid[1]))
        if len(seen) == count:
            return


def _photographed(rng: np.random.Generator, tiles_of: tuple[Any, Any], rows: list[list[str]], points: int) -> Laid:
    textures, look = tiles_of
    order = PictureSpec(SIZE_PX, partial(_in_columns, rows=rows), TILE_PX, float(rng.uniform(0, 25)), 0.3)
    picture = render(rng, textures, look, order)
    jpeg = bytes(cv2.imencode(".jpg", picture.bgr, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    labels = [label for label in picture.labels if label.visible >= SEEN]
    return Laid(jpeg, tuple((tuple(label.corners_px.mean(axis=0).tolist()), label.face) for label in labels), points,
                len(labels) < len(picture.labels))  # fmt: skip


def _in_columns(
    rng: np.random.Generator, size: tuple[float, float, float], _radius: float, *, rows: list[list[str]]
) -> SceneLayout:
    """Melds one below the other, in two columns."""
    lines = -(-len(rows) // COLUMNS)
    tiles = []
    for number, faces in enumerate(rows):
        column, line = divmod(number, max(lines, 1))
        at = np.array([(column - 1) * COLUMN_TILES * size[0] + size[0], ((lines - 1) / 2 - line) * 1.35 * size[1]])
        tiles += row_of(rng, faces, Start(at, float(rng.normal(0, 0.01)), number), size)
    return SceneLayout(tuple(tiles), (), {})


class Device:
    """The browser of one side at a table; ``port`` says where the server is now, should it have been begun again."""

    def __init__(self, port: Callable[[], int], tournament: str, token: str) -> None:
        self._port, self._table = port, f"/tournaments/{tournament}/table"
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.post(f"/tournaments/device/{token}", {})

    def post(self, address: str, fields: dict[str, str], jpeg: bytes | None = None) -> tuple[str, str]:
        """Where a form led, and the page that is there."""
        body, kind = urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded"
        if jpeg is not None:
            body, kind = _multipart(fields, jpeg)
        asked = urllib.request.Request(self._root() + address, body, {"Content-Type": kind})
        with self._opener.open(asked, timeout=60) as answer:
            return answer.url, answer.read().decode()

    def get(self, address: str) -> str:
        """The page at an address."""
        with self._opener.open(self._root() + address, timeout=60) as answer:
            return answer.read().decode()

    def _root(self) -> str:
        return f"http://127.0.0.1:{self._port()}"

    def photographs(self, laid: tuple[Laid, Laid], tally: Counter[str]) -> list[int | None]:
        """What the page says that both sides laid, after everything was put right that can be."""
        photos: dict[str, str] = {}
        for side, one in zip(("home", "away"), laid, strict=True):
            url, _ = self.post(
                f"{self._table}/photo", {"side": side, **{f"photo_{k}": v for k, v in photos.items()}}, one.jpeg
            )
            photos = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
            self._puts_right(photos[side], one, tally)
        page = self.get(f"{self._table}?{urllib.parse.urlencode(photos)}")
        return [int(value) if value else None for value in _POINTS.findall(page)[:2]]

    def _puts_right(self, photo: str, laid: Laid, tally: Counter[str]) -> None:
        """Names the tiles that are asked for, and those that were taken for something else."""
        page = self.get(f"/photos/{photo}")
        places = {int(tile): np.array([p.split(",") for p in points.split()], float).mean(axis=0)
                  for tile, points in _PLACE.findall(page)}  # fmt: skip
        tally["photographs"] += 1
        for kind, ink, state, tile, number in dict.fromkeys(_TILE.findall(page)):
            shown = {"number": f"{number}{_LETTERS.get(ink)}", "joker": "J", "back": "back"}.get(kind, "?")
            truth = _true_face(places[int(tile)], laid)
            kind_of_case = "asked" if state == "unsure" else "right" if shown == truth else _case(shown, truth)
            tally[kind_of_case] += 1
            if shown != truth:
                self.post(f"/photos/{photo}/tiles/{tile}", {"face": truth})


def _case(shown: str, truth: str) -> str:
    return "invented" if truth == "none" else f"silent {truth} > {shown}"


def _true_face(middle: np.ndarray, laid: Laid) -> str:
    """What lies there; ``none`` where nothing does."""
    off = [float(np.hypot(*(middle - at))) for at, _ in laid.tiles]
    return laid.tiles[int(np.argmin(off))][1] if off and min(off) < TILE_PX / 2 else "none"


def _multipart(fields: dict[str, str], jpeg: bytes) -> tuple[bytes, str]:
    boundary = uuid4().hex
    lines = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'.encode() for k, v in fields.items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="mesa.jpg"\r\n'
    lines += [head.encode(), b"Content-Type: image/jpeg\r\n\r\n", jpeg, f"\r\n--{boundary}--\r\n".encode()]
    return b"".join(lines), f"multipart/form-data; boundary={boundary}"


class PhotographedEvent(Event):
    """An event whose hands are photographed; ``tally`` counts what was read, asked, wrong and typed after all."""

    def __init__(self, *arguments: Any, hands: list[PlayedHand], port: Callable[[], int]) -> None:
        super().__init__(*arguments)
        self._hands = {hand.totals: hand for hand in hands}
        self._port = port
        self._devices: dict[int, Device] = {}
        self.tally: Counter[str] = Counter()

    def _says(self, fixture: dict[str, Any], seat: str, order: str, hand: int, points: list[int], times: int) -> None:
        if order == "propose" and times == 0:
            points = self._counted(fixture, (points[0], points[1]))
        super()._says(fixture, seat, order, hand, points, times)

    def _counted(self, fixture: dict[str, Any], totals: tuple[int, int]) -> list[int]:
        """The points of a hand as the photographs say them, with what no photograph shows."""
        known = self._hands.get(totals)
        laid = known.laid if known else self._hands[totals[::-1]].laid[::-1]
        number = 2 * fixture["table"] - 1
        if number not in self._devices:
            self._devices[number] = Device(self._port, self.tournament, self._token_of(self.tournament, number))
        counted = self._devices[number].photographs((laid[0], laid[1]), self.tally)
        self.tally["hands"] += 1
        self.tally["hidden"] += sum(placed.hides for placed in laid)
        for seen, one in zip(counted, laid, strict=True):
            if seen != one.points:
                self.tally["typed"] += 1
                self.tally["typed though all is in view"] += not one.hides
        # A side whose picture lacks a tile types what it laid.
        return list(totals)
