"""A category by year of birth: the years of a list, who is asked about before a draw, and who sees the years."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pytest

from companion.errors import JournalFileError
from companion.files.spreadsheet import spreadsheet_text
from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.age_category import born_of
from companion.tournaments.entrant_list import read_roster
from companion.tournaments.events import Entered, read_event, text_of
from companion.tournaments.export_import import exported, imported
from companion.tournaments.plan import Entrant
from tests.companion.tournaments.forging import lines_of, sealed
from tests.companion.tournaments.test_entrant_list import workbook
from tests.companion.tournaments.visit import Visit, opened

CELLS = [
    ("1961", 1961),
    (" 1961 ", 1961),
    ("1961.0", 1961),
    ("12/3/1961", 1961),
    ("12-03-1961", 1961),
    ("12.3.1961", 1961),
    ("1961-03-12", 1961),
    ("1961-03-12 00:00:00", 1961),
    ("12 de marzo de 1961", 1961),
    ("12/3/61", 1961),
    *((cell, 1961) for cell in ("12-mar-61", "5-MAR.-61", "12 mar 1961", "1.961", "1,961", "1961,00")),
    *((cell, None) for cell in ("12-mar-05", "12.345.678", "1.500")),
    ("12/3/05", None),  # 1905 or 2005
    ("61", None),
    ("63 años", None),
    ("1961 o 1962", None),
    ("s/d", None),
    ("19611", None),
    ("", None),
]


@pytest.mark.parametrize(("cell", "year"), CELLS)
def test_the_year_of_birth_in_a_cell(cell: str, year: int | None) -> None:
    assert born_of(cell) == year


PEOPLE = [("José Muñoz", "Lobos", 1961), ("Ana Núñez", "", 1958), ("Zoë Güemes", "Roque", None)]
LISTS = {
    "a year": "Nombre;Club;Año\nJosé Muñoz;Lobos;1961\nAna Núñez;;1958\nZoë Güemes;Roque;\n",
    "before the name": "Clase;Apellido y nombre;Club\n"
    "1961;Muñoz, José;Lobos\n1958;Núñez, Ana;\ns/d;Güemes, Zoë;Roque\n",
    "a date": "Nº,Nombre,Fecha de nacimiento,Club\n"
    "1,José Muñoz,12/3/1961,Lobos\n2,Ana Núñez,1/1/58,\n3,Zoë Güemes,,Roque\n",
    "abbreviated": "Jugador;F. Nac.;Club\nJosé Muñoz;12-3-1961;Lobos\nAna Núñez;1-1-1958;\nZoë Güemes;;Roque\n",
    "English": "name,born,club\nJosé Muñoz,1961,Lobos\nAna Núñez,1958,\nZoë Güemes,,Roque\n",
    "as a spreadsheet writes dates": "Nombre;Club;Nacimiento\n"
    "José Muñoz;Lobos;12-mar-61\nAna Núñez;;01-ene-58\nZoë Güemes;Roque;\n",
    "as it writes numbers": "Nombre;Club;Año\nJosé Muñoz;Lobos;1.961\nAna Núñez;;1.958,00\nZoë Güemes;Roque;\n",
    "dates without a heading": "José Muñoz;Lobos;12-mar-61\nAna Núñez;;01-ene-1958\nZoë Güemes;Roque;\n",
    "without a heading": "José Muñoz;Lobos;1961\nAna Núñez;;1958\nZoë Güemes;Roque;\n",
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_says_who_was_born_when(name: str) -> None:
    assert [(entrant.name, entrant.club, entrant.born) for entrant in read_roster(LISTS[name]).entering] == PEOPLE


def test_a_workbook_says_who_was_born_when() -> None:
    rows: list[Sequence[object]] = [
        ["Jugador", "Nacimiento", "Club"],
        ["José Muñoz", 1961, "Lobos"],
        ["Ana Núñez", "1/1/1958", ""],
        ["Zoë Güemes", "", "Roque"],
    ]
    text = spreadsheet_text(workbook(rows))
    assert [(entrant.name, entrant.club, entrant.born) for entrant in read_roster(text).entering] == PEOPLE


NO_YEARS = [
    pytest.param("Ana;Lobos;1500\nBeto;Roque;1480", id="points of a rating"),
    pytest.param("Ana;Lobos;1950\nBeto;Roque;1480", id="not all of them years"),
    pytest.param("Ana;Lobos;1.950\nBeto;Roque;1.480", id="points as a spreadsheet writes them"),
    pytest.param("Ana;Lobos;2026-11-27\nBeto;Roque;2026-11-28", id="the day on which they entered"),
    pytest.param("Nombre;Club;Elo\nAna;Lobos;1950", id="called otherwise"),
    pytest.param("Ana 1961\nBeto", id="part of a name"),
]


@pytest.mark.parametrize("text", NO_YEARS)
def test_other_numbers_are_no_years(text: str) -> None:
    assert [line.born for line in read_roster(text).lines if line.born] == []


def test_a_year_comes_with_the_name_and_later_too(visit: Visit) -> None:
    visit.founds(("nombre;año", "Ana;12/3/1961", "Beto;"))
    visit.says(commands.Enter("Ana;Lobos\nBeto;;1958"), commands.Enter('"Caro";"Lobos";"1970"'))
    assert list(visit.state.entrants.values()) == [
        Entrant(1, "Ana", "Lobos", 1961),
        Entrant(2, "Beto", "", 1958),
        Entrant(3, "Caro", "Lobos", 1970),
    ]
    visit.says(
        commands.Rename(1, "Ana", "Roque"), commands.Rename(2, "Beto", "", ""), commands.Rename(3, "Caro", "", "1/2/71")
    )
    assert [entrant.born for entrant in visit.state.entrants.values()] == [1961, None, 1971]


REFUSED = [
    pytest.param(commands.Enter("nombre;año\nDani;hace mucho"), "hace mucho", id="no year in a list"),
    pytest.param(commands.Enter("Ana;;1960"), "otro año", id="another year than is known"),
    pytest.param(commands.Rename(1, "Ana", "", "19"), "en qué año", id="no year"),
    pytest.param(
        commands.CreateTournament(title="x", born_from=1970, born_until=1960), "Nadie nació", id="a category of nobody"
    ),
    pytest.param(commands.CreateTournament(title="x", born_until=65), "1900", id="a year of two digits"),
]


@pytest.mark.parametrize(("order", "sentence"), REFUSED)
def test_what_no_year_can_be(visit: Visit, order: commands.Command, sentence: str) -> None:
    visit.founds(("Ana;;1961", "Beto"))
    with pytest.raises(TournamentRefused, match=sentence):
        visit.says(order)


LISTED = ("Ana;;1961", "Beto;;1965", "Caro", "Dani;;1966", "Eva;;1950", "Fede;;1940")
DRAWS: dict[str, Callable[[bool], commands.Command]] = {
    "zones": lambda anyway: commands.DrawZones("x", anyway=anyway),
    "round_robin": lambda anyway: commands.DrawZones("x", anyway=anyway),
    "elimination": lambda anyway: commands.DrawBracket("x", anyway),
    "double": lambda anyway: commands.DrawBracket("x", anyway),
    "swiss": lambda anyway: commands.PairRound(anyway),
    "free": lambda anyway: commands.AddFixture(3, 4, anyway=anyway),
}


@pytest.mark.parametrize("form", DRAWS)
def test_a_draw_asks_about_those_who_may_be_none_of_the_category(visit: Visit, form: str) -> None:
    visit.founds(LISTED, format=form, born_until=1965, tables=8)
    with pytest.raises(TournamentRefused, match=r"Sin año de nacimiento: Caro\. Fuera de la categoría: Dani\."):
        visit.says(DRAWS[form](False))
    assert not visit.state.fixtures
    visit.says(DRAWS[form](True))
    assert visit.state.fixtures


@pytest.mark.parametrize("form", DRAWS)
@pytest.mark.parametrize("bounds", [{"born_until": 1966}, {"born_from": 1940}, {}])
def test_nobody_is_asked_about_where_all_are_of_the_category(visit: Visit, form: str, bounds: dict[str, int]) -> None:
    visit.founds([name for name in LISTED if name != "Caro" or not bounds], format=form, tables=8, **bounds)
    visit.says(commands.AddFixture(1, 2) if form == "free" else DRAWS[form](False))
    assert visit.state.fixtures


def test_who_was_let_in_is_not_asked_about_again_and_who_left_never(visit: Visit) -> None:
    visit.founds(LISTED, format="swiss", born_until=1965, tables=8)
    visit.says(commands.Leave(3, "se fue", for_good=True), commands.PairRound(anyway=True))
    visit.plays_all(lambda home, away: (1500, 500))
    visit.says(commands.PairRound())
    assert max(fixture.pairing.round for fixture in visit.state.fixtures.values()) == 2


@pytest.mark.parametrize("form", ["zones", "swiss", "free"])
def test_who_comes_late_is_asked_about(visit: Visit, form: str) -> None:
    visit.founds(("Ana;;1961", "Beto;;1965", "Caro;;1940"), format=form, born_until=1965, tables=8)
    visit.says(commands.AddFixture(1, 2) if form == "free" else DRAWS[form](False))
    for line, sentence in (("Dani", r"nacimiento: Dani"), ("Dani;;1990", r"Fuera de la categoría: Dani")):
        with pytest.raises(TournamentRefused, match=sentence):
            visit.says(commands.Join(line, "tarde"))
    visit.says(commands.Join("Dani;;1950", "tarde"), commands.Join("Eva", "tarde", anyway=True))
    assert [entrant.born for entrant in visit.state.entrants.values()] == [1961, 1965, 1940, 1950, None]


def test_only_those_who_organise_see_years(visit: Visit) -> None:
    visit.founds(LISTED, born_until=1965)
    seen = visit.service.category(visit.tournament)
    assert (dict(seen.born), seen.unknown, seen.outside) == (
        {1: 1961, 2: 1965, 4: 1966, 5: 1950, 6: 1940}, ("Caro",), ("Dani",),
    )  # fmt: skip
    for language in ("es", "en"):
        said = json.dumps(visit.shown(language).as_json() | {"at_s": 0}) + repr(
            visit.service.log(visit.tournament, language)
        )
        assert [year for year in ("1961", "1966", "1950", "1940") if year in said] == []


@pytest.mark.parametrize("form", ["zones", "swiss", "elimination"])
def test_years_go_along_to_another_house(visit: Visit, tmp_path: Path, form: str) -> None:
    visit.founds(LISTED, format=form, born_until=1965, tables=8)
    visit.says(commands.Rename(3, "Caro", "Lobos", "1949"), commands.Enter("Gabi;Lobos"), commands.Enter("Gabi;;1951"))
    visit.says(DRAWS[form](True))
    (tmp_path / "there").mkdir()
    there = opened(tmp_path / "there")
    state, _ = imported(there.journal, exported(visit.service.journal, visit.tournament))
    there.journal.close()
    assert state.entrants == visit.state.entrants
    assert (state.plan, state.entrants[7].born) == (visit.state.plan, 1951)


def test_an_entry_says_no_more_than_it_did_where_no_year_is_known() -> None:
    old = '{"entrants": [{"number": 1, "name": "Ana", "club": "Lobos"}]}'
    assert text_of(Entered((Entrant(1, "Ana", "Lobos"),))) == old
    assert read_event("entered", old) == Entered((Entrant(1, "Ana", "Lobos"),))


def test_a_date_of_a_workbook_is_a_year() -> None:
    assert born_of(f"{date(1961, 3, 12)}") == 1961


def test_people_of_one_name_are_asked_about_with_their_club(visit: Visit) -> None:
    visit.founds(("Juan Pérez;Lobos;1950", "Juan Pérez;Cañuelas;1975"), born_until=1965)
    assert visit.service.category(visit.tournament).outside == ("Juan Pérez (Cañuelas)",)


FORGED = [
    pytest.param("founded", '"born_until": 1965', '"born_until": 65', id="a category of two digits"),
    pytest.param("founded", '"born_until": 1965', '"born_until": 1965.5', id="half a year"),
    pytest.param("founded", '"born_until": 1965', '"born_until": "1965"', id="a category in letters"),
    pytest.param("founded", '"born_from": null', '"born_from": 1970', id="a category of nobody"),
    pytest.param("entered", '"born": 1961', '"born": "1961"', id="a year in letters"),
    pytest.param("entered", '"born": 1961', '"born": 61', id="a year of two digits"),
    pytest.param("entered", '"born": 1961', '"born": 1961.5', id="half a year of birth"),
    pytest.param("entered", '"born": 1961', '"born": [1961]', id="years"),
    pytest.param("locked", '"round": 2', '"round": 99', id="a round that there is not"),
    pytest.param("locked", '"round": 2', '"round": 1.5', id="half a round"),
    pytest.param("locked", '"round": 2', '"round": "2"', id="a round in letters"),
    pytest.param("drawn", '"seed": "x"', '"seed": "y"', id="another draw"),
]


@pytest.mark.parametrize(("kind", "said", "forged"), FORGED)
def test_what_no_order_here_would_lead_to_is_not_taken(
    visit: Visit, tmp_path: Path, kind: str, said: str, forged: str
) -> None:
    visit.founds(LISTED, format="round_robin", born_until=1965, tables=8)
    visit.says(commands.Lock(1, 2, 2), commands.DrawZones("x", anyway=True))
    lines = lines_of(exported(visit.service.journal, visit.tournament))
    line = next(entry for entry in lines if entry["kind"] == kind)
    assert said in line["text"]
    line["text"] = line["text"].replace(said, forged, 1)
    (tmp_path / "there").mkdir()
    there = opened(tmp_path / "there")
    with pytest.raises(JournalFileError):
        imported(there.journal, sealed(lines))
    there.journal.close()


TWO = "Juan Pérez;Lobos;1981\nJuan Pérez;Lobos;1950"
NAMESAKES = [
    # what is entered one after another, and the years of those who are there then
    pytest.param([TWO], [1981, 1950], id="two in one list"),
    pytest.param(["Juan Pérez;Lobos;1981", "Juan Pérez;Lobos;1950"], [1981, 1950], id="one after the other"),
    pytest.param([TWO, TWO], [1981, 1950], id="the same list again"),
    pytest.param([TWO, "Juan Pérez;Lobos"], [1981, 1950], id="nobody knows which of them"),
    pytest.param(["Juan Pérez;Lobos", TWO], [1981, 1950], id="the first had no year yet"),
    pytest.param(["Juan Pérez;;1981", "Juan Pérez;Lobos;1981"], [1981], id="the same, with a club now"),
    pytest.param([TWO, "JUAN PÉREZ;lobos;1950\nJuan Pérez;Roque;1950"], [1981, 1950, 1950], id="and a third elsewhere"),
]


@pytest.mark.parametrize(("lists", "born"), NAMESAKES)
def test_people_of_one_name_and_one_club_are_two_where_they_were_born_apart(
    visit: Visit, lists: list[str], born: list[int]
) -> None:
    visit.founds([lists[0]], format="round_robin")
    for more in lists[1:]:
        visit.says(commands.Enter(more))
    assert [entrant.born for entrant in visit.state.entrants.values()] == born


@pytest.mark.parametrize("other", ["Juan Pérez;;1950", "Juan Pérez;Lobos;1950\nJuan Pérez;Lobos;1950"])
def test_who_may_be_the_same_is_asked_about(visit: Visit, other: str) -> None:
    visit.founds(["Juan Pérez;Lobos;1981"], format="round_robin")
    with pytest.raises(TournamentRefused):
        visit.says(commands.Enter(other))


def test_two_of_one_name_and_one_club_are_called_by_a_number_the_eldest_first(visit: Visit) -> None:
    visit.founds([TWO, "Juan Pérez;Roque;1960"], format="round_robin", tables=3)
    visit.says(commands.DrawZones("x"))
    called = {"Juan Pérez 2 (Lobos)", "Juan Pérez 1 (Lobos)", "Juan Pérez (Roque)"}
    assert {row.name for row in visit.shown().zones[0].standings} == called
    assert [visit.shown().called(number) for number in (1, 2, 3)] == [
        "Juan Pérez 2 (Lobos)", "Juan Pérez 1 (Lobos)", "Juan Pérez (Roque)"]  # fmt: skip
    visit.says(commands.Rename(1, "Juan Pérez (h)", "Lobos"))
    assert visit.state.name(2) == "Juan Pérez (Lobos)"


def test_who_is_put_right_is_not_made_the_same_as_another(visit: Visit) -> None:
    visit.founds([TWO], format="round_robin")
    with pytest.raises(TournamentRefused, match="dos veces"):
        visit.says(commands.Rename(1, "Juan Pérez", "Lobos", "1950"))
