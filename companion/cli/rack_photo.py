"""The rack of ``burako advise`` from a photograph, with a question for each doubtful tile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion import bootstrap
from companion.errors import Refused
from companion.phrases.wording import say, spoken_names
from companion.view_models import NO_TILE
from companion.view_models.rack import PhotographedRack, photographed_rack
from engine import Rules
from engine.tiles import NotationError, Tile
from vision.errors import BadImage


def read_rack(photo: Path, answers: Sequence[str], rules: Rules) -> PhotographedRack:
    """The rack of a photograph, with ``answers`` such as ``2=7r`` applied. Raises Refused."""
    try:
        _, seen = bootstrap.read_photograph_file(bootstrap.open_recognizer(), photo, str(photo))
    except BadImage as error:
        raise Refused("rack picture", path=photo, reason=error) from error
    found = photographed_rack(seen.score(rules))
    if not found.rows:
        raise Refused("rack empty", path=photo)
    return found.answered(dict(answered(answer, len(found.doubts)) for answer in answers))


def answered(written: str, doubts: int) -> tuple[int, str]:
    """The number of a doubt and its face from ``2=7r``, where ``doubts`` are in doubt. Raises Refused."""
    found = re.fullmatch(r"(\d{1,2})=(\S{1,8})", written)
    number = int(found[1]) if found else 0
    if not found or not 1 <= number <= doubts:
        raise Refused("rack answer", answer=written[:20], count=doubts)
    if found[2] == NO_TILE:
        return number, NO_TILE
    try:
        return number, str(Tile.parse(found[2]))
    except NotationError as error:
        raise Refused("rack answer", answer=written[:20], count=doubts) from error


def questions(rack: PhotographedRack, language: str) -> Iterator[str]:
    """The questions to answer before advice is possible."""
    for doubt in rack.doubts:
        likely = spoken_names(doubt.likely, language) if doubt.likely else say(language, "rack any")
        yield say(language, "rack doubt", number=doubt.number, place=doubt.place, row=doubt.row, likely=likely,
                  answer=doubt.likely[0] if doubt.likely else "7r")  # fmt: skip
