"""The age category of a tournament: years of birth as lists write them, and the entrants to check before a draw."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.naming import key_of
from companion.tournaments.plan import Entrant
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, refuse
from companion.view_models.entrant_list import CategoryView

FIRST_YEAR, LAST_YEAR = 1900, 2100
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DAY_AND_MONTH = (
    r"\d{1,2}\s?[/. -]\s?(?:\d{1,2}|(?:ene|jan|gen|feb|fev|mar|abr|apr|may|mai|mag|jun|giu|jul|lug|ago|aug|sep|set|oct"
    r"|out|ott|nov|dic|dec|dez)[a-zç]*\.?)\s?[/. -]\s?"
)
"""The beginning of a date, as a spreadsheet writes it in any language of the program."""
_WRITTEN = re.compile(
    r"{year}(?:[.,]0+)?|{before}{year}|{year}-\d{{1,2}}-\d{{1,2}}(?:[ T][\d:.]+)?".format(
        year=r"(?:19\d\d|20[01]\d)", before=_DAY_AND_MONTH
    ),
    re.IGNORECASE,
)
"""A plausible year of birth, or a date with one, the day first or last."""
_SHORT = re.compile(rf"{_DAY_AND_MONTH}(?P<year>\d\d)", re.IGNORECASE)
_GROUPED = re.compile(r"([12])[.,](\d{3})(?:[.,]0+)?")
"""A year as a spreadsheet writes numbers: 1.961."""
_OLD_ENOUGH = 40
"""Two digits of a date from here on are of the last century; smaller ones may be of either."""


def born_of(cell: str) -> int | None:
    """The year of birth in a cell of a birth column; None for no year, or two.

    >>> born_of("12/3/1961"), born_of("1961-03-12 00:00:00"), born_of("12 de marzo de 1961"), born_of("3/12/61")
    (1961, 1961, 1961, 1961)
    >>> born_of("12-mar-61"), born_of("1.961"), born_of("1961,00")
    (1961, 1961, 1961)
    """
    if grouped := _GROUPED.fullmatch(cell.strip()):
        cell = "".join(grouped.groups())
    if short := _SHORT.fullmatch(cell.strip()):
        year = int(short["year"])
        return 1900 + year if year >= _OLD_ENOUGH else None
    years = set(map(int, _YEAR.findall(cell)))
    return years.pop() if len(years) == 1 else None


def is_born(cell: str) -> bool:
    """Whether a cell holds a year or a date of birth and nothing else.

    >>> is_born("1961"), is_born("12/3/1961"), is_born("Club 1975"), is_born("1500")
    (True, True, False, False)
    """
    return bool(_WRITTEN.fullmatch(cell.strip()) or (_SHORT.fullmatch(cell.strip()) and born_of(cell)))


def are_two(club: str, born: int | None, other_club: str, other_born: int | None) -> bool:
    """Whether two entrants of the same name are different people: by club or, within one club, by year of birth.

    >>> are_two("Lobos", 1950, "Lobos", 1981), are_two("Lobos", 1950, "Lobos", None), are_two("Lobos", 1950, "", 1981)
    (True, False, False)
    """
    if not club or not other_club:
        return False
    return key_of(club) != key_of(other_club) or (None not in (born, other_born) and born != other_born)


def is_same(entrant: Entrant, other: Entrant) -> bool:
    """Whether two entrants agree in name, club and year of birth as far as known."""
    return key_of(entrant.name) == key_of(other.name) and not are_two(
        entrant.club, entrant.born, other.club, other.born
    )


def to_be_asked(state: TournamentState) -> tuple[Entrant, ...]:
    """The entrants whose category has to be checked before a draw: present, and in no match yet."""
    playing = {who for fixture in state.fixtures.values() for who in fixture.entrants}
    gone = {absence.entrant for absence in state.absences.values() if absence.for_good}
    return tuple(entrant for entrant in state.entrants.values() if entrant.number not in playing | gone)


def check_category(state: TournamentState, entrants: Iterable[Entrant], *, anyway: bool) -> None:
    """Check the years of birth of ``entrants`` against the plan's category.

    Raises TournamentRefused where one is unknown or outside it, unless ``anyway``.
    """
    unknown, outside = _asked_about(state, entrants)
    if (unknown or outside) and not anyway:
        refuse("category first", CONFLICT, unknown=", ".join(unknown) or "—", outside=", ".join(outside) or "—")


def category_view(state: TournamentState) -> CategoryView:
    """The view of the years of birth, with the entrants that a draw would ask about."""
    unknown, outside = _asked_about(state, to_be_asked(state))
    born = {entrant.number: entrant.born for entrant in state.entrants.values() if entrant.born is not None}
    marks = {entrant.number: entrant.mark for entrant in state.entrants.values()}
    return CategoryView(born=born, unknown=unknown, outside=outside, marks=marks)


def _asked_about(state: TournamentState, entrants: Iterable[Entrant]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those without a year, and those of another than the category has."""
    asked = tuple(entrants) if state.plan.has_category else ()
    unknown = tuple(_called(state, entrant) for entrant in asked if entrant.born is None)
    outside = (entrant for entrant in asked if entrant.born is not None and not state.plan.admits(entrant.born))
    return unknown, tuple(_called(state, entrant) for entrant in outside)


def _called(state: TournamentState, entrant: Entrant) -> str:
    """The name of an entrant, registered or not."""
    return state.name(entrant.number) or entrant.name
