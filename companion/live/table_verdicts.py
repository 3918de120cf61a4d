"""Judge a table under a camera like a photograph, with the persistent numbers of its tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.live.match_recorder import MatchRecorder
from companion.live.status import CameraStatus
from companion.recognition.interpret import SeenPhotograph
from companion.view_models import PhotoAnswers, PhotoScore
from engine.rules.rules import Rules
from vision.reading import TableReading
from vision.table_plan.zones import MELD_ZONES
from vision.watching.frame_results import SeenTable


def table_score(
    moment: CameraStatus, attendant: MatchRecorder | None, usual: Rules, language: str
) -> PhotoScore | None:
    """The score of the table by the rules of its match, or the ``usual`` ones; None before it was seen.

    The journal's knowledge is applied; tiles have their persistent numbers.
    """
    seen = attendant.known(moment.seen) if attendant and moment.seen else moment.seen
    if seen is None:
        return None
    rules = attendant.rules if attendant else usual
    return judged(seen, moment.health.source, rules, language, attendant.denied(seen) if attendant else {})


def judged(table: SeenTable, source: str, rules: Rules, language: str, named: Mapping[int, str]) -> PhotoScore:
    """Judge a table under the camera ``source``; ``named`` are people's statements, by tile index."""
    score = SeenPhotograph(source, table.size_px, _without_piles(table)).score(rules, language, PhotoAnswers(named))
    return _renumbered(score, table.settled.numbers)


def _without_piles(table: SeenTable) -> TableReading:
    """The reading with only rows that may be melds, without pozo and face-down tiles."""
    reading = table.settled.reading
    rows = tuple(row for row, zone in zip(reading.rows, table.zones.rows, strict=True) if zone in MELD_ZONES)
    in_rows = {at for row in rows for at in row.tiles}
    return replace(reading, rows=rows, loose=tuple(at for at in range(len(reading.tiles)) if at not in in_rows))


def _renumbered(score: PhotoScore, numbers: Sequence[int]) -> PhotoScore:
    """The score with persistent tile numbers as ids."""
    return replace(
        score,
        tiles=tuple(replace(tile, id=numbers[tile.id]) for tile in score.tiles),
        rows=tuple(replace(row, tiles=tuple(numbers[at] for at in row.tiles)) for row in score.rows),
        loose=tuple(numbers[at] for at in score.loose),
    )
