"""A photographed rack in a form: its tiles, and a question for each doubtful one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.move_composer import TILES
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.scored_photo import PhotoSheet, sheet_of
from companion.dashboard.tile_faces import Face, face_of
from companion.view_models import NO_TILE
from companion.view_models.rack import photographed_rack

MOST_DOUBTS = 30
_ASKED = re.compile(r"may\.(\d{1,2})")


@dataclass(frozen=True, slots=True)
class RackQuestion:
    """A doubtful tile of a rack: its position, and its options."""

    number: str
    place: str
    likely: tuple[Face, ...]
    """The likeliest first."""
    names: str
    """The same faces in notation, as the form submits them."""
    tile: int | None = None
    """Its id on the photograph, while that is at hand."""


@dataclass(frozen=True, slots=True)
class ReadRack:
    """The form with the rack of a photograph."""

    fields: MultiDict[str, str]
    questions: tuple[RackQuestion, ...]
    sheet: PhotoSheet
    sure: int
    """How many tiles need not be named."""


def read_rack(form: MultiDict[str, str], picture: bytes, name: str) -> ReadRack:
    """The ``form`` with the rack of a photograph, which is not stored."""
    score = photo_service().read(picture, name).score(photo_service().rules(None), current_language())
    found = photographed_rack(score)
    if not found.rows:
        refuse(422, _("En esa foto no se ve ninguna ficha."))
    if len(found.doubts) > MOST_DOUBTS:
        refuse(422, _("Casi nada se lee en esa foto: sacala más de cerca y con más luz."))
    filled = _without_questions(form)
    filled["rack"] = " ".join(found.tiles)
    for doubt in found.doubts:
        filled[f"may.{doubt.number}"] = f"{doubt.row}-{doubt.place} {' '.join(doubt.likely)}".strip()
    tiles = {str(doubt.number): doubt.tile for doubt in found.doubts}
    questions = tuple(replace(tile, tile=tiles[tile.number]) for tile in asked_tiles(filled))
    return ReadRack(filled, questions, sheet_of(score, ()), len(found.tiles))


def with_answers(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """The fields with answered doubts filled in or removed; unanswered ones remain."""
    answers = {question.number: fields.get(f"is.{question.number}", "") for question in asked_tiles(fields)}
    answered = {number: face for number, face in answers.items() if face in TILES or face == NO_TILE}
    filled = fields.copy()
    for number, face in answered.items():
        filled.poplist(f"may.{number}")
        if face != NO_TILE:
            filled["rack"] = f"{filled.get('rack', '')} {face}".strip()
    return filled


def is_answered(fields: Mapping[str, str]) -> bool:
    """Whether no tile of the rack is in doubt any more."""
    return not any(map(_ASKED.fullmatch, fields))


def asked_tiles(fields: Mapping[str, str]) -> tuple[RackQuestion, ...]:
    """The remaining doubtful tiles."""
    asked = [(found[1], fields[field]) for field in fields if (found := _ASKED.fullmatch(field))]
    return tuple(_question(number, text[:80]) for number, text in asked[:MOST_DOUBTS])


def _question(number: str, text: str) -> RackQuestion:
    where, *names = text.split() or [""]
    row, _dash, place = where.partition("-")
    said = _("Fila %(row)s, ficha %(place)s desde la izquierda", row=row[:2], place=place[:2])
    return RackQuestion(number, said, tuple(face_of(name) for name in names if name in TILES), text)


def _without_questions(form: MultiDict[str, str]) -> MultiDict[str, str]:
    return MultiDict([(key, value) for key, value in form.items(multi=True) if not _ASKED.fullmatch(key)])
