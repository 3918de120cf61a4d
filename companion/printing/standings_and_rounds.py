"""Rounds and zones on a page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from companion.printing.a4_page import BOLD, QUIET, heading, ruled, text
from companion.printing.tournament_grids import has_points, name_of
from companion.printing.wording import points_text, round_text, word
from companion.view_models.tournament import FixtureView, StandingView, TieView, TournamentSnapshot, ZoneView

_GAP = 5 * mm


def fixtures_body(snapshot: TournamentSnapshot, language: str, wanted: str = "") -> Iterator[Flowable]:
    """The matches round by round, the last stage last; or those of the round ``wanted``, as ``stage-number``."""
    found = False
    for (stage, number), matches in rounds_of(snapshot).items():
        if wanted and wanted != f"{stage}-{number}":
            continue
        found = True
        yield from heading(round_text(language, stage, number, len(matches)), 12)
        yield Spacer(1, 2 * mm)
        rows = [_fixture_row(match, language) for match in matches]
        head = (
            word(language, "column table"),
            word(language, "column number"),
            word(language, "column zone"),
            word(language, "column home"),
            "",
            word(language, "column away"),
            "",
        )
        widths = [14 * mm, 11 * mm, 13 * mm, 44 * mm, 32 * mm, 44 * mm, 24 * mm]
        yield ruled([head, *rows], widths, ("ALIGN", (4, 0), (4, -1), "CENTER"), ("ALIGN", (3, 0), (3, 0), "RIGHT"))
        yield Spacer(1, _GAP)
    if not found:
        yield text(word(language, "nobody yet"))


def rounds_of(snapshot: TournamentSnapshot) -> dict[tuple[str, int], list[FixtureView]]:
    """The matches by stage and round, in the order in which they are played."""
    order = {"zone": 0, "round": 1, "bracket": 2, "lower": 3, "third": 4, "final": 5}
    listed = sorted(snapshot.fixtures, key=lambda fixture: (order[fixture.stage], fixture.round, fixture.number))
    return {key: list(group) for key, group in groupby(listed, key=lambda fixture: (fixture.stage, fixture.round))}


def standings_body(snapshot: TournamentSnapshot, language: str) -> Iterator[Flowable]:
    """Every zone with its tie-breaks and the judges' decisions."""
    if not any(zone.standings for zone in snapshot.zones):
        yield text(word(language, "nobody yet"))
    for zone in snapshot.zones:
        yield KeepTogether([*_zone(zone, language), Spacer(1, _GAP)])
    if any(row.goes_through for zone in snapshot.zones for row in zone.standings):
        yield text(word(language, "through"), 8, color=QUIET)
    if snapshot.penalties:
        yield from heading(word(language, "penalties"), 11)
    for penalty in snapshot.penalties:
        yield text(f"{penalty.name}: {points_text(language, penalty.points, signed=True)} ({penalty.reason})")


def result_text(fixture: FixtureView, language: str) -> str:
    """The result of a match, or that it was not played."""
    if fixture.is_unopposed:
        return word(language, "not needed" if fixture.stage == "final" else "goes through")
    if fixture.unplayed:
        return word(language, {"both": "nobody came", "void": "void match"}.get(fixture.unplayed, "walkover"))
    return word(language, "disputed" if fixture.is_disputed else fixture.standing)


def totals_text(fixture: FixtureView, language: str) -> str:
    """The points of both sides, as far as there are any."""
    return " : ".join(points_text(language, total) for total in fixture.totals) if has_points(fixture) else "–"


def value_text(value: int, tie: TieView, language: str) -> str:
    """A player's value in a tie-break step."""
    if tie.by == "complete":
        return word(language, "yes" if value else "no")
    if tie.by == "lots":
        return word(language, "place", place=value) if value else word(language, "lots needed")
    return points_text(language, value, signed=tie.by == "difference")


def _fixture_row(fixture: FixtureView, language: str) -> tuple[object, ...]:
    names = (
        text(
            name_of(fixture, side, language),
            is_bold=fixture.winner == side and not fixture.is_bye,
            align=2 * (side == 0),
        )
        for side in (0, 1)
    )
    home, away = names
    return (
        fixture.table or "",
        fixture.number,
        fixture.zone,
        home,
        totals_text(fixture, language),
        away,
        text(result_text(fixture, language), 7),
    )


def _zone(zone: ZoneView, language: str) -> Iterator[Flowable]:
    yield text(word(language, "zone", name=zone.name) if zone.name else word(language, "standings"), 12, is_bold=True)
    yield Spacer(1, 2 * mm)
    victory = ("victory",) if zone.has_victory else ()
    short = [word(language, f"short {name}") for name in ("played", *victory, "won", "difference", "points_for")]
    rows: list[tuple[object, ...]] = [("", word(language, "column name"), word(language, "column club"), *short)]
    rows += [_standing_row(row, zone, language) for row in zone.standings]
    through = [("FONT", (0, at), (-1, at), BOLD, 9) for at, row in enumerate(zone.standings, 1) if row.goes_through]
    numbers = [12 * mm, *[12 * mm for _ in victory], 12 * mm, 17 * mm, 17 * mm]
    widths = [12 * mm, 70 * mm, (42 - 12 * len(victory)) * mm, *numbers]
    yield ruled(rows, widths, ("ALIGN", (3, 0), (-1, -1), "RIGHT"), *through)
    if zone.open_fixtures:
        yield text(word(language, "open fixtures", count=zone.open_fixtures), 8, color=QUIET)
    if zone.lots:
        yield text(word(language, "lots drawn", names=", ".join(zone.lots)), 8, color=QUIET)
    if len(zone.ties) > 1:
        yield text(word(language, "how ties"), 8, is_bold=True)
        yield from (text(line, 8, color=QUIET) for line in _ties(zone, language))


def _standing_row(row: StandingView, zone: ZoneView, language: str) -> tuple[object, ...]:
    lots = f" ({word(language, 'lots needed')})" if row.needs_lots and not zone.open_fixtures else ""
    mark = " »" if row.goes_through else ""
    name = text(f"{row.name}{lots}{mark}", is_bold=row.goes_through)
    difference, points = points_text(language, row.difference, signed=True), points_text(language, row.points_for)
    victory = (f"{row.victory}",) if row.victory is not None else ()
    return (f"{row.rank}", name, text(row.club, 8), f"{row.played}", *victory, f"{row.won}", difference, points)


def _ties(zone: ZoneView, language: str) -> Iterator[str]:
    for at, tie in enumerate(zone.ties):
        values = ", ".join(f"{name} {value_text(value, tie, language)}" for name, value in tie.values)
        level = f" {word(language, 'level')}" if at and len(tie.groups) == 1 else ""
        yield f"{at + 1}. {word(language, f'tie {tie.by}')}: {values}.{level}"
