"""The advice page: a rack and the known table in the address, with the plays below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.language import current_language
from companion.dashboard.rules.api import judge, law_queue, pace_questions
from companion.dashboard.rules.questions import JudgeForm, question_of, rows_of
from companion.dashboard.rules.rack_questions import ReadRack, asked_tiles, is_answered, read_rack, with_answers
from companion.dashboard.tournaments.device_tokens import check_no_tournament
from companion.dashboard.uploads import uploaded
from companion.refusal import LawRefused

advice_pages = Blueprint("advice_pages", __name__)
FIELDS = ("rack", "table", "theirs", "pozo")


@dataclass(frozen=True, slots=True)
class AdviceAnswer:
    """The contracted object, or why there is none."""

    said: Mapping[str, Any]
    refusal: str = ""


@advice_pages.get("/advise")
def page() -> str:
    """The form and, where filled in, the plays, the best first."""
    check_no_tournament()
    question = _question(with_answers(request.args))
    if question.says("rack").strip():
        pace_questions()
    with law_queue().turn():
        advice = _advice(question, current_language()) if is_answered(question.written) else None
    return _page(question, advice)


@advice_pages.post("/advise")
def photograph() -> str:
    """The form with the rack of a photograph, which is not stored; a doubtful tile is a question."""
    check_no_tournament()
    read = read_rack(request.form, *uploaded())
    return _page(_question(read.fields), None, read)


def _page(question: JudgeForm, advice: AdviceAnswer | None, read: ReadRack | None = None) -> str:
    return render_template(
        "rules/advise.html",
        question=question,
        advice=advice,
        goals=_goals(),
        cards=judge().cards(current_language()),
        into=_fields(question),
        doubts=read.questions if read else asked_tiles(question.written),
        read=read,
    )


def _question(fields: MultiDict[str, str]) -> JudgeForm:
    """The form from the address; a tile tapped without JavaScript goes to the selected field."""
    into = fields.get("into", FIELDS[0])
    filled = fields.copy()
    filled["into"] = into if into in FIELDS else FIELDS[0]
    return question_of(filled, judge().cards(current_language()), judge().usual)


def _advice(question: JudgeForm, language: str) -> AdviceAnswer | None:
    if not question.says("rack").strip():
        return None
    card = question.card
    asked: dict[str, Any] = {
        "rules": card.name,
        "set": list(question.overrides),
        "rack": question.says("rack"),
        "table": " | ".join(rows_of(question.says("table"))),
        "opened": "unopened" not in question.written,
        "muerto_taken": "muerto" in question.written and card.muertos > 0,
        "drawn": "undrawn" not in question.written,
    }
    if not card.common_table:
        asked["theirs"] = " | ".join(rows_of(question.says("theirs")))
        asked["pozo"] = question.says("pozo")
    try:
        return AdviceAnswer(judge().advise(asked, language))
    except LawRefused as refused:
        return AdviceAnswer({}, refused.sentence(language))


def _goals() -> dict[str, str]:
    """What each play is the best for."""
    return {
        "points": _("Más puntos"),
        "tiles": _("Más fichas"),
        "pure": _("Sin comodines"),
        "no_joker": _("Guardar el comodín"),
        "wait": _("Esperar"),
    }


def _fields(question: JudgeForm) -> tuple[tuple[str, str], ...]:
    """The fields for tapped tiles, with their names."""
    if question.card.common_table:
        return (("rack", _("Tu atril")), ("table", _("La mesa")))
    return (("rack", _("Tu atril")), ("table", _("Tus juegos")), ("theirs", _("Los de ellos")), ("pozo", _("El pozo")))
