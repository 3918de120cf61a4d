"""Assemble a hand from photographs and answers: the owner of each tile, open questions, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dashboard.photo_hands.answer_validation import meaningful, near_there
from companion.dashboard.photo_hands.hand_drafts import HandPhotos
from companion.dashboard.photo_hands.hand_questions import SILENT, HandQuestion, questions
from companion.dashboard.photo_hands.row_owners import NOBODY, KnownHand, PlacedTileGroup, ShownPhoto
from companion.match_commands import Count
from companion.view_models import MatchSnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class AssembledHand:
    """The hand as far as known."""

    placed: tuple[PlacedTileGroup, ...]
    questions: tuple[HandQuestion, ...]
    closer: str
    """A seat, ``stock_out``, or empty while unknown."""
    muertos: tuple[str, ...]
    """By team, ``untaken``, ``played`` or ``unplayed``; empty while unknown."""
    empty: tuple[int, ...]
    """The seats whose racks were stated to be empty."""
    order: Count | None
    """The count; ``None`` before anything is known."""

    def at(self, place: str) -> tuple[PlacedTileGroup, ...]:
        """The lots at a destination."""
        return tuple(placed_lot for placed_lot in self.placed if placed_lot.place == place)


def assembled(draft: HandPhotos, photos: Sequence[ShownPhoto], snapshot: MatchSnapshot, near: str) -> AssembledHand:
    """The hand of ``photos``; ``near`` is the side that was near the photographer last time, if known.

    ``snapshot`` has a hand.
    """
    draft = meaningful(draft, snapshot)
    found = KnownHand(draft, {photo.id: photo for photo in photos}, snapshot, near_there(near, snapshot))
    placed = found.placed()
    closer = found.closer(placed)
    placed = found.with_racks(placed, closer)
    closer = closer or found.closer(placed)
    muertos = found.muertos(placed, closer)
    empty = tuple(seat for seat in found.seats if f"empty.{seat}" in draft.words)
    asked = tuple(questions(found, placed, closer, muertos))
    order = _count(found, placed, closer, muertos) if photos else None
    return AssembledHand(placed=placed, questions=asked, closer=closer, muertos=muertos, empty=empty, order=order)


def _count(hand: KnownHand, placed: Sequence[PlacedTileGroup], closer: str, muertos: Sequence[str]) -> Count:
    """The command that scores the hand as far as known."""
    racks = dict.fromkeys(hand.without_rack(closer), "")
    for placed_lot in placed:
        kind, _, number = placed_lot.place.partition(".")
        seats = hand.holder(int(number), placed) if kind == "muerto" else (int(number),) if kind == "rack" else ()
        for seat in seats:
            faces = [face for face in hand.faces(placed_lot.lot) if face not in SILENT]
            racks[seat] = " ".join((racks.get(seat, ""), *faces)).strip()
    return Count(
        closer=int(closer) if closer.isdecimal() else None,
        stock_out=closer == NOBODY,
        racks=racks,
        melds=_melds(hand, placed),
        muertos=tuple(muerto or "untaken" for muerto in muertos),
        partial="partial" in hand.draft.words,
        hand=hand.draft.hand,
    )


def _melds(hand: KnownHand, placed: Sequence[PlacedTileGroup]) -> dict[int, str]:
    """The melds of each side in notation, where photographed."""
    if not any(
        hand.content_of(photo) == "table" or hand.content_of(photo).startswith("side.") for photo in hand.photos
    ):
        return {}
    teams = [0] if hand.is_common else [team.index for team in hand.shown.teams]
    laid: dict[int, list[str]] = {team: [] for team in teams}
    for placed_lot in placed:
        kind, _, number = placed_lot.place.partition(".")
        if kind in ("side", "table"):
            laid[int(number or 0)].append(_meld(hand, placed_lot))
    return {team: " | ".join(filter(None, melds)) for team, melds in laid.items()}


def _meld(hand: KnownHand, placed: PlacedTileGroup) -> str:
    """A row in notation with declared wilds, without unreadable tiles and unresolved piles."""
    lot = placed.lot
    if hand.is_pile(placed):
        return hand.piled(lot)
    row = next((other_row for other_row in hand.photos[lot.photo].score.rows if other_row.tiles == lot.tiles), None)
    if row and row.meld:
        return row.meld
    return " ".join(face for face in hand.faces(lot) if face not in SILENT)
