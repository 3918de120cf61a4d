"""A drawable tile face: number, ink, and accessible name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from flask_babel import gettext as _

from companion.dashboard.language import current_language
from companion.view_models import NO_TILE, UNSURE

INKS = {"r": "red", "b": "blue", "y": "yellow", "k": "black"}
BACK = "back"
JOKER = "J"
_NUMBERED = re.compile(r"(\d{1,2})([rbyk])")
_NUMBERS = range(1, 14)


@dataclass(frozen=True, slots=True)
class Face:
    """The drawing of a tile."""

    notation: str
    kind: str
    """``number``, ``joker``, ``back``, ``none`` (no tile there) or ``unknown``."""
    number: str = ""
    ink: str = ""

    @property
    def label(self) -> str:
        """Its name in the visitor's language."""
        return _label(self, current_language())


def words_of(text: str) -> list[str]:
    """Split a text of tiles at spaces and commas."""
    return text.replace(",", " ").split()


def face_of(notation: str) -> Face:
    """The face of a text; anything unknown is the unknown face."""
    if found := _NUMBERED.fullmatch(notation):
        return Face(notation, "number", found[1], INKS[found[2]])
    kinds = {JOKER: "joker", BACK: "back", NO_TILE: "none"}
    return Face(notation, kinds.get(notation, "unknown"))


def every_face() -> tuple[tuple[Face, ...], ...]:
    """All faces for a correction: the four inks, each from 1 to 13, then the joker, the back and no tile."""
    inks = tuple(tuple(face_of(f"{number}{letter}") for number in _NUMBERS) for letter in INKS)
    return (*inks, tuple(face_of(name) for name in (JOKER, BACK, NO_TILE)))


CHOICES = frozenset(
    {*(f"{number}{letter}" for number in _NUMBERS for letter in INKS), JOKER, BACK, NO_TILE},
)
"""The faces that a correction may name."""


def stand_ins(meld: str | None, faces: tuple[str, ...]) -> tuple[str, ...]:
    """By tile of a row, the tile that it stands for; empty for a natural.

    The meld may have been read from the other side. Empty for all where the two do not fit.
    """
    placed = [part.partition("=") for part in (meld or "").split()]
    for order in (placed, placed[::-1]):
        if tuple(tile for tile, _sign, _role in order) == faces:
            return tuple(role for _tile, _sign, role in order)
    return ("",) * len(faces)


@lru_cache(maxsize=512)
def _label(face: Face, _language: str) -> str:
    """The cached name of a face in the visitor's language."""
    return _numbered(face.number, face.ink) if face.number else _names()[face.kind]


def _numbered(number: str, ink: str) -> str:
    names: dict[str, str] = {
        "red": _("%(number)s rojo", number=number),
        "blue": _("%(number)s azul", number=number),
        "yellow": _("%(number)s amarillo", number=number),
        "black": _("%(number)s negro", number=number),
    }
    return names[ink]


def _names() -> dict[str, str]:
    return {
        "joker": _("comodín"),
        "back": _("ficha dada vuelta"),
        "none": _("no es una ficha"),
        "unknown": _("no se lee bien"),
    }


def is_unsure(notation: str) -> bool:
    """Whether the reading was too uncertain to be claimed."""
    return notation == UNSURE
