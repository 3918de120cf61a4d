"""Parse people's answers about doubtful tiles: a text file with one tile a line, ``3fa9c01b22d4:5 7r``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from companion.errors import Refused
from companion.view_models import NO_TILE
from engine.tiles import NotationError, Tile
from vision.belief import BACK

_LETTERS = 12
_LINE = re.compile(rf"([0-9a-f]{{{_LETTERS}}}):(\d{{1,4}})[\s=,;]+(\S+)", re.IGNORECASE)


def code_of(photo: str, tile: int) -> str:
    """The printed code prefix of the photograph with the hash ``photo``."""
    return f"{photo[:_LETTERS]}:{tile}"


def read_answers(text: str, photos: Iterable[str]) -> Mapping[str, Mapping[int, str]]:
    """Faces (or ``NO_TILE``) by photograph and tile id, the last answer to each; empty lines and ``#`` are skipped.

    Answers about photographs that are not among ``photos`` are ignored. Raises Refused.
    """
    known = {photo[:_LETTERS]: photo for photo in photos}
    found: dict[str, dict[int, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not (said := line.partition("#")[0].strip()):
            continue
        matched = _LINE.fullmatch(said)
        if not matched:
            raise Refused("no answer", line=number, said=said)
        if photo := known.get(matched[1].lower()):
            found.setdefault(photo, {})[int(matched[2])] = _face(matched[3], number)
    return found


def _face(text: str, line: int) -> str:
    if text.lower() in (NO_TILE, BACK):
        return text.lower()
    try:
        return str(Tile.parse(text))
    except NotationError:
        raise Refused("no answer", line=line, said=text) from None
