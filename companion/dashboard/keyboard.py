"""The tile keyboard: fifty-three keys, varying only by language, first ink, and target."""

from __future__ import annotations

from functools import lru_cache

from flask import get_template_attribute
from markupsafe import Markup, escape

from companion.dashboard.language import current_language
from companion.dashboard.tile_faces import INKS, every_face

_HERE = "/-here-/"
"""Stands for the page in the keys that are kept; no page of ours is called so."""


def keyboard(ink: str, here: str = "") -> Markup:
    """The keys, those of the letter ``ink`` first; each links to ``here``, or nowhere without JavaScript."""
    letter = ink if ink in INKS else "r"
    kept = _keys(current_language(), letter, bool(here))
    return Markup(kept.replace(_HERE, str(escape(here))))


@lru_cache(maxsize=64)
def _keys(_language: str, ink: str, leads: bool) -> str:
    """The cached keys in the viewer's language; drawing them took a quarter of the time of a table's page."""
    return str(get_template_attribute("_keys.html", "tile_keys")(every_face(), ink, _HERE if leads else None))
