"""Lists as organisers have them: each file becomes who enters, with which club, and what was left out and why."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
import xlsxwriter

from companion.files.spreadsheet import sheet_texts, spreadsheet_text
from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.entrant_list import likeliest_sheet, read_roster
from tests.companion.tournaments.visit import Visit

PEOPLE = [("José Muñoz", "Lobos"), ("Ana Núñez", "Roque Pérez"), ("Zoë Güemes", "")]
LINES = "Nombre;Club\nJosé Muñoz;Lobos\nAna Núñez;Roque Pérez\nZoë Güemes;\n"


def workbook(*sheets: Sequence[Sequence[object]]) -> bytes:
    """A file of Excel with these sheets."""
    kept = io.BytesIO()
    with xlsxwriter.Workbook(kept, {"in_memory": True}) as book:
        for rows in sheets:
            sheet = book.add_worksheet()
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)
    return kept.getvalue()


FILES = {
    "UTF-8": LINES.encode(),
    "UTF-8 with a mark": LINES.encode("utf-8-sig"),
    "UTF-16, as Excel saves it": LINES.replace(";", "\t").encode("utf-16"),
    "UTF-16 from a Macintosh": b"\xfe\xff" + LINES.encode("utf-16-be"),
    "UTF-16 without a mark": LINES.encode("utf-16-le"),
    "Windows": LINES.encode("cp1252"),
    "DOS": LINES.encode("cp850"),
    "Macintosh": LINES.replace("\n", "\r").encode("mac_roman"),
    "says its separator": b"sep=;\r\n" + LINES.encode(),
    "says another separator": b"sep=|\n" + LINES.replace(";", "|").encode(),
    "tabs": LINES.replace(";", "\t").encode(),
    "commas": LINES.replace(";", ",").encode(),
    "a title above": b"Torneo de otono 2026\n\n" + LINES.encode(),
    "columns in any order": "Nº;Apellido y nombre;Club;Elo\n1;Muñoz, José;Lobos;1500\n2;Núñez, Ana;Roque Pérez;1480\n"
    "3;Güemes, Zoë;;\n".encode(),
    "family and given names apart": "CLUB,APELLIDO,NOMBRE\nLobos,Muñoz,José\nRoque Pérez,Núñez,Ana\n"
    ",Güemes,Zoë\n".encode(),
    "without a heading": "1;José Muñoz;Lobos\n2;Ana Núñez;Roque Pérez\n3;Zoë Güemes;\n".encode(),
    "Excel": workbook([["Nº", "Jugador", "Club"], [1, "José Muñoz", "Lobos"], [2, "Ana Núñez", "Roque Pérez"],
                       [3, "Zoë Güemes"]]),
    "Excel, below a title on the second sheet": workbook(
        [], [["Inscriptos"], [], ["Club", "Apellido y Nombre"], ["Lobos", "Muñoz, José"],
             ["Roque Pérez", "Núñez, Ana"], ["", "Güemes, Zoë"]]),
    "Excel, behind a cover and before another list": workbook(
        [["Torneo de otoño"], ["Reglamento 001"], ["Sábado 20:30"], ["Sede: Lobos"], ["Entrada: 500"]],
        [["Jugador/a", "DNI", "Institución"], ["José Muñoz", 12345678.0, "Lobos"], ["Ana Núñez", 2.0, "Roque Pérez"],
         ["Zoë Güemes"]], [["Nombre", "Pagó"], ["José Muñoz", 1500]]),
    "Excel, without headings, behind a cover": workbook(
        [["Torneo de otoño"], ["Reglamento 001"]],
        [["José Muñoz", "Lobos"], ["Ana Núñez", "Roque Pérez"], ["Zoë Güemes"]]),
    "whole names beside their parts": "Nombre completo;Club;Nombre;Apellido\nJosé Muñoz;Lobos;José;Muñoz\nAna Núñez;"
    "Roque Pérez;Ana;Núñez\nZoë Güemes;;Zoë;Güemes\n".encode(),
    "UTF-32": LINES.encode("utf-32"),
    "a web page that is called Excel": (
        "<html><meta charset=utf-8><table><tr><th>Nombre<th>Club</tr><tr><td>José&nbsp;Muñoz</td><td>Lobos</td></tr>"
        "<tr><td>Ana<br>Núñez<td>Roque Pérez<tr><td>Zoë Güemes</table>"
    ).encode(),
    "columns apart by spaces": "Nº  Nombre        Club\n1   José Muñoz    Lobos\n2   Ana Núñez     Roque Pérez\n"
    "3   Zoë Güemes\n".encode(),
    "a table between bars": "| Nombre | Club |\n|---|---|\n| José Muñoz | Lobos |\n| Ana Núñez | Roque Pérez |\n"
    "| Zoë Güemes | |\n".encode(),
    "Portuguese": "Nome;Sobrenome;Clube;Ano de nascimento\nJosé;Muñoz;Lobos;\nAna;Núñez;Roque Pérez;\n"
    "Zoë;Güemes;;\n".encode(),
    "Italian": "Circolo;Cognome;Nome\nLobos;Muñoz;José\nRoque Pérez;Núñez;Ana\n;Güemes;Zoë\n".encode(),
    "a chat with bold letters": "[28/11/26 21:03:11] Caro: *Lista del sábado* 🃏\n1️⃣ *José Muñoz* (Lobos)\n"
    "2️⃣ ~Beto~ Baja\n3️⃣ _Ana Núñez_ - Roque Pérez\n4️⃣ Zoë Güemes 👍🏽\n<Multimedia omitido>\n".encode(),
    "a chat with its title": "Torneo aniversario\nSábado 21 hs\n1. José Muñoz (Lobos)\n2. Ana Núñez (Roque Pérez)\n"
    "3. Zoë Güemes\n".encode(),
    "a chat": "Lista para el sábado:\n1. José Muñoz (Lobos) 🎉\n2) Ana Núñez - Roque Pérez\n"
    "• Zoë Güemes ✅\n4.\n".encode(),
    "emoji numbers": "1️⃣ José Muñoz (Lobos)\n2️⃣ Ana Núñez (Roque Pérez)\n- Zoë Güemes ❤️\n".encode(),
    "copied from a messenger": "[27/11/26, 21:03:11] Caro: José Muñoz (Lobos)\n[27/11/26, 21:04:02] Beto: Ana Núñez "
    "(Roque Pérez)\n[28/11/26, 9:15:40] Zoë: Zoë Güemes\n".encode(),
    "copied from a messenger page": "[21:03, 27/11/2026] Caro: José Muñoz (Lobos)\n[9:04 p. m., 27/11/2026] Beto: "
    "2) Ana Núñez (Roque Pérez)\n9:15, 28/11/2026 - Zoë: Zoë Güemes\n".encode(),
    "with telephone numbers": "1. José Muñoz 11 5555-1234 (Lobos)\n2. Ana Núñez +54 9 2227 55-5555 - Roque Pérez\n"
    "3. Zoë Güemes: 1155551234\n".encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_any_file_enters_the_same_people(name: str) -> None:
    sheets = sheet_texts(FILES[name])
    entering = read_roster(sheets[likeliest_sheet(sheets)]).entering
    assert [(entrant.name, entrant.club) for entrant in entering] == PEOPLE


TYPED = {
    # what is typed or pasted, who enters, and what is left out with its line and reason
    "names": ("Ana\nBeto", ["Ana", "Beto"], []),
    "a pair": ("Ana y Beto", ["Ana y Beto"], []),
    "a name with a comma": ('"Ana, la de acá";Lobos', ["Ana, la de acá"], []),
    "family names first": ("Muñoz, José\nDe la Cruz, Ana", ["José Muñoz", "Ana De la Cruz"], []),
    "the same person twice": ("Ana;Lobos\nBeto\nANA;lobos", ["Ana", "Beto"], [(3, "twice")]),
    "people of the same name": ("Juan Pérez;Lobos\nJuan Pérez;Cañuelas", ["Juan Pérez", "Juan Pérez"], []),
    "two of one club who were born apart": (
        "Juan Pérez;Lobos;1950\nJuan Pérez;Lobos;3/12/1981",
        ["Juan Pérez", "Juan Pérez"],
        [],
    ),
    "perhaps the same, since one has no year": (
        "Juan Pérez;Lobos;1950\nJuan Pérez;Lobos;",
        ["Juan Pérez"],
        [(2, "twice")],
    ),
    "perhaps the same, since one has no club": (
        "Juan Pérez;Lobos;1950\nJuan Pérez;;1981",
        ["Juan Pérez"],
        [(2, "twice")],
    ),
    "the same, born in the same year": (
        "Juan Pérez;Lobos;1950\nJUAN PEREZ;lobos;1/2/1950",
        ["Juan Pérez"],
        [(2, "twice")],
    ),
    "a number alone": ("1. Ana\n2.\n3. Beto", ["Ana", "Beto"], [(2, "no name")]),
    "a name too long": (f"Ana\n{'x' * 300}", ["Ana"], [(2, "too long")]),
    "names of a hundred letters and of one more": (
        f"{'Ñ' * 100}\n{'ñ' * 101}\nAna;{'x' * 101}",
        ["Ñ" * 100],
        [(2, "too long"), (3, "too long")],
    ),
    "a heading": ("Nombre\nAna", ["Ana"], [(1, "heading")]),
    "titles": ("Mesa 1:\nAna\nMesa 2:\nBeto", ["Ana", "Beto"], [(1, "title"), (3, "title")]),
    "how many there are": (
        "Ana;Lobos\nBeto;Roque\n;\nTotal: 2;",
        ["Ana", "Beto"],
        [(4, "note")],
    ),
    "how many, in other words": (
        "Total\nTOTAL DE INSCRIPTOS: 12\nTotal 12\nTotal jugadores 12\nInscriptos: 12\nSubtotal: 4\nTotals: 3\nAna",
        ["Ana"],
        [(line, "note") for line in range(1, 8)],
    ),
    "when and where": (
        "Fecha: 27/11\nFecha: 27-11-2026\nHora: 20:30\nLugar: Club Lobos\nVenue: Town Hall\nAna",
        ["Ana"],
        [(line, "note") for line in range(1, 6)],
    ),
    "people whose names begin so": (
        "Totoral Ana\nFútbol Total\nSede Ríos\nHorario Gómez\nTotal Quiroga Beto",
        ["Totoral Ana", "Fútbol Total", "Sede Ríos", "Horario Gómez", "Total Quiroga Beto"],
        [],
    ),
    "a pair that is called by a number": ("4 de Copas\n9 de Julio", ["4 de Copas", "9 de Julio"], []),
    "numbers before names": ("1 Ana\n2 Beto\n03- Caro\n#4 Dani", ["Ana", "Beto", "Caro", "Dani"], []),
    "numbers that are no telephone": ("Los 12\nClub 1975\nAna 25-12", ["Los 12", "Club 1975", "Ana 25-12"], []),
    "other scripts": ("Kuarahỹ\nErdős\nДмитрий\n王芳", ["Kuarahỹ", "Erdős", "Дмитрий", "王芳"], []),
    "pairs in two columns": (
        "Pareja;Jugador 1;Jugador/a 2;Club\n1;José Muñoz;Ana Núñez;Lobos\n2;Zoë Güemes;Caro Paz;Roque",
        ["José Muñoz y Ana Núñez", "Zoë Güemes y Caro Paz"],
        [(1, "heading")],
    ),
    "pairs with family names first": (
        "Jugadora;Compañera\nMuñoz, Ana;Paz, Caro\nNúñez, Eva;",
        ["Ana Muñoz y Caro Paz", "Eva Núñez"],
        [(1, "heading")],
    ),
    "people who are called as columns are": (
        "Jugador 1\nJugador 2;Lobos\nPlayer 3",
        ["Jugador 1", "Jugador 2", "Player 3"],
        [],
    ),
    "one who crossed herself out": ("1. Ana\n2. ~Beto~\n3. Caro", ["Ana", "Caro"], [(2, "struck")]),
    "what a messenger leaves out": (
        "1. Ana\n<Media omitted>\nimagen omitida\nEliminaste este mensaje.\nÁudio ocultado",
        ["Ana"],
        [(line, "note") for line in (2, 3, 4, 5)],
    ),
    "who comes before the first number": ("Ana\nBeto\n3. Caro\n4. Dani", ["Ana", "Beto", "Caro", "Dani"], []),
    "names with signs of their own": ("Ana_María\nLos *\nD*Angelo", ["Ana_María", "Los", "D*Angelo"], []),
    "nobody": ("\n \n", [], []),
}


@pytest.mark.parametrize("name", TYPED)
def test_what_is_left_out_has_its_reason(name: str) -> None:
    text, entering, left_out = TYPED[name]
    roster = read_roster(text)
    assert [entrant.name for entrant in roster.entering] == entering
    assert [(line.number, line.reason) for line in roster.left_out] == left_out


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("Ana\nBeto;Lobos", True),
        ("4 de Copas", True),
        ("1. Ana", False),
        ("Nombre\nAna", False),
        ("Muñoz, José", False),
    ],
)
def test_what_is_read_as_it_was_typed_is_plain(text: str, is_plain: bool) -> None:
    assert read_roster(text).is_plain == is_plain


def test_columns_hold_what_somebody_says() -> None:
    text = "Ana;Lobos;Beto\nCaro;Roque;Dani"
    assert [(entrant.name, entrant.club) for entrant in read_roster(text, ("club", "", "name")).entering] == [
        ("Beto", "Ana"),
        ("Dani", "Caro"),
    ]


@pytest.mark.parametrize(
    "written", [bytes(range(256)), b"%PDF-1.7\n\x00\x01", b"PK\x03\x04 no book", b"\x89PNG\r\n\x1a\n"]
)
def test_what_is_no_list_is_not_taken_for_one(written: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        spreadsheet_text(written)


def test_a_swallowing_quotation_mark_is_told() -> None:
    with pytest.raises(TournamentRefused, match="Línea 2 de la lista"):
        read_roster('Nombre;Club\n"Ana;Lobos\nBeto')


@pytest.mark.parametrize("line", ["Total: 12", "Inscriptos: 8", "Lista del sábado:", "~Beto~", "Fecha: 12/11"])
def test_what_the_page_leaves_out_a_program_does_not_enter_either(visit: Visit, line: str):
    """Unless it says so: some people have strange names."""
    visit.founds(("Ana", "Beto", "Caro"))
    before = visit.state.revision
    for command in (commands.Enter(f"Dani\n{line}"), commands.Join(f"Dani\n{line}", reason="tarde")):
        with pytest.raises(TournamentRefused, match="no parece el nombre de nadie"):
            visit.says(command)
    assert visit.state.revision == before
    visit.says(commands.Enter(f"Dani\n{line}", anyway=True))
    assert [entrant.name for entrant in visit.state.entrants.values()] == ["Ana", "Beto", "Caro", "Dani", line]
