"""Pictures to share: standings, results of the latest round, a finished match; 1080 pixels wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.line_breaks import wrapped
from companion.printing.line_fitting import LEADING
from companion.printing.standings_and_rounds import rounds_of, totals_text
from companion.printing.tournament_grids import name_of
from companion.printing.wording import points_text, round_text, word
from companion.view_models import MatchSnapshot
from companion.view_models.tournament import FixtureView, TournamentSnapshot, ZoneView

U8 = NDArray[np.uint8]
Bgr = tuple[int, int, int]
WIDTH_PX, MARGIN_PX, ROW_PX = 1080, 48, 62
HEAD_PX, TITLE_PX, FOOT_PX = 210, 90, 70
MOST_ROWS = 120
"""The maximum number of rows in a picture to share; the picture names the number left out."""
PNG = (cv2.IMWRITE_PNG_COMPRESSION, 3, cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_DEFAULT)
"""Nearly half as large as OpenCV writes it unasked."""
SMALLEST_PX = 24
"""Letters get this small before there are more lines."""
PAPER: Bgr = (250, 250, 248)
INK: Bgr = (24, 24, 24)
QUIET: Bgr = (110, 110, 110)
FELT: Bgr = (58, 94, 28)
RULE: Bgr = (215, 215, 210)
BOLD, PLAIN = 700, 400
_BETWEEN_PX = 250
"""The room of the points of a match, between the names."""


@dataclass(frozen=True, slots=True)
class _Cell:
    said: str
    at_px: int
    """Its left edge, or its right one where it ends there."""
    room_px: int
    weight: int = PLAIN
    ends: bool = False
    color: Bgr = INK


@dataclass(frozen=True, slots=True)
class _Block:
    """A title and rows under it."""

    title: str
    rows: tuple[tuple[_Cell, ...], ...]
    heads: int = 0
    """Rows that say what the columns are."""

    @property
    def told(self) -> int:
        """The rows that contain players."""
        return max(len(self.rows) - self.heads, 0)


def standings_picture(snapshot: TournamentSnapshot, subtitle: str, language: str) -> bytes:
    """The tables of all zones as a PNG file; ``subtitle`` stands under the title."""
    heading = word(language, "standings")
    blocks = _first([_zone_block(zone, language) for zone in snapshot.zones if zone.standings], language)
    return _png(
        _Head(snapshot.title, heading, subtitle),
        blocks or [_nothing(language, "nobody yet")],
        _foot(snapshot, language),
    )


def results_picture(snapshot: TournamentSnapshot, subtitle: str, language: str) -> bytes:
    """The round of the last finished match, as a PNG file."""
    played = [
        (key, matches)
        for key, matches in rounds_of(snapshot).items()
        if any(match.standing == "over" and not match.is_unopposed for match in matches)
    ]
    blocks = [_nothing(language, "nothing over")]
    if played:
        (stage, number), matches = played[-1]
        title = round_text(language, stage, number, len(matches))
        rows = tuple(_result_row(match, language) for match in matches if not match.is_unopposed)
        blocks = _first([_Block(title, rows)], language)
    return _png(_Head(snapshot.title, word(language, "results"), subtitle), blocks, _foot(snapshot, language))


def match_picture(snapshot: MatchSnapshot, headline: str, subtitle: str, language: str) -> bytes:
    """The result of a match as a PNG file: ``headline`` above, ``subtitle`` under it, every hand below."""
    won = [team.has_won for team in snapshot.teams]
    totals = tuple(
        (
            _Cell(team.name, MARGIN_PX, 700, BOLD if has_won else PLAIN),
            _Cell(points_text(language, team.total), WIDTH_PX - MARGIN_PX, 240, BOLD, True, FELT if has_won else INK),
        )
        for team, has_won in zip(snapshot.teams, won, strict=True)
    )
    played = [hand for hand in snapshot.hands if hand.standing == "confirmed" and hand.points]
    heads = tuple(_across(place, team.name, len(won), QUIET) for place, team in enumerate(snapshot.teams))
    rows = [heads]
    for confirmed in played:
        number = _Cell(word(language, "hand", number=confirmed.number), MARGIN_PX, 180, color=QUIET)
        points = (points_text(language, each, signed=True) for each in confirmed.points)
        rows.append((number, *(_across(place, each, len(won)) for place, each in enumerate(points))))
    blocks = [_Block(word(language, "total"), totals)]
    if len(played) > 1:
        blocks.append(_Block(word(language, "hands"), tuple(rows)))
    return _png(_Head(headline or snapshot.title, snapshot.rules.title, subtitle), blocks)


def _across(place: int, content: str, count: int, color: Bgr = INK) -> _Cell:
    """A cell of one of ``count`` columns after the hand number."""
    room = (WIDTH_PX - 2 * MARGIN_PX - 180) // count
    return _Cell(content, WIDTH_PX - MARGIN_PX - (count - 1 - place) * room, room - 24, ends=True, color=color)


@dataclass(frozen=True, slots=True)
class _Head:
    title: str
    heading: str
    said: str


def _zone_block(zone: ZoneView, language: str) -> _Block:
    left, right = MARGIN_PX, WIDTH_PX - MARGIN_PX
    title = word(language, "zone", name=zone.name) if zone.name else ""
    ranked_by = "victory" if zone.has_victory else "won"
    heads = [
        _Cell(word(language, f"short {name}"), right - back, 120, PLAIN, True, QUIET)
        for name, back in ((ranked_by, 360), ("difference", 180), ("points_for", 0))
    ]
    rows = [tuple(heads)]
    for row in zone.standings:
        weight = BOLD if row.goes_through else PLAIN
        first = row.won if row.victory is None else row.victory
        numbers = ((points_text(language, first), 360), (points_text(language, row.difference, signed=True), 180))
        rows.append(
            (
                _Cell(f"{row.rank}", left + 40, 60, weight, True, QUIET),
                _Cell(row.name, left + 64, 500, weight),
                *(_Cell(shown, right - back, 170, weight, True) for shown, back in numbers),
                _Cell(points_text(language, row.points_for), right, 170, weight, True),
            )
        )
    return _Block(title, tuple(rows), heads=1)


def _result_row(fixture: FixtureView, language: str) -> tuple[_Cell, ...]:
    middle, room = WIDTH_PX // 2, WIDTH_PX // 2 - MARGIN_PX - 130
    weights = [BOLD if fixture.winner == side else PLAIN for side in (0, 1)]
    said = totals_text(fixture, language)
    return (
        _Cell(name_of(fixture, 0, language), middle - 130, room, weights[0], ends=True),
        _Cell(said, middle + min(_width(said, BOLD), _BETWEEN_PX) // 2, _BETWEEN_PX, BOLD, ends=True, color=FELT),
        _Cell(name_of(fixture, 1, language), middle + 130, room, weights[1]),
    )


def _first(blocks: Sequence[_Block], language: str) -> list[_Block]:
    """The rows that fit into a picture, and the number of the remaining ones."""
    kept, room = [], MOST_ROWS
    for block in blocks[: MOST_ROWS // 2]:
        kept.append(replace(block, rows=block.rows[:room]))
        room -= len(kept[-1].rows)
        if room <= 0:
            break
    left = sum(drawn_block.told for drawn_block in blocks) - sum(drawn_block.told for drawn_block in kept)
    more = _Cell(word(language, "more", count=left), MARGIN_PX, WIDTH_PX - 2 * MARGIN_PX, color=QUIET)
    return [*kept, _Block("", ((more,),))] if left else kept


def _nothing(language: str, key: str) -> _Block:
    return _Block("", ((_Cell(word(language, key), MARGIN_PX, WIDTH_PX - 2 * MARGIN_PX),),))


def _foot(snapshot: TournamentSnapshot, language: str) -> str:
    return word(language, "champion", name=snapshot.champion) if snapshot.champion else ""


def _png(head: _Head, blocks: Sequence[_Block], foot: str = "") -> bytes:
    room = WIDTH_PX - 2 * MARGIN_PX
    title = _lines(_Cell(head.title, MARGIN_PX, room, BOLD, color=PAPER), 54)
    said = _lines(_Cell(f"{head.heading} · {head.said}", MARGIN_PX, room, PLAIN, color=PAPER), 32)
    last = _lines(_Cell(foot or "Burako Companion", MARGIN_PX, room, BOLD if foot else PLAIN, color=QUIET), 28)
    band_px = HEAD_PX + _more_px(title) + _more_px(said)
    laid = [(_titled(block), [[_lines(cell, 34) for cell in row] for row in block.rows]) for block in blocks]
    height = band_px + FOOT_PX + _more_px(last)
    height += sum(TITLE_PX + _more_px(name) for name, _ in laid if name) + sum(
        _high(row) for _, rows in laid for row in rows
    )
    canvas = np.full((height, WIDTH_PX, 3), PAPER, np.uint8)
    cv2.rectangle(canvas, (0, 0), (WIDTH_PX, band_px - 24), FELT, cv2.FILLED)
    _write(canvas, title, 82)
    _write(canvas, said, 146 + _more_px(title))
    at = band_px
    for name, rows in laid:
        if name:
            _write(canvas, name, at + 62)
            at += TITLE_PX + _more_px(name)
        for row in rows:
            for cell in row:
                _write(canvas, cell, at + 42)
            at += _high(row)
            cv2.line(canvas, (MARGIN_PX, at), (WIDTH_PX - MARGIN_PX, at), RULE, 1)
    _write(canvas, last, height - 24 - _more_px(last))
    return bytes(cv2.imencode(".png", canvas, PNG)[1])


@dataclass(frozen=True, slots=True)
class _Lines:
    """A cell in lines that are no wider than its room."""

    cell: _Cell
    lines: tuple[str, ...]
    size_px: int


def _titled(block: _Block) -> _Lines | None:
    title = _Cell(block.title, MARGIN_PX, WIDTH_PX - 2 * MARGIN_PX, BOLD, color=FELT)
    return _lines(title, 40) if block.title else None


def _lines(cell: _Cell, size_px: int) -> _Lines:
    """What a cell says, whole: in smaller letters, then in several lines."""
    while size_px > SMALLEST_PX and _width(cell.said, cell.weight, size_px) > cell.room_px:
        size_px -= 2
    lines = wrapped(cell.said, lambda line: _width(line, cell.weight, size_px) <= cell.room_px)
    return _Lines(cell, tuple(lines), size_px)


def _high(row: Sequence[_Lines]) -> int:
    return ROW_PX + max(map(_more_px, row), default=0)


def _more_px(cell_lines: _Lines) -> int:
    """What the lines after the first take."""
    return (len(cell_lines.lines) - 1) * round(cell_lines.size_px * LEADING)


def _write(canvas: U8, cell_lines: _Lines, base_px: int) -> None:
    """Draw the lines of a cell; ``base_px`` is the first base line."""
    font, cell = cv2.FontFace("sans"), cell_lines.cell
    for number, line in enumerate(cell_lines.lines):
        left = cell.at_px - (_width(line, cell.weight, cell_lines.size_px) if cell.ends else 0)
        at = (left, base_px + number * round(cell_lines.size_px * LEADING))
        cv2.putText(canvas, line, at, cell.color, font, cell_lines.size_px, cell.weight)


def _width(line: str, weight: int, size_px: int = 34) -> int:
    font = cv2.FontFace("sans")
    return int(cv2.getTextSize((WIDTH_PX, HEAD_PX), line, (0, 0), font, size_px, weight)[2])
