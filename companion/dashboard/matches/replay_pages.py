"""The replay of a hand: one step at a time, with table, score and chart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.chart import hand_chart
from companion.dashboard.matches.command_forms import tables
from companion.dashboard.matches.points_by_kind import sheet_parts
from companion.view_models import ReplayView, RulesView
from companion.view_models.live import Fraction
from companion.view_models.replay import PositionView

_WIDTHS = (160, 480, 960)
_LONGEST = 2000
_POINT = r"\d(?:\.\d{1,6})?,\d(?:\.\d{1,6})?"
_OUTLINE = rf"{_POINT}(?: {_POINT}){{2,39}}"
_OUTLINES = re.compile(rf"{_OUTLINE}(?:;{_OUTLINE})*")
replay_pages = Blueprint("replaying", __name__, url_prefix="/matches")


@replay_pages.get("/<match>/replay")
def newest(match: str) -> AnyResponse:
    """Redirect to the replay of the current hand; before there is one, to the log."""
    shown = tables().snapshot(match, current_language())
    if shown.hand is None:
        return redirect(url_for("tables.history", match=match))
    return redirect(url_for("replaying.replay", match=match, number=shown.hand.number))


@replay_pages.get("/<match>/hands/<int:number>/replay")
def replay(match: str, number: int) -> str:
    """One step of a hand, by default the last; ``entry`` selects the first step of an entry."""
    language = current_language()
    shown = tables().snapshot(match, language, number)
    view = tables().replay(match, language, number, _asked(match, number))
    return render_template(
        "replay.html",
        shown=shown,
        view=view,
        step=view.steps[view.at - 1],
        before=_before(view),
        passed_s=view.steps[view.at - 1].line.at_s - view.steps[0].line.at_s,
        chart=hand_chart(view, shown),
        around=around,
        for_what=sheet_parts(view.hand.sheets, shown),
        advice_of=advice_of,
    )


def advice_of(position: PositionView, rules: RulesView) -> str:
    """The address of the advice on that position."""
    asked: dict[str, Any] = {
        "rules": rules.name,
        "set": list(rules.overrides),
        "rack": " ".join(position.rack),
        "table": "\n".join(position.table),
        "theirs": "\n".join(position.theirs),
        "pozo": " ".join(position.pozo),
        "unopened": "" if position.opened else "1",
        "muerto": "1" if position.muerto_taken else "",
        "undrawn": "" if position.drawn else "1",
    }
    said = {name: value for name, value in asked.items() if value}
    return url_for("advice_pages.page", _anchor="ruling", **said)


@replay_pages.get("/<match>/hands/<int:number>/sheets/<int:team>/<int:place>")
def evidence(match: str, number: int, team: int, place: int) -> str:
    """The evidence for the meld of a line of a side's score sheet, counted from 0."""
    shown = tables().snapshot(match, current_language(), number)
    hand = shown.hand
    lines = {(sheet.team, at): line for sheet in (hand.sheets if hand else ()) for at, line in enumerate(sheet.lines)}
    line = lines.get((team, place))
    if hand is None or line is None or line.entry is None:
        refuse(404, _("Ese renglón ya no está."))
    seen = tables().meld_evidence(match, number, " ".join(tile.face for tile in line.tiles), line.entry)
    has_picture = bool(seen.picture and tables().picture(seen.picture))
    return render_template(
        "evidence.html", shown=shown, hand=hand, line=line, seen=seen, has_picture=has_picture, around=around
    )


@replay_pages.get("/pictures/<name>/part")
def part(name: str) -> Response:
    """A reduced picture, or the marked part of it around the outlines in the address."""
    width = request.args.get("width", type=int)
    outlines = _outlines(request.args.get("around", ""))
    if width not in _WIDTHS or outlines is None:
        refuse(400, _("Esa parte de la foto no se entiende."))
    blob = tables().picture_part(name, outlines, width) or refuse(404, _("Esa foto ya no se guarda."))
    answer = make_response(blob)
    answer.content_type = "image/jpeg"
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


def around(outlines: Iterable[Iterable[Fraction]]) -> str:
    """Outlines in the format of an address."""
    return ";".join(" ".join(f"{x:g},{y:g}" for x, y in outline) for outline in outlines)


def _outlines(text: str) -> tuple[tuple[Fraction, ...], ...] | None:
    """Parse the outlines of ``around``; ``None`` for anything else."""
    if len(text) > _LONGEST or (text and not _OUTLINES.fullmatch(text)):
        return None
    shapes = (shape.split() for shape in text.split(";") if shape)
    found = tuple(tuple((float(x), float(y)) for x, y in (point.split(",") for point in shape)) for shape in shapes)
    return found if all(0 <= part <= 1 for shape in found for point in shape for part in point) else None


def _asked(match: str, number: int) -> int | None:
    """The requested step."""
    entry = request.args.get("entry", type=int)
    if entry is None:
        return request.args.get("step", type=int)
    steps = tables().replay(match, current_language(), number).steps
    return next((at for at, step in enumerate(steps, 1) if step.line.number == entry), None)


def _before(view: ReplayView) -> tuple[int, ...]:
    """The points before the step; empty before the first."""
    return next((step.points for step in reversed(view.steps[: view.at - 1]) if step.points), ())
