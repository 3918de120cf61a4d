"""A hand that is being counted, written down after each answer and read again where the program was begun anew."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from typing import Any

from flask import current_app

from companion.dashboard.error_pages import Refusal
from companion.dashboard.photo_hands.hand_drafts import HandDrafts, HandPhotos
from companion.dashboard.photo_hands.interfaces import StoredHands
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.photo_store import KeptPhoto, TileCorrection
from companion.refusal import PhotoRefused

_log = logging.getLogger(__name__)


def drafts() -> HandDrafts:
    """The hands being scored from photographs."""
    found: HandDrafts = current_app.extensions["hand photos"]
    return found


def stored_hands() -> StoredHands | None:
    """Where they outlast the program; None where they do not."""
    found: StoredHands | None = current_app.extensions.get("stored hands")
    return found


def write_down(name: str) -> None:
    """Store a hand with its photographs; where the disk does not take it, only in memory, and nothing older is left."""
    store, draft = stored_hands(), drafts().find(name)
    if store is None or draft is None:
        return
    photos = [kept for photo in draft.photos if (kept := photo_service().album.find(photo))]
    told = {
        "match": draft.match,
        "hand": draft.hand,
        "said": draft.said,
        "photos": [_plain(photo) for photo in photos],
    }
    try:
        store.keep(name, json.dumps(told).encode(), {photo.id: photo.picture for photo in photos})
    except OSError as error:
        _log.warning("a hand from photographs was not stored: %s", error)
        store.forget(name)


def found_again(name: str) -> HandPhotos | None:
    """The hand called ``name``: the one in memory, else the stored one, its photographs read anew; None without one."""
    store, draft = stored_hands(), drafts().find(name)
    if draft or store is None or (stored := store.read(name)) is None:
        return draft
    try:
        told = json.loads(stored[0])
        photos = [photo for photo in told["photos"] if photo["id"] in stored[1]]
        said = tuple((str(key), str(value)) for key, value in told["said"])
        draft = HandPhotos(id=name, match=told["match"], hand=told["hand"], said=said)
        for photo in photos:
            if kept := _read(photo, stored[1][photo["id"]]):
                photo_service().album.keep(kept)
                draft = draft.showing(kept.id)
    except (KeyError, TypeError, ValueError):  # another version wrote it
        return None
    drafts().keep(draft)
    return draft


def forget(name: str) -> None:
    """Delete a hand that was confirmed or given up."""
    drafts().forget(name)
    if store := stored_hands():
        store.forget(name)


def _plain(photo: KeptPhoto) -> dict[str, Any]:
    said = [
        ["tile", stated.tile, stated.face]
        if isinstance(stated, TileCorrection)
        else ["canasta", stated.across, stated.faces]
        for stated in photo.said
    ]
    named = {"id": photo.id, "name": photo.name, "media_type": photo.media_type, "rules": photo.rules}
    return named | {"place": photo.place, "said": said}


def _read(told: dict[str, Any], picture: bytes) -> KeptPhoto | None:
    """A stored photograph, recognised again, with its corrections; None where it cannot be read any more.

    Raises QueueFull where too many wait.
    """
    with suppress(PhotoRefused, Refusal):
        seen = photo_service().read(picture, told["name"])
        kept = KeptPhoto(
            picture=picture, seen=seen, **{key: told[key] for key in ("id", "name", "media_type", "rules", "place")}
        )
        for kind, number, said in told["said"]:
            kept = kept.corrected(number, said) if kind == "tile" else kept.with_canasta(number, said)
        return kept
    return None
