"""A list is shown before anybody enters: who, who is left out, what each column holds; and is taken back at once."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.test_tournaments import flashed
from tests.companion.tournaments.test_entrant_list import workbook


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """A tournament that nobody has entered."""
    return Organiser(app)


def sends(organiser: Organiser, **fields: object):
    """The answer to a form of entrants; a file is bytes."""
    sent = {name: (io.BytesIO(one), "lista.xlsx") if isinstance(one, bytes) else one for name, one in fields.items()}
    return organiser.client.post(f"{organiser.address}/entrants", data=sent)


def entrants(organiser: Organiser) -> list[tuple[str, str]]:
    return [(entrant["name"], entrant["club"]) for entrant in organiser.shown()["entrants"]]


def lines_of(page: str) -> list[str]:
    return [html.unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', page)]


BOOK = [["Torneo"], ["Nº", "Apellido y nombre", "Club", "Elo"], [1, "Muñoz, José", "Lobos", 1500],
        [2, 'Núñez, Ana "la Colo"', "", 1400], [3, "", "", 0]]  # fmt: skip


def test_a_workbook_is_shown_and_then_entered_and_taken_back(organiser: Organiser) -> None:
    page = sends(organiser, list=workbook(BOOK)).get_data(as_text=True)
    assert entrants(organiser) == []
    assert lines_of(page) == ['"José Muñoz";"Lobos"', '"Ana ""la Colo"" Núñez";""']
    for left_out in ("Torneo", "encabezado", "sin nombre"):
        assert left_out in page
    answer = sends(organiser, take="1", line=lines_of(page))
    assert entrants(organiser) == [("José Muñoz", "Lobos"), ('Ana "la Colo" Núñez', "")]
    plan = organiser.client.get(answer.headers["Location"]).get_data(as_text=True)
    entry = re.search(r'name="entry" value="(\d+)"', plan)
    assert entry is not None
    taken = {"order": "strike", "entry": entry[1], "reason": "x"}
    assert flashed(organiser.client.post(f"{organiser.address}/orders", data=taken, follow_redirects=True)) == []
    assert entrants(organiser) == []


def test_a_column_is_read_as_somebody_says(organiser: Organiser) -> None:
    text = "Ana;Lobos;Beto\nCaro;Roque;Dani"
    page = sends(organiser, cells=text, role=["club", "none", "name"]).get_data(as_text=True)
    assert lines_of(page) == ['"Beto";"Ana"', '"Dani";"Caro"']
    assert entrants(organiser) == []


def test_what_is_typed_plainly_enters_at_once_and_the_rest_is_shown(organiser: Organiser) -> None:
    sends(organiser, lines="Ana;Lobos\nBeto", list=(io.BytesIO(), ""))  # as browsers send that no file was chosen
    assert entrants(organiser) == [("Ana", "Lobos"), ("Beto", "")]
    page = sends(organiser, lines="1) Caro 🎉\n2) Ana").get_data(as_text=True)
    assert lines_of(page) == ['"Caro";""', '"Ana";""']
    assert "hay alguien con ese nombre" in page
    assert len(entrants(organiser)) == 2


def test_a_list_that_was_entered_already_enters_nobody_again(organiser: Organiser) -> None:
    organiser.send("enter", lines="Ana;Lobos\nBeto")
    page = sends(organiser, lines="1) ANA;Lobos\n2) Beto\n3) Ana;Roque\n4) Caro").get_data(as_text=True)
    assert "Entrarían 2<" in page
    assert page.count("ya está<") == 2
    ticked = re.findall(r'name="line" value="([^"]*)" checked', page)
    assert [html.unescape(line) for line in ticked] == ['"Ana";"Roque"', '"Caro";""']


def test_people_of_one_name_are_two_and_are_told_apart(organiser: Organiser) -> None:
    sends(organiser, lines="Juan Pérez;Lobos\nJuan Pérez;Cañuelas\nAna\nBeto")
    assert entrants(organiser)[:2] == [("Juan Pérez", "Lobos"), ("Juan Pérez", "Cañuelas")]
    organiser.send("draw", seed="x")
    shown = organiser.client.get(f"{organiser.address}/fixtures").get_data(as_text=True)
    assert "Juan Pérez (Lobos)" in shown
    assert "Juan Pérez (Cañuelas)" in shown


@pytest.mark.parametrize("lines", ["", "\n\n"])
def test_an_empty_list_is_refused(organiser: Organiser, lines: str) -> None:
    answer = sends(organiser, lines=lines)
    assert flashed(organiser.client.get(answer.headers["Location"])) == ["No hay ningún nombre en lo que mandaste."]


def test_what_is_no_list_is_refused(organiser: Organiser) -> None:
    answer = sends(organiser, list=b"%PDF-1.7\n\x00\x01")
    assert "no es una lista" in flashed(organiser.client.get(answer.headers["Location"]))[0]
    assert organiser.client.get(f"{organiser.address}/entrants").status_code == 303


def test_a_list_is_not_taken_back_once_it_was_drawn(organiser: Organiser) -> None:
    sends(organiser, lines="Ana\nBeto\nCaro\nDani")
    entry = organiser.shown()["revision"]
    organiser.send("draw", seed="x")
    assert organiser.asks("strike", entry=entry, reason="x").status_code == 409


def test_thousands_enter_at_once(organiser: Organiser) -> None:
    page = sends(organiser, lines="".join(f"{number}. Jugador {number} de Lobos\n" for number in range(1, 3001)))
    chosen = lines_of(page.get_data(as_text=True))
    assert len(chosen) == 3000
    sends(organiser, take="1", line=chosen)
    assert len(entrants(organiser)) == 3000


LONGEST = "Maximiliano Alejandro Fernández Larreta de la Santísima Trinidad y Anchorena Güemes Pueyrredón".ljust(
    100, "n"
)


@pytest.mark.parametrize(("name", "status"), [(LONGEST, 200), (LONGEST + "n", 422)])
def test_a_name_is_whole_or_refused(organiser: Organiser, name: str, status: int) -> None:
    assert organiser.asks("enter", lines=f"{name};{name}").status_code == status
    assert entrants(organiser) == ([(name, name)] if status == 200 else [])
    organiser.send("enter", lines="Ana")
    number = organiser.shown()["entrants"][-1]["number"]
    assert organiser.asks("rename", entrant=number, name=f"{name[1:]}").status_code == 200
    assert organiser.asks("rename", entrant=number, name=f"{name}x").status_code == 422


def test_those_who_qualified_elsewhere_are_shown_before_they_enter(organiser: Organiser):
    before = Organiser(organiser.app, title="Municipal", format="round_robin")
    before.begins(("Ana; Lobos", "Beto", "Caro"))
    asked = {"from": f"http://casa:8000{before.address}/standings", "most": "2"}
    address = f"{organiser.address}/entrants"
    assert organiser.client.post(address, data=asked).status_code == 409
    for fixture in before.shown()["fixtures"]:
        first = fixture["entrants"][0] < fixture["entrants"][1]
        before.send("rule", fixture=fixture["number"], hand=0, points=[1500, 900] if first else [900, 1500])
    page = organiser.client.post(address, data=asked).text
    assert "Ana" in page
    assert "Beto" in page
    assert "Caro" not in page
    assert [entrant["name"] for entrant in organiser.shown()["entrants"]].count("Beto") == 0
    assert organiser.client.post(address, data={"from": "http://casa/nada"}).status_code == 422
    listed = organiser.client.get(f"{before.address}/papers/qualified.csv").text
    assert [line.split(";")[1] for line in listed.splitlines()[1:]] == ["Ana", "Beto", "Caro"]


def test_years_of_birth_are_shown_to_organisers_alone(organiser: Organiser) -> None:
    organiser.send("found", title="Mayores", born_until="1965")
    assert flashed(sends(organiser, lines="Ana;Lobos;1961\nBeto")) == []
    page = sends(organiser, cells="Nombre;Nacimiento\nCaro;12/3/1970\nDani;").get_data(as_text=True)
    assert lines_of(page) == ['"Caro";"";"1970"', '"Dani";""']
    assert "sin año de nacimiento" in page
    assert "fuera de la categoría" in page
    sends(organiser, take="1", line=lines_of(page))
    plan = organiser.client.get(f"{organiser.address}/plan").get_data(as_text=True)
    assert re.findall(r'name="born" value="([^"]*)"', plan) == ["1961", "", "1970", ""]
    assert "Sin año de nacimiento: Beto, Dani." in plan
    assert "Fuera de la categoría: Caro." in plan
    assert 'name="anyway"' in plan
    for place in ("", "/standings", "/fixtures", "/tv", "/pins", "/papers", "/history"):
        shown = organiser.client.get(organiser.address + place).get_data(as_text=True)
        assert "1961" not in shown.replace("https://", ""), place
    assert "born" not in organiser.shown()["entrants"][0]
    assert (organiser.shown()["born_from"], organiser.shown()["born_until"]) == (None, 1965)


def test_a_year_is_put_right_and_taken_away(organiser: Organiser) -> None:
    organiser.send("found", title="Mayores", born_until="1965")
    sends(organiser, lines="Ana;Lobos;1961")
    for written, kept in (("3/4/1959", "1959"), ("", ""), ("1958", "1958"), ("nada", "1958")):
        form = {"order": "rename", "entrant": "1", "name": "Ana", "club": "Lobos", "born": written}
        organiser.client.post(f"{organiser.address}/orders", data=form)
        plan = organiser.client.get(f"{organiser.address}/plan").get_data(as_text=True)
        assert re.findall(r'name="born" value="([^"]*)"', plan) == [kept] if kept else "Nació en" in plan


def test_a_year_is_looked_at_first_where_none_is_wanted(organiser: Organiser) -> None:
    page = sends(organiser, lines="Ana;Lobos;1950").get_data(as_text=True)
    assert lines_of(page) == ['"Ana";"Lobos";"1950"']
    assert entrants(organiser) == []


def test_years_go_on_to_the_next_tournament(organiser: Organiser) -> None:
    organiser.send("found", title="Municipal", format="round_robin", born_until="1965")
    sends(organiser, lines="Ana;Lobos;1961\nBeto;Roque;1958")
    organiser.send("draw", seed="x")
    organiser.send("rule", fixture=1, hand=0, points=["1500", "500"])
    page = sends(Organiser(organiser.client.application), **{"from": f"http://x{organiser.address}"}).get_data(
        as_text=True
    )
    assert sorted(lines_of(page)) == ['"Ana";"Lobos";"1961"', '"Beto";"Roque";"1958"']


def test_who_pauses_is_waited_for_and_not_for_a_table(organiser: Organiser) -> None:
    sends(organiser, lines="Ana\nBeto\nCaro\nDani")
    organiser.send("draw", seed="x")
    organiser.send("leave", entrant=1, reason="vuelve a las cinco", for_good=False)
    plan = organiser.client.get(f"{organiser.address}/plan").get_data(as_text=True)
    assert "Esperan mesa: 3. Esperan a quien para por un rato: 3." in plan


def test_a_club_is_said_once_in_a_table(organiser: Organiser) -> None:
    sends(organiser, lines="Juan Pérez;Lobos\nJuan Pérez;Cañuelas\nAna;Navarro\nBeto")
    organiser.send("draw", seed="x")
    shown = organiser.client.get(f"{organiser.address}/standings").get_data(as_text=True)
    rows = "".join(re.findall(r'<th scope="row">(.*?)</th>', shown, re.DOTALL))
    assert [rows.count(club) for club in ("Lobos", "Cañuelas", "Navarro")] == [1, 1, 1]


def test_two_of_one_name_are_told_apart_where_pins_are_given_and_where_somebody_is_absent(organiser: Organiser) -> None:
    listed = "Juan Pérez;Lobos;1981\nJuan Pérez;Lobos;1950\nJuan Pérez;Roque\nAna;Roque"
    sends(organiser, take="1", line=lines_of(sends(organiser, lines=listed).get_data(as_text=True)))
    slips = organiser.client.get(f"{organiser.address}/pins").get_data(as_text=True)
    assert re.findall(r'<li class="card"><span>(.*?)</span>', slips) == [
        "Juan Pérez 2 (Lobos)", "Juan Pérez 1 (Lobos)", "Juan Pérez (Roque)", "Ana"]  # fmt: skip
    organiser.send("draw", seed="x")
    organiser.send("leave", entrant=1, reason="se sintió mal", for_good=False)
    organiser.send("leave", entrant=3, reason="se sintió mal", for_good=False)
    shown = organiser.client.get(f"{organiser.address}/standings").get_data(as_text=True)
    absent = shown[shown.index('id="part-absent"') :]
    assert re.findall(r"<li>(Juan[^<]*\)) <span", absent) == ["Juan Pérez 2 (Lobos)", "Juan Pérez (Roque)"]


def names_listed(organiser: Organiser, named: str = "") -> list[str]:
    page = organiser.client.get(f"{organiser.address}/plan", query_string={"named": named}).get_data(as_text=True)
    return [html.unescape(name) for name in re.findall(r'<input name="name" value="([^"]*)"', page)]


def test_of_very_many_a_hundred_are_listed_and_the_others_are_looked_up(organiser: Organiser) -> None:
    organiser.send("enter", lines="\n".join(f"Núñez {number}; Club {number % 7}" for number in range(200)))
    assert len(names_listed(organiser)) == 200
    organiser.send("enter", lines="Ágata; Ñorquinco")
    assert names_listed(organiser) == [f"Núñez {number}" for number in range(100)]
    assert "los primeros 100 de 201" in organiser.client.get(f"{organiser.address}/plan").get_data(as_text=True)
    for sought, found in (
        ("nunez 137", ["Núñez 137"]),
        ("AGATA", ["Ágata"]),
        ("ñorquinco", ["Ágata"]),
        ("club 3 nuñez 108", ["Núñez 108"]),
        ("nadie", []),
    ):
        assert names_listed(organiser, sought) == found
    page = organiser.client.get(f"{organiser.address}/plan?named=nadie").get_data(as_text=True)
    assert "Nadie se llama así." in page


def test_of_several_sheets_it_is_told_which_was_read_and_another_is_read_with_a_tap(organiser: Organiser) -> None:
    book = workbook([["Tapa"]], [["Nombre", "Club"], ["Ana", "Lobos"]], [["Nombre"], ["Beto"], ["Caro"]])
    page = sends(organiser, list=book).get_data(as_text=True)
    assert lines_of(page) == ['"Ana";"Lobos"']
    assert "se leyó «Sheet2»" in page
    others = re.findall(r'name="cells" value="([^"]*)"[^>]*><button[^>]*>Leer «(\w+)»', page)
    assert [name for _, name in others] == ["Sheet1", "Sheet3"]
    assert lines_of(sends(organiser, cells=html.unescape(others[1][0])).get_data(as_text=True)) == [
        '"Beto";""',
        '"Caro";""',
    ]
    assert "más de una hoja" not in sends(organiser, list=workbook([["Nombre"], ["Ana"]])).get_data(as_text=True)


def test_who_sends_a_list_twice_takes_back_their_own(organiser: Organiser) -> None:
    ours = {"take": "1", "line": ["Ana", "Beto"], "key": "ours"}
    sends(organiser, **ours)
    sends(organiser, take="1", line=["Caro", "Dani"], key="theirs")
    again = sends(organiser, **ours)
    plan = organiser.client.get(again.headers["Location"]).get_data(as_text=True)
    entry = re.search(r'name="entry" value="(\d+)"', plan)
    assert entry
    organiser.send("strike", entry=int(entry[1]), reason="Se deshizo la lista.")
    assert entrants(organiser) == [("Caro", ""), ("Dani", "")]
