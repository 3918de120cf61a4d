"""The letters of a paper: every name that people in the clubs have is printed, none as a box."""

from __future__ import annotations

import pytest
from reportlab.pdfbase import pdfmetrics

from companion.printing.a4_page import BOLD, PLAIN, letters
from companion.printing.wording import points_text


@pytest.mark.parametrize("font", [PLAIN, BOLD])
@pytest.mark.parametrize(
    "name",
    [
        "Núñez Agüero",
        "Kuarahỹ",  # Guaraní
        "G\N{COMBINING TILDE}uahu",  # Guaraní: this letter has no code of its own
        "Ñanculeo Lefxaw Ḻafken",  # Mapuche
        "Erdős",
        "Dvořák",
        "Łódź",
        "İpek",
        "Đorđević",
        "Þórður",
        "Παπαδόπουλος",
        "Жуков",
        "כהן",
        "Los ♥ de Boedo ♠",
        "−1.245 · “Ñ” … ½ €",
    ],
)
def test_every_letter_of_a_name_has_its_shape(font: str, name: str):
    letters()
    shapes = pdfmetrics.getFont(font).face.charToGlyph
    assert [letter for letter in name if ord(letter) not in shapes] == []


@pytest.mark.parametrize(("language", "said"), [("es", "1.500"), ("en", "1,500"), ("pt", "1.500"), ("it", "1.500")])
def test_thousands_are_apart_as_on_pages(language: str, said: str):
    assert points_text(language, 1500) == said
    assert points_text(language, -1500, signed=True) == f"−{said}"
    assert [points_text(language, few, signed=True) for few in (999, 0, -5)] == ["+999", "0", "−5"]
