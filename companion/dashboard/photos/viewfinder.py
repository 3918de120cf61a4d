"""Live advice for a camera preview, before the photograph is taken."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.view_models import UNSURE, PhotoScore

OF_A_SMALL_PICTURE = frozenset({"too_small", "compressed"})
"""Flaws that a viewfinder's small picture has and the photograph itself need not have."""
_MANY = 0.25
"""The part of the tiles in doubt from which on the camera has to come nearer."""


def seen_through(score: PhotoScore) -> str:
    """One short sentence about a camera preview: the likeliest flaw, advice, or that it is good, with the tile
    count."""
    flaw = next((flaw for flaw in score.flaws if flaw.code not in OF_A_SMALL_PICTURE), None)
    if flaw:
        return flaw.message
    if not score.tiles:
        return str(_("No se ve ninguna ficha."))
    if score.cut_off:
        return str(_("El borde corta alguna ficha."))
    if sum(tile.face == UNSURE for tile in score.tiles) > _MANY * len(score.tiles):
        return str(_("Acercate a las fichas."))
    return str(ngettext("Se ve bien: %(num)s ficha.", "Se ve bien: %(num)s fichas.", len(score.tiles)))
