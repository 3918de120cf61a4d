"""The content of score sheets, and the page of a scored match, line by line where it was counted in the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from companion.naming import is_turned
from companion.printing.a4_page import BOLD, QUIET, heading, ruled, text
from companion.printing.empty_score_sheets import Signatures
from companion.printing.tournament_grids import name_of
from companion.printing.wording import points_text, round_text, word
from companion.view_models import MatchSnapshot
from companion.view_models.tournament import FixtureView, TournamentSnapshot

PARTS = ("tiles", "canastas", "close", "muerto", "rack")
"""The parts of a burako hand's score, as players add them up."""
_STANDING = 182 * mm
"""The width of a standing page between its margins."""
Lines = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedHand:
    """One hand on a sheet."""

    title: str
    points: tuple[int, ...]
    """By side; none where it is void."""
    note: str = ""
    counts: bool = True
    lines: tuple[Lines, ...] = ()
    """By side, what the points are made of, where that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """The content of the sheet of one match."""

    place: str
    """Which match it is, and where it is played."""
    names: tuple[str, ...]
    hands: tuple[NotedHand, ...] = ()
    totals: tuple[int, ...] = ()
    result: str = ""


def sheet_of_fixture(
    snapshot: TournamentSnapshot, fixture: FixtureView, noted: Sequence[MatchSnapshot], language: str
) -> MatchSheet:
    """The sheet of a tournament match; ``noted`` are the hands of its table's match, if any."""
    lines = _lines_by_hand(noted)
    if noted and is_turned([team.name for team in noted[-1].teams], fixture.names):
        lines = {hand: by_side[::-1] for hand, by_side in lines.items()}
    hands = tuple(_slips(fixture, lines, language))
    return MatchSheet(
        place=place_text(snapshot, fixture, language),
        names=(name_of(fixture, 0, language) or "", name_of(fixture, 1, language) or ""),
        hands=hands,
        totals=fixture.totals if hands or fixture.walkover else (),
        result=_result(fixture, language),
    )


def sheet_of_match(noted: Sequence[MatchSnapshot], language: str) -> MatchSheet:
    """The sheet of a match; ``noted`` contains a state for each hand, at least the last one."""
    shown, lines = noted[-1], _lines_by_hand(noted)
    hands = tuple(
        NotedHand(
            title=word(language, "hand", number=hand.number),
            points=hand.points,
            note="" if hand.standing == "confirmed" else word(language, "playing" if not hand.problem else "void"),
            counts=hand.standing == "confirmed",
            lines=lines.get(hand.number, ()),
        )
        for hand in shown.hands
    )
    won = ", ".join(team.name for team in shown.teams if team.has_won)
    return MatchSheet(
        place=shown.rules.title,
        names=tuple(team.name for team in shown.teams),
        hands=hands,
        totals=tuple(team.total for team in shown.teams),
        result=word(language, "champion", name=won) if won else "",
    )


def place_text(snapshot: TournamentSnapshot, fixture: FixtureView, language: str) -> str:
    """The tournament match, and where it is played."""
    together = 0
    if fixture.stage == "bracket":
        together = sum(other.stage == fixture.stage and other.round == fixture.round for other in snapshot.fixtures)
    said = [word(language, "match", number=fixture.number)]
    said += [word(language, "zone", name=fixture.zone)] if fixture.zone else []
    said += [round_text(language, fixture.stage, fixture.round, together)]
    said += [word(language, "table", number=fixture.table)] if fixture.table else []
    return " · ".join(said)


def filled_body(sheet: MatchSheet, language: str) -> Iterator[Flowable]:
    """A portrait page with every scored hand, followed by the lines of each."""
    yield text(sheet.place, 10, color=QUIET)
    yield Spacer(1, 2 * mm)
    side = (_STANDING - 66 * mm) / max(len(sheet.names), 1)
    rows = [["", *(text(name, 9, is_bold=True, align=2) for name in sheet.names), ""]]
    rows += [_hand_row(hand, len(sheet.names), language) for hand in sheet.hands]
    if sheet.totals:
        rows += [
            [
                word(language, "total"),
                *map(partial(points_text, language), sheet.totals),
                text(sheet.result, 8, is_bold=True),
            ]
        ]
    align = ("ALIGN", (1, 0), (len(sheet.names), -1), "RIGHT")
    bold = ("FONT", (0, -1), (-1, -1), BOLD, 10)
    yield ruled(rows, [30 * mm, *[side] * len(sheet.names), 36 * mm], align, *([bold] if sheet.totals else []))
    if any(hand.lines for hand in sheet.hands):
        yield Spacer(1, 5 * mm)
        yield from heading(word(language, "line by line"), 11)
    for hand in sheet.hands:
        if hand.lines:
            yield KeepTogether(list(_lines_body(hand, sheet.names, language)))
    yield Spacer(1, 14 * mm)
    yield Signatures(sheet.names, _STANDING, language)


def _slips(fixture: FixtureView, lines: dict[int, tuple[Lines, ...]], language: str) -> Iterator[NotedHand]:
    if any(fixture.penalties):
        yield NotedHand(title=word(language, "penalty"), points=fixture.penalties)
    for slip in fixture.slips:
        note = word(language, slip.standing) if slip.standing != "agreed" else ""
        yield NotedHand(
            title=word(language, "hand", number=slip.hand) if slip.hand else word(language, "whole match"),
            points=slip.points,
            note=f"{note}: {slip.reason}" if note and slip.reason else note,
            counts=slip.counts,
            lines=_that_add_up(lines.get(slip.hand, ()), slip.points),
        )


def _that_add_up(lines: tuple[Lines, ...], points: tuple[int, ...]) -> tuple[Lines, ...]:
    """The lines of a hand as counted in the house; none where other points hold in the tournament."""
    return lines if tuple(sum(worth for _, worth in side) for side in lines) == points else ()


def _result(fixture: FixtureView, language: str) -> str:
    if fixture.winner is None:
        return ""
    won = word(language, "champion", name=fixture.names[fixture.winner])
    return f"{won} ({word(language, 'walkover')}: {fixture.walkover})" if fixture.walkover else won


def _lines_by_hand(noted: Sequence[MatchSnapshot]) -> dict[int, tuple[Lines, ...]]:
    """The score lines of each hand, by number, without hands entered only by their points."""
    hands = [slip.hand for slip in noted if slip.hand and slip.hand.noted is None and slip.hand.sheets]
    return {
        hand.number: tuple(tuple((line.says, line.points) for line in sheet.lines) for sheet in hand.sheets)
        for hand in hands
    }


def _hand_row(hand: NotedHand, sides: int, language: str) -> list[object]:
    void = hand.counts and not hand.points
    points = [points_text(language, side, signed=True) for side in hand.points] or [word(language, "void")] * void
    return [hand.title, *points, *[""] * (sides - len(points)), text(hand.note, 7, color=QUIET)]


def _lines_body(hand: NotedHand, names: Sequence[str], language: str) -> Iterator[Flowable]:
    width = _STANDING / len(hand.lines)
    longest = max(map(len, hand.lines))
    cells = [[*lines, *[("", 0)] * (longest - len(lines))] for lines in hand.lines]
    heads = [cell for name in names for cell in (text(name, 8, is_bold=True), "")]
    rows = [
        [
            cell
            for says, points in across
            for cell in (text(says, 7.5), points_text(language, points, signed=True) if says else "")
        ]
        for across in zip(*cells, strict=True)
    ]
    sums = [
        cell
        for side in hand.points
        for cell in ("", text(points_text(language, side, signed=True), 8, is_bold=True, align=2))
    ]
    right = [("ALIGN", (at, 1), (at, -1), "RIGHT") for at in range(1, 2 * len(names), 2)]
    yield Spacer(1, 3 * mm)
    yield text(hand.title, 9, is_bold=True)
    body = [heads, *rows, *([sums] if sums else [])]
    yield ruled(body, [width - 16 * mm, 16 * mm] * len(names), *right)
