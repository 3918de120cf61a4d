"""The open questions of a photographed hand before its confirmation, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.dashboard.photo_hands.photo_rows import halves
from companion.dashboard.photo_hands.row_owners import NOT_PART, KnownHand, PlacedTileGroup, ShownPhoto
from companion.view_models import UNSURE

SILENT = (UNSURE, "back")
"""Faces that identify no tile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandQuestion:
    """A question to be answered before the hand can be confirmed."""

    kind: str
    """``shows``, ``near``, ``closer``, ``place``, ``tile``, ``canasta``, ``pile``, ``muerto``, ``empty``, ``seen``."""
    name: str
    """The name of its answer; for a tile or a canasta's cross tile, the photograph and the tile's number."""
    photo: str = ""
    tiles: tuple[int, ...] = ()
    team: int = 0
    seat: int = 0
    choices: tuple[str, ...] = ()


def questions(
    hand: KnownHand, placed: Sequence[PlacedTileGroup], closer: str, muertos: Sequence[str]
) -> Iterator[HandQuestion]:
    """The open questions, in order."""
    for photo in hand.photos:
        if not hand.content_of(photo):
            yield HandQuestion(kind="shows", name=f"shows.{photo}", photo=photo)
    yield from _about_sides(hand, placed)
    racks = [
        placed_lot for placed_lot in placed if not placed_lot.place and hand.content_of(placed_lot.lot.photo) == "racks"
    ]
    if not closer and len(racks) != 1 and all(map(hand.content_of, hand.photos)):
        yield HandQuestion(kind="closer", name="closer")
    for placed_lot in placed:
        if not placed_lot.place and not (
            placed_lot.lot.is_meld and not placed_lot.same_as_another and _asks_near(hand, placed_lot.lot.photo)
        ):
            yield HandQuestion(
                kind="place", name=placed_lot.lot.key, photo=placed_lot.lot.photo, tiles=placed_lot.lot.tiles
            )
    yield from _about_tiles(hand, placed)
    for team, muerto in enumerate(muertos):
        if not muerto:
            yield HandQuestion(kind="muerto", name=f"muerto.{team}", team=team)
    yield from _about_racks(hand, placed, closer)
    for photo, shown in hand.photos.items():
        if shown.score.unseen and f"seen.{photo}" not in hand.draft.words:
            yield HandQuestion(kind="seen", name=f"seen.{photo}", photo=photo, choices=shown.score.unseen)


def _asks_near(hand: KnownHand, photo: str) -> bool:
    return hand.content_of(photo) == "table" and not hand.is_common and not hand.near_of(photo)


def _about_sides(hand: KnownHand, placed: Sequence[PlacedTileGroup]) -> Iterator[HandQuestion]:
    for photo in hand.photos:
        melds = [
            placed_lot.lot
            for placed_lot in placed
            if placed_lot.lot.photo == photo and placed_lot.lot.is_meld and not placed_lot.is_said
        ]
        if melds and _asks_near(hand, photo):
            halved = halves(melds) or {}
            tiles = tuple(tile for lot in melds if not halved.get(lot.key, 0) for tile in lot.tiles)
            yield HandQuestion(kind="near", name=f"near.{photo}", photo=photo, tiles=tiles)


def _about_tiles(hand: KnownHand, placed: Sequence[PlacedTileGroup]) -> Iterator[HandQuestion]:
    for placed_lot in placed:
        photo = hand.photos[placed_lot.lot.photo]
        for tile in placed_lot.lot.tiles if placed_lot.place != NOT_PART else ():
            if photo.face(tile, in_meld=placed_lot.lot.is_meld) in SILENT:
                yield HandQuestion(kind="tile", name=f"{photo.id}.{tile}", photo=photo.id, tiles=(tile,))
        row = next((row for row in photo.score.rows if row.tiles == placed_lot.lot.tiles and row.is_covered), None)
        if row and placed_lot.place != NOT_PART:
            name = f"{photo.id}.{row.tiles[-1]}"
            yield HandQuestion(kind="canasta", name=name, photo=photo.id, tiles=row.tiles, choices=row.may_be)
        if hand.is_pile(placed_lot) and not hand.piled(placed_lot.lot):
            yield _about_pile(photo, placed_lot.lot.tiles[0])


def _about_pile(photo: ShownPhoto, tile: int) -> HandQuestion:
    choices = photo.canastas_under(tile)
    return HandQuestion(kind="pile", name=f"pile.{photo.id}.{tile}", photo=photo.id, tiles=(tile,), choices=choices)


def _about_racks(hand: KnownHand, placed: Sequence[PlacedTileGroup], closer: str) -> Iterator[HandQuestion]:
    """The players without known rack; while a rack has no owner, it may be theirs."""
    if any(not placed_lot.place for placed_lot in placed) or not closer or hand.shown.hand is None:
        return
    with_tiles = {placed_lot.place for placed_lot in placed}
    known = {rack.seat for rack in hand.shown.hand.racks if rack.is_known}
    held = {seat for team in hand.shown.teams for seat in hand.holder(team.index, placed)}
    for seat in hand.seats:
        if f"rack.{seat}" not in with_tiles and seat not in known | held | hand.without_rack(closer):
            yield HandQuestion(kind="empty", name=f"empty.{seat}", seat=seat)
