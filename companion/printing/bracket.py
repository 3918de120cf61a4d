"""A bracket on paper: one page where it fits, else its parts on pages of their own and the last rounds together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from reportlab.platypus import Flowable, PageBreak

from companion.printing.page import BOLD, INK, PLAIN, QUIET, RULE, fitted, letters, text
from companion.printing.tournament_grids import has_points, name_of
from companion.printing.wording import points_text, round_text, word
from companion.view_models.tournament import FixtureView, TournamentSnapshot

MOST = 32
"""Matches of a first round that fit under each other on a standing page."""
_TALLEST, _APART, _TITLE = 24.0, 3.0, 16.0
"""Points: the box of a match at most, between two boxes, and what the name of a round takes."""
_LEAST_COLUMNS = 3
Rounds = Sequence[Sequence[FixtureView]]


def bracket_body(shown: TournamentSnapshot, language: str, room: tuple[float, float]) -> Iterator[Flowable]:
    """The bracket in parts that fit into ``room``, its width and height in points."""
    rounds = shown.bracket
    if not rounds:
        yield text(word(language, "no bracket"))
        return
    for number, part in enumerate(parts_of(rounds)):
        if number:
            yield PageBreak()
        yield _Drawn(part, [len(column) for column in rounds if column[0].round >= part[0][0].round], language, room)
    for beside in beside_of(shown):
        yield PageBreak()
        yield _Drawn(beside, [len(column) for column in beside], language, room)


def beside_of(shown: TournamentSnapshot) -> Iterator[Rounds]:
    """What is played beside a bracket, a page each: by those who lost once and then by the last two, for the third
    place."""
    for stages in (("lower", "final"), ("third",)):
        found = [list(matches) for stage in stages for _, matches in groupby(shown.of_stage(stage), _round_of)]
        if found:
            yield found


def _round_of(one: FixtureView) -> int:
    return one.round


def parts_of(rounds: Rounds) -> Iterator[Rounds]:
    """A large bracket cut into those of ``MOST`` matches, and then what their winners play."""
    rounds = [sorted(column, key=lambda match: match.number) for column in rounds]
    if len(rounds[0]) <= MOST:
        yield rounds
        return
    depth = MOST.bit_length()
    for start in range(0, len(rounds[0]), MOST):
        yield [column[start >> down : (start + MOST) >> down] for down, column in enumerate(rounds[:depth])]
    yield from parts_of(rounds[depth:])


class _Drawn(Flowable):  # type: ignore[misc]
    """Rounds side by side, every match between the two that feed it."""

    def __init__(self, rounds: Rounds, sizes: Sequence[int], language: str, room: tuple[float, float]) -> None:
        super().__init__()
        self.width, self.height = room
        self._rounds, self._sizes, self._language = rounds, sizes, language

    def draw(self) -> None:
        letters()
        column = self.width / max(len(self._rounds), _LEAST_COLUMNS)
        places = self._places()
        for at, matches in enumerate(self._rounds):
            left = at * column
            self.canv.setFont(BOLD, 8)
            self.canv.setFillColor(QUIET)
            said = round_text(self._language, matches[0].stage, self._number(matches[0], at), self._sizes[at])
            self.canv.drawString(left, self.height - 8, fitted(said, column - 8, 8, BOLD))
            for match in matches:
                self._match(match, left, places[match.number], column - 10)
        self._lines(column, places)

    def _room(self) -> float:
        return (self.height - _TITLE) / max(map(len, self._rounds))

    @staticmethod
    def _number(one: FixtureView, at: int) -> int:
        """The number by which a round is called: its own, but in a bracket that goes on from other pages."""
        return at + 1 if one.stage == "bracket" else one.round

    def _places(self) -> Mapping[int, float]:
        """How high the middle of each match is."""
        room, top = self._room(), self.height - _TITLE
        places = {first.number: top - room * (at + 0.5) for at, first in enumerate(self._rounds[0])}
        for matches in self._rounds[1:]:
            for at, match in enumerate(matches):
                fed = [places[feed] for feed in match.feeds or () if feed in places]
                alone = top - (top / len(matches)) * (at + 0.5)
                places[match.number] = sum(fed) / len(fed) if fed else alone
        return places

    def _match(self, one: FixtureView, left: float, middle: float, width: float) -> None:
        half = min(_TALLEST, self._room() - _APART) / 2
        size = half * 0.66
        self.canv.setStrokeColor(RULE)
        self.canv.setLineWidth(0.5)
        self.canv.roundRect(left, middle - half, width, 2 * half, 2, stroke=1, fill=0)
        self.canv.line(left, middle, left + width, middle)
        for side, base in enumerate((middle + half * 0.27, middle - half * 0.73)):
            font = BOLD if one.winner == side else PLAIN
            self.canv.setFont(font, size)
            self.canv.setFillColor(INK if one.names[side] else QUIET)
            points = points_text(one.totals[side]) if has_points(one) else ""
            room = width - 6 - (self.canv.stringWidth(points, font, size) + 4 if points else 0)
            self.canv.drawString(left + 3, base, fitted(name_of(one, side, self._language), room, size, font))
            self.canv.drawRightString(left + width - 3, base, points)

    def _lines(self, column: float, places: Mapping[int, float]) -> None:
        """What leads from each match to the next."""
        self.canv.setStrokeColor(RULE)
        for at, (_, after) in enumerate(pairwise(self._rounds)):
            right = (at + 1) * column
            for match in after:
                for feed in (feed for feed in match.feeds or () if feed in places):
                    self.canv.line(right - 10, places[feed], right - 5, places[feed])
                    self.canv.line(right - 5, places[feed], right - 5, places[match.number])
                self.canv.line(right - 5, places[match.number], right, places[match.number])
