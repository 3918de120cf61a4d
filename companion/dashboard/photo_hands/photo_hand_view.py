"""The page model of a photographed hand: tiles by owner, one question, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from flask import url_for
from flask_babel import gettext as _

from companion.dashboard.language import current_language
from companion.dashboard.matches.edit_conflicts import gist_of
from companion.dashboard.photo_hands.hand_assembly import AssembledHand
from companion.dashboard.photo_hands.hand_drafts import HandPhotos
from companion.dashboard.photo_hands.hand_outlines import outlined, with_melds
from companion.dashboard.photo_hands.hand_questions import HandQuestion
from companion.dashboard.photo_hands.row_owners import NOBODY, NOT_PART, PlacedTileGroup
from companion.dashboard.photos.photo_store import KeptPhoto
from companion.dashboard.photos.scored_photo import DrawnTile, PhotoSheet, offered, sheet_of
from companion.dashboard.tile_faces import Face
from companion.match_commands import Count
from companion.view_models import HandView, KeptPhotographs, MatchSnapshot, SheetView

_UNTAKEN = "MUERTO_UNTAKEN"
_NAMEABLE = ("number", "joker")


@dataclass(frozen=True, slots=True)
class Destination:
    """A possible destination of a tile."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class PhotoHand:
    """The content of the page."""

    draft: HandPhotos
    photos: tuple[KeptPhoto, ...]
    sheets: dict[str, PhotoSheet]
    hand: AssembledHand
    shown: MatchSnapshot
    """The match as it stands."""
    foreseen: MatchSnapshot
    """The match as it would stand with this hand."""
    refusal: str
    """Why the hand cannot be counted so; empty where it can."""

    @property
    def counted(self) -> HandView:
        """The hypothetical score, without effects of a muerto that is still unknown."""
        assert self.foreseen.hand is not None
        return replace(self.foreseen.hand, sheets=tuple(map(self._known, self.foreseen.hand.sheets)))

    def _known(self, sheet: SheetView) -> SheetView:
        muertos = self.hand.muertos
        if not muertos or muertos[sheet.team]:
            return sheet
        lines = tuple(line for line in sheet.lines if line.reason != _UNTAKEN)
        return SheetView(sheet.team, sum(line.points for line in lines), lines)

    @property
    def is_begun(self) -> bool:
        """Whether there is a score yet."""
        counted = self.counted
        return not self.hand.questions or bool(counted.impossible) or any(sheet.lines for sheet in counted.sheets)

    @property
    def question(self) -> HandQuestion | None:
        """The current question."""
        return next(iter(self.hand.questions), None)

    @property
    def version(self) -> str:
        """A hash of this count, to detect that a confirmation refers to another one."""
        return gist_of(self.counted)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is open, and the hand can be confirmed."""
        counted = self.counted
        is_possible = not self.refusal and not counted.impossible and (counted.void or not counted.unknown_racks)
        are_there = bool(self.photos) and len(self.photos) == len(self.draft.photos)
        return are_there and not self.hand.questions and is_possible and counted.standing != "playing"

    @property
    def evidence(self) -> tuple[KeptPhoto, ...]:
        """The photographs to store: those of melds; racks are private."""
        return with_melds(self.hand, self.photos) or self.photos[:1]

    def counts(self, kept: KeptPhotographs) -> Count:
        """The scoring command, with the places of its melds in the stored picture ``kept``."""
        assert self.hand.order is not None
        language = current_language()
        scores = {photo.id: photo.score(language) for photo in self.evidence}
        places = dict(zip(scores, kept.places, strict=True))
        return replace(self.hand.order, outlined=outlined(self.hand, scores, places))

    @property
    def to_be_retaken(self) -> tuple[KeptPhoto, ...]:
        """The photographs with a flaw and many doubts, and those without a tile."""
        sheets = ((photo, self.sheets[photo.id]) for photo in self.photos)
        return tuple(photo for photo, sheet in sheets if sheet.retake or not sheet.tiles)

    @property
    def groups(self) -> tuple[tuple[Destination, tuple[PlacedTileGroup, ...]], ...]:
        """The lots by destination, without empty ones."""
        return tuple((place, lots) for place in self.places if (lots := self.hand.at(place.name)))

    @property
    def places(self) -> tuple[Destination, ...]:
        """All destinations of a lot."""
        shown = self.shown
        sides = [Destination("table", _("La mesa"))] if shown.rules.common_table else []
        if not shown.rules.common_table:
            sides = [Destination(f"side.{team.index}", _("Juegos de %(name)s", name=team.name)) for team in shown.teams]
        racks = [
            Destination(f"rack.{player.seat}", _("Atril de %(name)s", name=player.name)) for player in shown.players
        ]
        muertos = [
            Destination(f"muerto.{team.index}", _("Muerto sin jugar de %(name)s", name=team.name))
            for team in shown.teams
        ]
        return (
            *sides,
            *racks,
            *(muertos if shown.rules.muertos else ()),
            Destination(NOT_PART, _("No cuenta (pozo, mazo)")),
        )

    @property
    def likely_places(self) -> tuple[Destination, ...]:
        """The destinations of the lot in question: free racks first, or last for what may be a pile."""
        lot = self._lot_in_question
        taken = {placed.place for placed in self.hand.placed} | {f"rack.{self.hand.closer}"}
        is_meld = lot is not None and lot.lot.is_meld
        kinds = ("side", "table", NOT_PART, "rack") if is_meld else ("rack", NOT_PART, "muerto", "side", "table")
        kinds = (NOT_PART, "side", "table", "rack", "muerto") if self.may_be_pile else kinds
        free = [place for place in self.places if not (place.name.startswith("rack.") and place.name in taken)]
        ranked = [(kind, place) for place in free if (kind := place.name.partition(".")[0]) in kinds]
        return tuple(place for _kind, place in sorted(ranked, key=lambda pair: kinds.index(pair[0])))

    @property
    def may_be_pile(self) -> bool:
        """Whether the lot in question is a single tile, which may be the top of a canasta in a pile."""
        lot = self._lot_in_question
        is_single = lot is not None and len(lot.lot.tiles) == 1 and not lot.lot.is_meld
        return is_single and bool(self.shown.rules.canasta_len)

    @property
    def _lot_in_question(self) -> PlacedTileGroup | None:
        asked = self.question
        return next((placed for placed in self.hand.placed if asked and placed.lot.key == asked.name), None)

    def drawn(self, photo: str, tiles: Sequence[int]) -> tuple[DrawnTile, ...]:
        """Drawable tiles."""
        return tuple(tile for other_tile in tiles if (tile := self.sheets[photo].tile(other_tile)))

    def options(self, question: HandQuestion) -> tuple[Face, ...]:
        """The possible faces of the tile in question, the most likely first."""
        tile = self.drawn(question.photo, question.tiles)[0]
        faces = (tile.face, *offered(tile, ()))
        return tuple({face.notation: face for face in faces if face.kind in _NAMEABLE}.values())

    def tile_urls(self, photo: str) -> Callable[..., str]:
        """A function that returns the address of a photograph's tile."""
        here = self.draft
        return partial(url_for, "photo_hand.tile", match=here.match, number=here.hand, draft=here.id, photo=photo)

    @property
    def racks_to_choose(self) -> list[tuple[str, str]]:
        """The racks that a photograph may show."""
        return [(place.name, place.says) for place in self.places if place.name.startswith("rack.")]

    @property
    def sides_to_choose(self) -> list[tuple[str, str]]:
        """The sides whose melds may lie near."""
        return [(str(team.index), team.name) for team in self.shown.teams]

    @property
    def closers_to_choose(self) -> list[tuple[str, str]]:
        """The possible closers."""
        return [(place.name, place.says) for place in self.closers()]

    @property
    def asks_of_place(self) -> str:
        """The question about the lot."""
        lot = self._lot_in_question
        if lot and lot.same_as_another:
            return str(_("Este juego está también en otra foto. ¿Es otro?"))
        return str(_("¿De quién es este juego?") if lot and lot.lot.is_meld else _("¿De quién son estas fichas?"))

    def asks_of_tile(self, options: Sequence[Face]) -> str:
        """The question about an unreadable tile."""
        if len(options) < 2:
            return str(_("¿Qué ficha es?"))
        return str(_("¿Es un %(first)s o un %(second)s?", first=options[0].label, second=options[1].label))

    def closers(self) -> tuple[Destination, ...]:
        """The possible closers."""
        return (
            *(Destination(str(player.seat), player.name) for player in self.shown.players),
            Destination(NOBODY, _("Nadie: se acabó el mazo")),
        )


def photo_hand(
    draft: HandPhotos,
    photos: Sequence[KeptPhoto],
    hand: AssembledHand,
    snapshot: tuple[MatchSnapshot, MatchSnapshot, str],
) -> PhotoHand:
    """The page model of a draft; ``snapshot`` is the match now, with the hand, and why not."""
    language = current_language()
    sheets = {photo.id: sheet_of(photo.score(language), photo.corrections) for photo in photos}
    return PhotoHand(draft, tuple(photos), sheets, hand, *snapshot)
