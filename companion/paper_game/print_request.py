"""Validate a print request before drawing."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.view_models.exported_files import PrintRequest
from engine.tiles import BAG, NotationError, Tile, words_of

PARTS = ("tiles", "racks", "mat", "card")
INKS = ("color", "black")
PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper, standing."""
NARROWEST_MM, WIDEST_MM = 14.0, 60.0
LEAST_TALLER, MOST_TALLER = 1.1, 2.0
"""How many times as high as wide a tile is: others are not found by a camera."""
MARGINS_MM = (3.0, 40.0)
"""The smallest and the largest margin: household printers do not print nearer to the edge."""
MOST_TILES = 2 * len(BAG)
_SIZE = re.compile(r"\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*[x×*]\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:mm)?\s*", re.IGNORECASE)


class InvalidPrintRequest(CompanionError):  # noqa: N818
    """A request that cannot be printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGameOptions:
    """A validated print request."""

    paper: str = "a4"
    tile_mm: tuple[float, float] = (26.0, 37.0)
    """Width and height of a tile."""
    margin_mm: float = 10.0
    """White on every side of a sheet."""
    parts: tuple[str, ...] = PARTS
    tiles: tuple[Tile, ...] = ()
    """Only these; none for the whole set."""
    has_marks: bool = False
    """Whether each colour has a mark of its own shape."""
    ink: str = "color"
    language: str = "es"

    @property
    def paper_mm(self) -> tuple[float, float]:
        """Width and height of a sheet in portrait format."""
        return PAPERS_MM[self.paper]

    @property
    def shows_shapes(self) -> bool:
        """Whether colours are also marked by shapes, always so in black and white."""
        return self.has_marks or self.ink == "black"


def game_order(request: PrintRequest) -> PaperGameOptions:
    """Validate a request. Raises InvalidPrintRequest, and NotationError for invalid tiles."""
    _among("paper", request.paper, tuple(PAPERS_MM))
    _among("ink", request.ink, INKS)
    for part in request.only:
        _among("part", part, PARTS)
    named = _named(request.tiles)
    return PaperGameOptions(
        paper=request.paper,
        tile_mm=_size(request.tile),
        margin_mm=_margin(request.margin),
        parts=tuple(part for part in PARTS if part in request.only) or (("tiles",) if named else PARTS),
        tiles=named,
        has_marks=request.has_marks,
        ink=request.ink,
        language=request.language,
    )


def _among(what: str, choice: str, choices: tuple[str, ...]) -> None:
    if choice not in choices:
        raise InvalidPrintRequest(f"print {what}", said=choice[:40], choices=", ".join(choices))


def _size(text: str) -> tuple[float, float]:
    found = _SIZE.fullmatch(text)
    if not found:
        raise InvalidPrintRequest("print size", said=text[:40])
    width, height = (float(number.replace(",", ".")) for number in found.groups())
    limits = {"least": f"{NARROWEST_MM:g}", "most": f"{WIDEST_MM:g}"}
    if not NARROWEST_MM <= width <= WIDEST_MM:
        raise InvalidPrintRequest("print width", width=f"{width:g}", **limits)
    if not LEAST_TALLER * width <= height <= MOST_TALLER * width:
        low, high = math.ceil(LEAST_TALLER * width), math.floor(MOST_TALLER * width)
        raise InvalidPrintRequest("print height", width=f"{width:g}", height=f"{height:g}", low=low, high=high)
    return width, height


def _margin(text: str) -> float:
    try:
        margin = float(text.strip().removesuffix("mm").replace(",", "."))
    except ValueError:
        margin = math.nan
    least, most = MARGINS_MM
    if not least <= margin <= most:
        raise InvalidPrintRequest("print margin", said=text[:40], least=f"{least:g}", most=f"{most:g}")
    return margin


def _named(text: str) -> tuple[Tile, ...]:
    words = words_of(text)
    if len(words) > MOST_TILES:
        raise InvalidPrintRequest("print many", count=len(words), most=MOST_TILES)
    tiles = tuple(map(Tile.parse, words))
    if text and not tiles:
        raise NotationError("not_a_tile", text=text[:40])
    return tiles
