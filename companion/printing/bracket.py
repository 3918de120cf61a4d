"""Print a bracket: on one page where it fits, else its parts on separate pages and the last rounds together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise, takewhile

from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Flowable, PageBreak

from companion.printing.a4_page import BOLD, INK, PLAIN, QUIET, RULE, letters, text
from companion.printing.line_fitting import FittedLines, fitted_lines
from companion.printing.tournament_grids import has_points, name_of
from companion.printing.wording import points_text, round_text, word
from companion.view_models.tournament import FixtureView, TournamentSnapshot

MOST, MOST_ROUNDS = 32, 6
"""Matches of a first round that fit under each other on a standing page, and rounds beside each other."""
_CUTS = ((MOST, MOST_ROUNDS), (16, 5), (8, 4), (4, 3))
"""The same for names that are longer and longer."""
_TALLEST, _APART, _TITLE = 24.0, 3.0, 16.0
"""Points: the box of a match whose names take one line, between two boxes, and what the name of a round takes."""
_LEAST_COLUMNS = 3
_SIZES = (7.9, 7.5, 7, 6.5, 6, 5.5)
"""Letter sizes in points, down to the smallest readable one."""
Rounds = Sequence[Sequence[FixtureView]]


def bracket_body(snapshot: TournamentSnapshot, language: str, room: tuple[float, float]) -> Iterator[Flowable]:
    """The bracket in parts that fit into ``room``, its width and height in points."""
    if not snapshot.bracket:
        yield text(word(language, "no bracket"))
        return
    for number, drawn in enumerate(part for whole in (snapshot.bracket, *beside_of(snapshot)) for part in
                                   _drawn(whole, language, room)):  # fmt: skip
        if number:
            yield PageBreak()
        yield drawn


def _drawn(rounds: Rounds, language: str, room: tuple[float, float]) -> Sequence[_Drawn]:
    """The rounds cut into parts that fit ``room`` in readable letters, if possible without broken words."""
    broken: Sequence[_Drawn] = ()
    for cut in _CUTS:
        parts = [_Drawn(part, _sizes(rounds, part), language, room) for part in parts_of(rounds, *cut)]
        fits = all(part.fits for part in parts)
        if fits and all(part.is_whole for part in parts):
            return parts
        broken = broken or (parts if fits else ())
    return broken or parts


def _sizes(rounds: Rounds, part: Rounds) -> Sequence[int]:
    """The number of matches in each round of a part."""
    first = next(at for at, column in enumerate(rounds) if any(drawn.number == part[0][0].number for drawn in column))
    return [len(column) for column in rounds[first : first + len(part)]]


def beside_of(snapshot: TournamentSnapshot) -> Iterator[Rounds]:
    """The matches beside a bracket, a page each: the losers' bracket, the final of both, the third place."""
    for stages in (("lower", "final"), ("third",)):
        found = [list(matches) for stage in stages for _, matches in groupby(snapshot.of_stage(stage), _round_of)]
        if found:
            yield found


def _round_of(fixture: FixtureView) -> int:
    return fixture.round


def parts_of(rounds: Rounds, most: int = MOST, most_rounds: int = MOST_ROUNDS) -> Iterator[Rounds]:
    """Cut rounds into parts of at most ``most`` matches and ``most_rounds`` rounds, and then those of their winners."""
    rounds = [sorted(column, key=lambda match: match.number) for column in rounds]
    while rounds:
        first = len(rounds[0])
        count = -(-first // most)
        deep = list(takewhile(partial(_is_as_many, count), rounds))
        deep = deep[: -(-len(deep) // -(-len(deep) // most_rounds))]
        for start in range(0, first, most):
            end = min(start + most, first)
            yield [column[start * len(column) // first : end * len(column) // first] for column in deep]
        rounds = rounds[len(deep) :]


def _is_as_many(count: int, column: Sequence[FixtureView]) -> bool:
    return len(column) >= count


class _Drawn(Flowable):  # type: ignore[misc]
    """Rounds as columns, each match centred between the two that feed it."""

    def __init__(self, rounds: Rounds, sizes: Sequence[int], language: str, room: tuple[float, float]) -> None:
        super().__init__()
        letters()
        self.width, self.height = room
        self._rounds, self._sizes, self._language = rounds, sizes, language
        self._column = self.width / max(len(rounds), _LEAST_COLUMNS)
        self._half = min(_TALLEST, self._room() - _APART) / 2
        self._names = self._fitted()
        if not (self.fits and self.is_whole):
            self._half = (self._room() - _APART) / 2
            self._names = self._fitted()

    @property
    def fits(self) -> bool:
        """Whether every name has room in letters that can be read."""
        return all(name.height <= self._half for name in self._names.values())

    @property
    def is_whole(self) -> bool:
        """Whether no word is broken."""
        return all(name.is_whole for name in self._names.values())

    def draw(self) -> None:
        places = self._places()
        for at, matches in enumerate(self._rounds):
            left = at * self._column
            self.canv.setFillColor(QUIET)
            said = round_text(self._language, matches[0].stage, self._number(matches[0], at), self._sizes[at])
            title = fitted_lines(said, (self._column - 8, _TITLE), _SIZES, BOLD)
            title.draw(self.canv, (left, self.height))
            for match in matches:
                self._match(match, left, places[match.number], self._column - 10)
        self._lines(self._column, places)

    def _fitted(self) -> Mapping[tuple[int, int], FittedLines]:
        """Every name as it fits its box, beside its points."""
        sizes = [size for size in _SIZES if size <= self._half * 0.66] or [self._half * 0.66]
        room = self._column - 16
        return {
            (match.number, side): fitted_lines(
                name_of(match, side, self._language),
                (room - self._points(match, side, sizes[0]), self._half),
                sizes,
                _font(match, side),
            )
            for matches in self._rounds
            for match in matches
            for side in (0, 1)
        }

    def _points(self, match: FixtureView, side: int, size: float) -> float:
        """The width of a side's points in a box, in typographic points."""
        if not has_points(match):
            return 0
        return (
            float(pdfmetrics.stringWidth(points_text(self._language, match.totals[side]), _font(match, side), size)) + 4
        )

    def _room(self) -> float:
        return (self.height - _TITLE) / max(map(len, self._rounds))

    @staticmethod
    def _number(fixture: FixtureView, at: int) -> int:
        """The displayed number of a round: its own, except in a bracket continued from other pages."""
        return at + 1 if fixture.stage == "bracket" else fixture.round

    def _places(self) -> Mapping[int, float]:
        """The vertical centre of each match."""
        room, top = self._room(), self.height - _TITLE
        places = {first.number: top - room * (at + 0.5) for at, first in enumerate(self._rounds[0])}
        for matches in self._rounds[1:]:
            for at, match in enumerate(matches):
                fed = [places[feed] for feed in match.feeds or () if feed in places]
                alone = top - (top / len(matches)) * (at + 0.5)
                places[match.number] = sum(fed) / len(fed) if fed else alone
        return places

    def _match(self, fixture: FixtureView, left: float, middle: float, width: float) -> None:
        half = self._half
        self.canv.setStrokeColor(RULE)
        self.canv.setLineWidth(0.5)
        self.canv.roundRect(left, middle - half, width, 2 * half, 2, stroke=1, fill=0)
        self.canv.line(left, middle, left + width, middle)
        for side, centre in enumerate((middle + half / 2, middle - half / 2)):
            name = self._names[fixture.number, side]
            self.canv.setFillColor(INK if fixture.names[side] else QUIET)
            name.draw(self.canv, (left + 3, centre + name.height / 2))
            if has_points(fixture):
                points = FittedLines((points_text(self._language, fixture.totals[side]),), name.size, name.font)
                points.draw(self.canv, (left + width - 3, centre + points.height / 2), align=2)

    def _lines(self, column: float, places: Mapping[int, float]) -> None:
        """The lines from each match to the next."""
        self.canv.setStrokeColor(RULE)
        for at, (_, after) in enumerate(pairwise(self._rounds)):
            right = (at + 1) * column
            for match in after:
                for feed in (feed for feed in match.feeds or () if feed in places):
                    self.canv.line(right - 10, places[feed], right - 5, places[feed])
                    self.canv.line(right - 5, places[feed], right - 5, places[match.number])
                self.canv.line(right - 5, places[match.number], right, places[match.number])


def _font(fixture: FixtureView, side: int) -> str:
    return BOLD if fixture.winner == side else PLAIN
