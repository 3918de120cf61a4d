"""Enter a hand like a paper sheet: canastas, close, muerto and two sums of tiles a side, in fields or in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import form_key, sender, submit_command, tables
from companion.dashboard.matches.edit_conflicts import SEEN, overtaken, versions_url
from companion.dashboard.matches.paper_sheet_form import PLAYED, SideFields, fields_said, sum_of
from companion.match_commands import Confirm
from companion.refusal import TableRefused
from companion.view_models import HandView, MatchSnapshot, SumView

summed_pages = Blueprint("summed_hand", __name__, url_prefix="/matches/<match>/hands/<int:number>/sum")


@dataclass(frozen=True, slots=True)
class SumForm:
    """The submitted form, and its result."""

    sides: tuple[SideFields, ...]
    closer: str
    """A team, ``none`` where the stock ran out, or empty where not chosen yet."""
    foreseen: HandView | None = None
    """The hand as it would be noted."""
    refusal: str = ""
    """Why it cannot be noted so."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points by team; empty before they are known."""
        return self.foreseen.noted or () if self.foreseen else ()


@summed_pages.get("")
def page(match: str, number: int) -> str:
    """The form from the address, with its running total."""
    shown = tables().snapshot(match, current_language(), number)
    form = filled_form(shown, request.args)
    return render_template("sum.html", shown=shown, hand=shown.hand, summed=form)


@summed_pages.post("")
def note(match: str, number: int) -> Response:
    """Record and confirm the hand; an impossible one leads back to the form as submitted."""
    shown = tables().snapshot(match, current_language(), number)
    key, seen = form_key(), request.form.get(SEEN)
    revision = None if seen else request.form.get("revision", type=int)
    try:
        command = sum_of(shown, request.form)
        foreseen = tables().foreseen(match, command, current_language(), number)
        if missing := _missing(shown, request.form, foreseen.hand):
            field, problem = missing
            raise TableRefused({current_language(): problem, "es": problem}, field=field)
        if overtaken(shown, request.form, foreseen):
            return redirect(versions_url(match, number, request.form), 303)
        summed = submit_command(match, command, sender(f"{key[:50]} sum", revision))
        submit_command(match, Confirm(number), sender(f"{key[:50]} confirm", summed.first_revision))
    except TableRefused as refused:
        flash(refused.sentence(current_language()), _box_of(refused, shown, request.form))
        form = request.form.items()
        kept: dict[str, Any] = {name: value for name, value in form if name.partition(".")[0] in _FIELDS}
        return redirect(url_for("summed_hand.page", match=match, number=number, **kept), 303)
    return redirect(url_for("tables.table", match=match), 303)


_FIELDS = ("count", "muerto", "laid", "left", "words", "closer")


def _box_of(refused: TableRefused, snapshot: MatchSnapshot, form: MultiDict[str, str]) -> str:
    """The page section that would solve the problem: where a side was given in words, its words."""
    part, _dot, team = refused.field.partition(".")
    if team and form.get(f"words.{team}", "").strip():
        return f"words.{team}"
    if part == "canastas":
        return f"count.{team}.{snapshot.rules.canastas[0].kind}"
    boxes = {"sides": f"words.{team}", "muertos": f"muerto.{team}"}
    return boxes.get(part, refused.field) or "message"


def empty_form(snapshot: MatchSnapshot, hand: HandView) -> SumForm:
    """The empty form, or the recorded hand."""
    sides = tuple(_fields(side_sum) for side_sum in hand.sums) or (SideFields({}, "", "", "", ""),) * len(
        snapshot.teams
    )
    closed = [str(team) for team, team_sum in enumerate(hand.sums) if team_sum.closed]
    return SumForm(sides, closed[0] if closed else "none" if hand.sums else "", hand if hand.sums else None)


def filled_form(snapshot: MatchSnapshot, fields: MultiDict[str, str]) -> SumForm:
    """The form as submitted: words are converted to fields, with the total beside it."""
    hand = snapshot.hand or refuse(404, _("Todavía no empezó ninguna mano."))
    sides = tuple(fields_said(snapshot, fields, team.index) for team in snapshot.teams)
    form = SumForm(sides, fields.get("closer", ""))
    if not any(name.partition(".")[0] in _FIELDS for name in fields):
        return empty_form(snapshot, hand)
    try:
        command = sum_of(snapshot, fields)
        foreseen = tables().foreseen(snapshot.match, command, current_language(), hand.number).hand
    except TableRefused as refused:
        return SumForm(sides, form.closer, None, refused.sentence(current_language()))
    assert foreseen is not None
    said = tuple(_heard(old, new) for old, new in zip(sides, foreseen.sums, strict=True))
    closed = [str(team) for team, team_sum in enumerate(foreseen.sums) if team_sum.closed]
    return SumForm(
        said, closed[0] if closed else form.closer, foreseen, (_missing(snapshot, fields, foreseen) or ("", ""))[1]
    )


def _heard(fields: SideFields, sums: SumView) -> SideFields:
    """The fields with the values from words filled in."""
    return _fields(sums) if fields.words else fields


def _fields(sums: SumView) -> SideFields:
    return SideFields(dict(sums.canastas), sums.muerto, str(sums.laid or ""), str(sums.left or ""), "")


def _missing(snapshot: MatchSnapshot, form: MultiDict[str, str], foreseen: HandView | None) -> tuple[str, str] | None:
    """The missing input of the hand that is ``foreseen``, after the name of its field; None when complete."""
    if not form.get("closer") and not (foreseen and any(side_sum.closed for side_sum in foreseen.sums)):
        return "closer", str(_("Falta decir quién cerró."))
    for team in snapshot.teams if snapshot.rules.muertos else ():
        fields = fields_said(snapshot, form, team.index)
        if not fields.muerto and PLAYED not in fields.words.lower():
            return f"muerto.{team.index}", str(
                ngettext(
                    "Falta decir si %(name)s compró el muerto.",
                    "Falta decir si %(name)s compraron el muerto.",
                    len(team.seats),
                    name=team.name,
                )
            )
    return None
