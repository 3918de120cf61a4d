"""A list is shown before anybody enters: who, who is left out, what each column holds; and is taken back at once."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask

from tests.companion.dashboard.hall import Hall
from tests.companion.dashboard.test_tournaments import flashed
from tests.companion.tournaments.test_roster import workbook


@pytest.fixture
def hall(app: Flask) -> Hall:
    """A tournament that nobody has entered."""
    return Hall(app)


def sends(hall: Hall, **fields: object):
    """The answer to a form of entrants; a file is bytes."""
    sent = {name: (io.BytesIO(one), "lista.xlsx") if isinstance(one, bytes) else one for name, one in fields.items()}
    return hall.client.post(f"{hall.address}/entrants", data=sent)


def entrants(hall: Hall) -> list[tuple[str, str]]:
    return [(entrant["name"], entrant["club"]) for entrant in hall.shown()["entrants"]]


def lines_of(page: str) -> list[str]:
    return [html.unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', page)]


BOOK = [["Torneo"], ["Nº", "Apellido y nombre", "Club", "Elo"], [1, "Muñoz, José", "Lobos", 1500],
        [2, 'Núñez, Ana "la Colo"', "", 1400], [3, "", "", 0]]  # fmt: skip


def test_a_workbook_is_shown_and_then_entered_and_taken_back(hall: Hall) -> None:
    page = sends(hall, list=workbook(BOOK)).get_data(as_text=True)
    assert entrants(hall) == []
    assert lines_of(page) == ['"José Muñoz";"Lobos"', '"Ana ""la Colo"" Núñez";""']
    for left_out in ("Torneo", "encabezado", "sin nombre"):
        assert left_out in page
    answer = sends(hall, take="1", line=lines_of(page))
    assert entrants(hall) == [("José Muñoz", "Lobos"), ('Ana "la Colo" Núñez', "")]
    plan = hall.client.get(answer.headers["Location"]).get_data(as_text=True)
    entry = re.search(r'name="entry" value="(\d+)"', plan)
    assert entry is not None
    taken = {"order": "strike", "entry": entry[1], "reason": "x"}
    assert flashed(hall.client.post(f"{hall.address}/orders", data=taken, follow_redirects=True)) == []
    assert entrants(hall) == []


def test_a_column_is_read_as_somebody_says(hall: Hall) -> None:
    text = "Ana;Lobos;Beto\nCaro;Roque;Dani"
    page = sends(hall, cells=text, role=["club", "none", "name"]).get_data(as_text=True)
    assert lines_of(page) == ['"Beto";"Ana"', '"Dani";"Caro"']
    assert entrants(hall) == []


def test_what_is_typed_plainly_enters_at_once_and_the_rest_is_shown(hall: Hall) -> None:
    sends(hall, lines="Ana;Lobos\nBeto", list=(io.BytesIO(), ""))  # as browsers send that no file was chosen
    assert entrants(hall) == [("Ana", "Lobos"), ("Beto", "")]
    page = sends(hall, lines="1) Caro 🎉\n2) Ana").get_data(as_text=True)
    assert lines_of(page) == ['"Caro";""', '"Ana";""']
    assert "hay alguien con ese nombre" in page
    assert len(entrants(hall)) == 2


def test_people_of_one_name_are_two_and_are_told_apart(hall: Hall) -> None:
    sends(hall, lines="Juan Pérez;Lobos\nJuan Pérez;Cañuelas\nAna\nBeto")
    assert entrants(hall)[:2] == [("Juan Pérez", "Lobos"), ("Juan Pérez", "Cañuelas")]
    hall.send("draw", seed="x")
    shown = hall.client.get(f"{hall.address}/fixtures").get_data(as_text=True)
    assert "Juan Pérez (Lobos)" in shown
    assert "Juan Pérez (Cañuelas)" in shown


@pytest.mark.parametrize("lines", ["", "\n\n"])
def test_an_empty_list_is_refused(hall: Hall, lines: str) -> None:
    answer = sends(hall, lines=lines)
    assert flashed(hall.client.get(answer.headers["Location"])) == ["No hay ningún nombre en lo que mandaste."]


def test_what_is_no_list_is_refused(hall: Hall) -> None:
    answer = sends(hall, list=b"%PDF-1.7\n\x00\x01")
    assert "no es una lista" in flashed(hall.client.get(answer.headers["Location"]))[0]
    assert hall.client.get(f"{hall.address}/entrants").status_code == 303


def test_a_list_is_not_taken_back_once_it_was_drawn(hall: Hall) -> None:
    sends(hall, lines="Ana\nBeto\nCaro\nDani")
    entry = hall.shown()["revision"]
    hall.send("draw", seed="x")
    assert hall.asks("strike", entry=entry, reason="x").status_code == 409


def test_thousands_enter_at_once(hall: Hall) -> None:
    page = sends(hall, lines="".join(f"{number}. Jugador {number} de Lobos\n" for number in range(1, 3001)))
    chosen = lines_of(page.get_data(as_text=True))
    assert len(chosen) == 3000
    sends(hall, take="1", line=chosen)
    assert len(entrants(hall)) == 3000


LONGEST = "Maximiliano Alejandro Fernández Larreta de la Santísima Trinidad y Anchorena Güemes Pueyrredón".ljust(
    100, "n"
)


@pytest.mark.parametrize(("name", "status"), [(LONGEST, 200), (LONGEST + "n", 422)])
def test_a_name_is_whole_or_refused(hall: Hall, name: str, status: int) -> None:
    assert hall.asks("enter", lines=f"{name};{name}").status_code == status
    assert entrants(hall) == ([(name, name)] if status == 200 else [])
    hall.send("enter", lines="Ana")
    number = hall.shown()["entrants"][-1]["number"]
    assert hall.asks("rename", entrant=number, name=f"{name[1:]}").status_code == 200
    assert hall.asks("rename", entrant=number, name=f"{name}x").status_code == 422


def test_those_who_qualified_elsewhere_are_shown_before_they_enter(hall: Hall):
    before = Hall(hall.app, title="Municipal", format="round_robin")
    before.begins(("Ana; Lobos", "Beto", "Caro"))
    asked = {"from": f"http://casa:8000{before.address}/standings", "most": "2"}
    address = f"{hall.address}/entrants"
    assert hall.client.post(address, data=asked).status_code == 409
    for fixture in before.shown()["fixtures"]:
        first = fixture["entrants"][0] < fixture["entrants"][1]
        before.send("rule", fixture=fixture["number"], hand=0, points=[1500, 900] if first else [900, 1500])
    page = hall.client.post(address, data=asked).text
    assert "Ana" in page
    assert "Beto" in page
    assert "Caro" not in page
    assert [entrant["name"] for entrant in hall.shown()["entrants"]].count("Beto") == 0
    assert hall.client.post(address, data={"from": "http://casa/nada"}).status_code == 422
    listed = hall.client.get(f"{before.address}/papers/qualified.csv").text
    assert [line.split(";")[1] for line in listed.splitlines()[1:]] == ["Ana", "Beto", "Caro"]


def test_years_of_birth_are_shown_to_organisers_alone(hall: Hall) -> None:
    hall.send("found", title="Mayores", born_until="1965")
    assert flashed(sends(hall, lines="Ana;Lobos;1961\nBeto")) == []
    page = sends(hall, cells="Nombre;Nacimiento\nCaro;12/3/1970\nDani;").get_data(as_text=True)
    assert lines_of(page) == ['"Caro";"";"1970"', '"Dani";""']
    assert "sin año de nacimiento" in page
    assert "fuera de la categoría" in page
    sends(hall, take="1", line=lines_of(page))
    plan = hall.client.get(f"{hall.address}/plan").get_data(as_text=True)
    assert re.findall(r'name="born" value="([^"]*)"', plan) == ["1961", "", "1970", ""]
    assert "Sin año de nacimiento: Beto, Dani." in plan
    assert "Fuera de la categoría: Caro." in plan
    assert 'name="anyway"' in plan
    for place in ("", "/standings", "/fixtures", "/tv", "/pins", "/papers", "/history"):
        shown = hall.client.get(hall.address + place).get_data(as_text=True)
        assert "1961" not in shown.replace("https://", ""), place
    assert "born" not in hall.shown()["entrants"][0]
    assert (hall.shown()["born_from"], hall.shown()["born_until"]) == (None, 1965)


def test_a_year_is_put_right_and_taken_away(hall: Hall) -> None:
    hall.send("found", title="Mayores", born_until="1965")
    sends(hall, lines="Ana;Lobos;1961")
    for written, kept in (("3/4/1959", "1959"), ("", ""), ("1958", "1958"), ("nada", "1958")):
        form = {"order": "rename", "entrant": "1", "name": "Ana", "club": "Lobos", "born": written}
        hall.client.post(f"{hall.address}/orders", data=form)
        plan = hall.client.get(f"{hall.address}/plan").get_data(as_text=True)
        assert re.findall(r'name="born" value="([^"]*)"', plan) == [kept] if kept else "Nació en" in plan


def test_a_year_is_looked_at_first_where_none_is_wanted(hall: Hall) -> None:
    page = sends(hall, lines="Ana;Lobos;1950").get_data(as_text=True)
    assert lines_of(page) == ['"Ana";"Lobos";"1950"']
    assert entrants(hall) == []


def test_years_go_on_to_the_next_tournament(hall: Hall) -> None:
    hall.send("found", title="Municipal", format="round_robin", born_until="1965")
    sends(hall, lines="Ana;Lobos;1961\nBeto;Roque;1958")
    hall.send("draw", seed="x")
    hall.send("rule", fixture=1, hand=0, points=["1500", "500"])
    page = sends(Hall(hall.client.application), **{"from": f"http://x{hall.address}"}).get_data(as_text=True)
    assert sorted(lines_of(page)) == ['"Ana";"Lobos";"1961"', '"Beto";"Roque";"1958"']


def test_who_pauses_is_waited_for_and_not_for_a_table(hall: Hall) -> None:
    sends(hall, lines="Ana\nBeto\nCaro\nDani")
    hall.send("draw", seed="x")
    hall.send("leave", entrant=1, reason="vuelve a las cinco", for_good=False)
    plan = hall.client.get(f"{hall.address}/plan").get_data(as_text=True)
    assert "Esperan mesa: 3. Esperan a quien para por un rato: 3." in plan


def test_a_club_is_said_once_in_a_table(hall: Hall) -> None:
    sends(hall, lines="Juan Pérez;Lobos\nJuan Pérez;Cañuelas\nAna;Navarro\nBeto")
    hall.send("draw", seed="x")
    shown = hall.client.get(f"{hall.address}/standings").get_data(as_text=True)
    rows = "".join(re.findall(r'<th scope="row">(.*?)</th>', shown, re.DOTALL))
    assert [rows.count(club) for club in ("Lobos", "Cañuelas", "Navarro")] == [1, 1, 1]


def test_two_of_one_name_are_told_apart_where_pins_are_given_and_where_somebody_is_absent(hall: Hall) -> None:
    listed = "Juan Pérez;Lobos;1981\nJuan Pérez;Lobos;1950\nJuan Pérez;Roque\nAna;Roque"
    sends(hall, take="1", line=lines_of(sends(hall, lines=listed).get_data(as_text=True)))
    slips = hall.client.get(f"{hall.address}/pins").get_data(as_text=True)
    assert re.findall(r'<li class="card"><span>(.*?)</span>', slips) == [
        "Juan Pérez 2 (Lobos)", "Juan Pérez 1 (Lobos)", "Juan Pérez (Roque)", "Ana"]  # fmt: skip
    hall.send("draw", seed="x")
    hall.send("leave", entrant=1, reason="se sintió mal", for_good=False)
    hall.send("leave", entrant=3, reason="se sintió mal", for_good=False)
    shown = hall.client.get(f"{hall.address}/standings").get_data(as_text=True)
    absent = shown[shown.index('id="part-absent"') :]
    assert re.findall(r"<li>(Juan[^<]*\)) <span", absent) == ["Juan Pérez 2 (Lobos)", "Juan Pérez (Roque)"]
