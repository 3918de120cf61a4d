"""Lists as spreadsheets save them: either alphabet, any line ends, and nobody swallowed by a stray quotation mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bulk_counting.photo_list import read_listing
from companion.errors import Refused
from companion.files.spreadsheet import cells_of, spreadsheet_text
from companion.refusal import TournamentRefused
from companion.tournaments.entry_parsing import entering

NAMES = "Ana Núñez;Lobos\nBeto"


@pytest.mark.parametrize("written", [NAMES.encode(), NAMES.encode("utf-8-sig"), NAMES.encode("cp1252")])
def test_letters_are_read_whichever_way_they_were_written(written: bytes):
    assert spreadsheet_text(written) == NAMES


@pytest.mark.parametrize(
    "text",
    ["Mano 3\n\nmesa;foto\n4;a.jpg\n5;b.jpg", "sep=;\nmesa;foto\n4;a.jpg\n5;b.jpg", "mesa|foto\n4|a.jpg"],
    ids=["a title above", "tells its separator", "another sign"],
)
def test_a_list_of_photographs_is_read_as_lists_of_people_are(text: str):
    told = "sep=|\n" + text if "|" in text else text
    assert [picture.table for picture in read_listing(told, Path()).pictures] == ["4", "5"][: 1 if "|" in text else 2]


def test_what_is_no_text_is_not_taken_for_one():
    with pytest.raises(UnicodeDecodeError):
        spreadsheet_text(bytes(range(256)))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_computer_ends_them(end: str):
    text = end.join(["foto;mesa", "a.jpg;4", "", '"b;c.jpg";5'])
    assert list(cells_of(text, ";")) == [(1, ["foto", "mesa"]), (2, ["a.jpg", "4"]), (4, ["b;c.jpg", "5"])]
    assert [picture.table for picture in read_listing(text, Path()).pictures] == ["4", "5"]
    assert [entrant.name for entrant in entering(end.join(["Nombre;Club", "Ana;Lobos", "Beto"]), {})] == ["Ana", "Beto"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{first}", '"Tito Ruiz;Lobos', "Beto", "Caro"], "Línea 2 de la lista: una celda no termina ahí"),
        (["{first}", "Ana", "", 'Beto;"Lobos'], "Línea 4 de la lista: una celda no termina ahí"),
        (["{first}", "Ana", "x" * 140_000], "Línea 3 de la lista: hay una celda demasiado larga"),
        (["{first}", '"' + "Ana\n" * 40_000], "Línea 2 de la lista: hay una celda demasiado larga"),
    ],
    ids=["swallows the rest", "the last cell", "a long cell", "swallows very much"],
)
def test_a_cell_that_does_not_end_is_refused_by_its_line(lines: list[str], words: str):
    text = "\n".join(lines)
    with pytest.raises(Refused) as listed:
        read_listing(text.format(first="foto;equipo"), Path())
    with pytest.raises(TournamentRefused) as entered:
        entering(text.format(first="nombre;club"), {})
    for refused in (listed.value, entered.value):
        assert refused.sentence("es").startswith(words)
        assert refused.sentence("en").startswith("Line ")
