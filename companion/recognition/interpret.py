"""Interpret a photograph's reading: claimed faces, judged rows, and points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.phrases.wording import say, spoken_names
from companion.recognition import uncertainty as doubt
from companion.recognition.marked_canastas import CanastaFinder, CrossedTile
from companion.recognition.row_joining import close_gaps
from companion.recognition.uncertainty import TileEvidence, copies_of
from companion.view_models import (
    HIDDEN_TILE,
    NO_ANSWERS,
    NO_TILE,
    UNSURE,
    CitedRule,
    FlawView,
    OfferView,
    PhotoAnswers,
    PhotoScore,
    RowView,
    TileView,
    ViolationView,
)
from companion.view_models.rule_citation import rule_view
from engine.melds.melds import MeldVerdict, judge_meld, parse_meld
from engine.melds.repairs import violations_with_repairs
from engine.placed_tile import notation
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.scoring.canastas import against_mark, canasta_bonus, points_against
from engine.scoring.meld_offers import offer_of
from engine.tiles import Tile
from vision.belief import BACK
from vision.geometry import axes, centers, quads_of
from vision.quality.photo_problems import words_of
from vision.reading import TableReading

ALTERNATIVES = 4
"""The number of alternative faces reported for each tile."""
SCORES_KEPT = 8
"""The number of scores that a photograph keeps: a page asks for the same one at every view."""
OPTIONS_TOLD = 2
"""The number of alternatives of a doubtful tile named in words."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPhotograph:
    """A recognised photograph, ready to be judged repeatedly."""

    name: str
    size: tuple[int, int]
    """Width and height in pixels."""
    reading: TableReading
    _scores: dict[tuple[object, ...], PhotoScore] = field(default_factory=dict, init=False, repr=False)

    def score(self, rules: Rules, language: str = "es", answers: PhotoAnswers = NO_ANSWERS) -> PhotoScore:
        """The interpretation of the photograph under ``rules``.

        ``answers`` are people's corrections. Ids do not depend on them, nor does ``seen``, the reading of the
        recognizer.
        """
        said = tuple(answers.corrections.items()), tuple(answers.canastas.items())
        asked = (rules, language, *said)
        found = self._scores.get(asked)
        if found is None:
            found = self._scored(rules, language, answers)
            if len(self._scores) >= SCORES_KEPT:
                self._scores.clear()
            self._scores[asked] = found
        return found

    def _scored(self, rules: Rules, language: str, answers: PhotoAnswers) -> PhotoScore:
        corrections, canastas = answers.corrections, answers.canastas
        evidence = TileEvidence.of([tile.belief for tile in self.reading.tiles], corrections, in_set=copies_of(rules))

        def lawful(faces: Sequence[str]) -> bool:
            return _verdict(faces, rules).lawful

        claims, alone = evidence.claims(), {(tile,) for tile in self.reading.loose}
        parts, marks = CanastaFinder(self.reading, evidence, rules, canastas).joined(self._lying(corrections))
        parts = self._closed_up(parts, marks, claims, lawful)
        lying = [tiles for tiles in parts if tiles not in alone]
        decided = [_read(marks.get(tiles)) or evidence.decided(tiles, lawful) for tiles in lying]
        faces = claims | {tile: face for row in decided for tile, face in row.items()}
        for tiles in lying:
            claimed = [faces[tile] for tile in tiles]
            if BACK not in claimed and not _read(marks.get(tiles)):
                faces |= dict.fromkeys(evidence.contested(tiles, claimed, lawful), UNSURE)
        rows = [
            _judged(
                tiles,
                faces,
                _RowJudge(rules, language, evidence, marks),
                repaired=bool(row) and canastas.keys().isdisjoint(tiles),
            )
            for tiles, row in zip(lying, decided, strict=True)
        ]
        return PhotoScore(
            image=self.name,
            size=self.size,
            rules=rules.name,
            tiles=tuple(self._view(tile, faces[tile]) for tile in range(len(self.reading.tiles))),
            rows=tuple(rows),
            loose=(loose := tuple(tiles[0] for tiles in parts if tiles in alone)),
            loose_points=tuple(_worth(faces[tile], rules) for tile in loose),
            points=sum(row.points for row in rows),
            elapsed_ms={stage: round(ms, 1) for stage, ms in self.reading.elapsed_ms.items()},
            burnt_out=tuple(map(_points, self.reading.burnt_out)),
            faint=tuple(map(_points, self.reading.faint)),
            flaws=tuple(FlawView(code, *words_of(code, language)) for code in self.reading.flaws),
            cut_off=tuple(tile for tile in self.reading.cut_off(self.size) if faces[tile] != NO_TILE),
        )

    def _lying(self, corrections: Mapping[int, str]) -> list[tuple[int, ...]]:
        """The rows and single tiles, without those that people said are none."""
        lying = [*(row.tiles for row in self.reading.rows), *((tile,) for tile in self.reading.loose)]
        left = (tuple(tile for tile in tiles if corrections.get(tile) != NO_TILE) for tiles in lying)
        return [tiles for tiles in left if tiles]

    def _closed_up(
        self,
        parts: Sequence[tuple[int, ...]],
        marked: Collection[tuple[int, ...]],
        claims: Mapping[int, str],
        lawful: Callable[[Sequence[str]], bool],
    ) -> list[tuple[int, ...]]:
        """The ``parts``, joined where they are a meld only together; ``marked`` ones are complete."""

        def reads_as_meld(tiles: Sequence[int]) -> bool:
            faces = [claims[tile] for tile in tiles]
            return not {UNSURE, BACK}.intersection(faces) and lawful(faces)

        quads = quads_of([tile.place.corners_px for tile in self.reading.tiles])
        across, _ = axes(quads)
        rest = [(tiles, None) for tiles in parts if tiles not in marked]
        closed = close_gaps(rest, centers(quads), np.linalg.norm(across, axis=1), reads_as_meld)
        return [*marked, *(tiles for tiles, _ in closed)]

    def _view(self, number: int, face: str) -> TileView:
        tile = self.reading.tiles[number]
        seen = tile.belief.best if doubt.is_sure(tile.belief) else UNSURE
        others = [(name, chance) for name, chance in tile.belief.ranked(ALTERNATIVES + 1) if name != seen]
        return TileView(
            id=number,
            face=face,
            seen=seen,
            confidence=round(tile.belief.confidence, 4),
            alternatives=tuple((name, round(chance, 4)) for name, chance in others[:ALTERNATIVES]),
            corners=_points(tile.place.corners_px),
        )


def _read(mark: CrossedTile | None) -> Mapping[int, str]:
    return (mark.read if mark else None) or {}


def _worth(face: str, rules: Rules) -> int:
    """The points of a loose tile on a rack; 0 where its face is unknown."""
    return 0 if face in (UNSURE, BACK, NO_TILE) else points_against((Tile.parse(face),), rules)


def _points(corners_px: NDArray[np.float32]) -> tuple[tuple[float, float], ...]:
    """Corners (n, 2) as in the JSON contract."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners_px)


def interpret(
    reading: TableReading, size: tuple[int, int], rules: Rules, image: str = "", language: str = "es"
) -> PhotoScore:
    """Judge ``reading`` under ``rules``: ``size`` is (width, height) in pixels, ``image`` its name."""
    return SeenPhotograph(image, size, reading).score(rules, language)


@dataclass(frozen=True, slots=True, eq=False)
class _RowJudge:
    """The rules and the language by which rows are judged."""

    rules: Rules
    language: str
    evidence: TileEvidence
    marks: Mapping[tuple[int, ...], CrossedTile]
    """Of the canastas that are marked, by their tiles."""

    def rule(self, code: Code) -> CitedRule:
        """The rule behind a violation."""
        return rule_view(code, self.rules, self.language)


def _judged(tiles: tuple[int, ...], faces: Mapping[int, str], court: _RowJudge, *, repaired: bool) -> RowView:
    mark = court.marks.get(tiles)
    shown = mark.reported if mark and mark.reported else [faces[tile] for tile in tiles]
    if UNSURE in shown or BACK in shown:
        return _unread(tiles, faces, court)
    if mark and mark.hides:
        return _unjudged(tiles, (_hidden(court),), tuple(map(" ".join, mark.may_be)))
    verdict = _verdict(shown, court.rules)
    against = against_mark(verdict, mark.purity, court.rules) if mark and court.rules.canasta_mark != "none" else ()
    return RowView(
        tiles=tiles,
        meld=verdict.meld,
        kind=verdict.kind,
        lawful=verdict.lawful,
        canasta=verdict.canasta,
        points=verdict.points if verdict.lawful else 0,
        bonus=canasta_bonus(verdict, verdict.canasta, court.rules)[1] if verdict.lawful and verdict.canasta else 0,
        violations=tuple(
            ViolationView(
                str(cause.code), cause.sentence(court.language), court.rule(cause.code), cause.whole(court.language)
            )
            for cause in (*violations_with_repairs(verdict, court.rules), *(against if verdict.lawful else ()))
        ),
        repaired=repaired,
        offers=_offers(verdict, court),
    )


def _offers(verdict: MeldVerdict, court: _RowJudge) -> tuple[OfferView, ...]:
    offer = offer_of(verdict, court.rules)
    if offer is None:
        return ()
    return (
        OfferView(
            code=str(offer.code),
            message=offer.sentence(court.language),
            meld=notation(offer.row),
            canasta=offer.canasta,
            points=offer.points,
            may_move=offer.is_move,
        ),
    )


def _verdict(faces: Sequence[str], rules: Rules) -> MeldVerdict:
    return judge_meld(parse_meld(" ".join(faces)), rules)


def _unread(tiles: tuple[int, ...], faces: Mapping[int, str], court: _RowJudge) -> RowView:
    """A row with an unreadable tile: no meld, and a violation for each such tile."""
    silent = ((position, tile) for position, tile in enumerate(tiles, 1) if faces[tile] in (UNSURE, BACK))
    return _unjudged(tiles, tuple(_silence(position, tile, faces[tile], court) for position, tile in silent))


def _hidden(court: _RowJudge) -> ViolationView:
    """The note that the tile across a row hides others of it."""
    return ViolationView(HIDDEN_TILE, say(court.language, "hidden tile"), court.rule(Code.ILLEGIBLE))


def _unjudged(tiles: tuple[int, ...], why: tuple[ViolationView, ...], may_be: tuple[str, ...] = ()) -> RowView:
    """A row seen too poorly to be judged, and the canastas that it may be."""
    return RowView(
        tiles=tiles,
        meld=None,
        kind=None,
        lawful=False,
        canasta=None,
        points=0,
        bonus=0,
        violations=why,
        repaired=False,
        may_be=may_be,
    )


def _silence(position: int, tile: int, face: str, court: _RowJudge) -> ViolationView:
    """Why a tile of a row is unreadable; ``position`` counts from 1 at the row's left."""
    belief = court.evidence.beliefs[tile]
    if face == BACK:
        said = say(court.language, "face down", position=position)
        return ViolationView("face_down", said, court.rule(Code.FACE_DOWN))
    if tile in court.evidence.surplus:
        said = say(court.language, "surplus tile", position=position, seen=spoken_names([belief.best], court.language))
        return ViolationView("surplus_tile", said, court.rule(Code.IMPOSSIBLE_COPIES))
    options = spoken_names((name for name, _ in belief.ranked(OPTIONS_TOLD)), court.language)
    said = say(court.language, "unread tile", position=position, options=options)
    return ViolationView("unread_tile", said, court.rule(Code.ILLEGIBLE))
