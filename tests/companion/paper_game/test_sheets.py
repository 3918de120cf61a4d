"""Racks that close when they are folded, a mat and a card for the rules of the table, and what cannot be printed."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

from companion.paper_game.print_request import PARTS, InvalidPrintRequest, game_order
from companion.paper_game.rack import DEPTH_MM, LEAN_DEG, PANELS, half_mm, profile
from companion.paper_game.rack_instructions import FOLDING, FOLDING_SCALE
from companion.paper_game.tile_sheets import grid_of
from companion.view_models.exported_files import PrintRequest
from engine.sentences import LANGUAGES
from engine.tiles import NotationError
from tests.companion.conftest import Outcome
from tests.companion.paper_game.pages import made, words


def test_a_folded_rack_closes() -> None:
    """The floor comes to lie on the base, its end at the front edge, and the inner lip along the lip."""
    lip, front, back, top, floor, end, inner = profile()
    assert end == pytest.approx(front, abs=0.1)
    assert inner == pytest.approx(lip, abs=0.1)
    assert floor[1] == pytest.approx(0, abs=0.1)
    assert math.degrees(math.atan2(top[1] - floor[1], top[0] - floor[0])) == pytest.approx(LEAN_DEG, abs=0.1)
    assert top[0] < back[0], "it stands on its base"


def test_a_flat_rack_is_as_long_as_its_parts() -> None:
    lip, *_, end = profile(0.0)
    assert math.dist(lip, end) == pytest.approx(DEPTH_MM)
    assert sum(panel.depth for panel in PANELS) == pytest.approx(DEPTH_MM)


def test_the_stages_of_folding_stand_apart() -> None:
    """On the page of instructions none is drawn over the next, and the last ends within half the page."""
    spans = []
    for left, share in FOLDING:
        across = [left + FOLDING_SCALE * x for x, _ in profile(share)]
        spans.append((min(across), max(across)))
    assert all(one[1] + 2 < other[0] for one, other in pairwise(spans)), spans
    assert spans[0][0] > -3
    assert spans[-1][1] < 95


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_halves_of_a_rack_hold_a_hand(paper: str) -> None:
    """Eleven tiles are dealt, and more are drawn."""
    assert 2 * half_mm(game_order(PrintRequest(paper=paper))) > 18 * 26


def test_the_largest_tile_fits_on_the_smallest_room() -> None:
    for paper in ("a4", "letter"):
        assert min(grid_of(game_order(PrintRequest(paper=paper, tile="60x120", margin="40")))) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_says_what_each_sheet_is(language: str, tmp_path: Path) -> None:
    text = words(made(language=language), tmp_path)
    assert len(text) == 18
    sheet = {"es": "hoja", "pt": "folha", "it": "foglio"}.get(language, "sheet")
    assert all(re.search(rf"{sheet} {at} \w+ 18", page) for at, page in enumerate(text, 1))
    assert all("50 mm" in page for page in text)


@pytest.mark.parametrize(
    ("rules", "mats", "said", "unsaid"),
    [
        ("clasico", 3, "Una canasta pura vale 200.", "No hay canasta real."),
        ("torneo", 3, "El muerto se compra", "No hay"),
        ("rummy", 1, "La primera bajada tiene que sumar 30 puntos.", "canasta pura"),
        ("rummy", 1, "Los valores", "Canastas"),
        ("rummy", 1, "Cada ficha vale su número.", "1, 2, 3"),
        ("rummy", 1, "El mazo se arma así: 2 jugadores, 11 pilas de 7; 3 jugadores, 9 pilas de 7;", "11x7"),
        ("parejas", 3, "2 jugadores, una pila de 7 y 5 pilas de 11; 4 jugadores,", "7+5x11"),
        ("clasico", 3, "Las fichas valen: el 1, 15; el 2, 20; del 3 al 7, 5; del 8 al 13, 10.", "5, 5, 5"),
        ("buraco-aberto", 3, "El juego no trae comodines.", "El comodín que queda"),
    ],
)
def test_mat_and_card_are_those_of_the_rules(rules: str, mats: int, said: str, unsaid: str, tmp_path: Path) -> None:
    *mat, card = words(made(rules, only=["mat", "card"]), tmp_path)
    assert len(mat) == mats
    assert said in card
    assert unsaid not in card


def test_the_same_order_gives_the_same_bytes_at_full_size() -> None:
    assert made() == made()
    assert b"/PrintScaling /None" in made().contents, "viewers are told not to fit the page"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"margin": "30"}, "Con un margen de 30 mm los atriles no entran en una hoja A4: hasta 13 mm sí."),
        ({"margin": "2"}, "«2» no sirve de margen: va de 3 a 40 mm."),
        ({"margin": "nan"}, "«nan» no sirve de margen: va de 3 a 40 mm."),
        ({"margin": "ancho"}, "«ancho» no sirve de margen: va de 3 a 40 mm."),
        ({"tile": "90x120"}, "Una ficha de 90 mm de ancho no se puede: va de 14 a 60 mm."),
        (
            {"tile": "26x20"},
            "Una ficha de 26 mm de ancho tiene de 29 a 52 mm de alto, no 20: la cámara no la reconocería.",
        ),
        ({"tile": "26"}, "«26» no es el tamaño de una ficha: va en milímetros, como 26x37."),
        ({"paper": "a9"}, "No hay un papel «a9»: puede ser a4, letter."),
        ({"ink": "oro"}, "No hay una tinta «oro»: puede ser color, black."),
        ({"only": ["dados"]}, "El juego no tiene una parte «dados»: puede ser tiles, racks, mat, card."),
        ({"tiles": "5r " * 300}, "Son 300 fichas y se imprimen hasta 212 por vez."),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_said_in_one_sentence(asked: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidPrintRequest) as refused:
        made(**asked)
    assert refused.value.sentence("es") == said
    assert refused.value.sentence("en") != said


@pytest.mark.parametrize("tiles", ["5q", "14r", ",", "J, hola"])
def test_what_is_no_tile_is_not_printed(tiles: str) -> None:
    with pytest.raises(NotationError):
        game_order(PrintRequest(tiles=tiles))


def test_missing_tiles_are_printed_alone_unless_more_is_wanted() -> None:
    assert game_order(PrintRequest(tiles="5r")).parts == ("tiles",)
    assert game_order(PrintRequest(tiles="5r", only=("card", "tiles"))).parts == ("tiles", "card")
    assert game_order(PrintRequest()).parts == PARTS


def test_the_command_writes_the_file(burako, tmp_path: Path) -> None:
    path = tmp_path / "juego.pdf"
    outcome: Outcome = burako("print", "--out", str(path), "--only", "tiles,card", "--marks", "--lang", "es")
    assert (outcome.status, str(path) in outcome.out.replace("\n", "")) == (0, True)
    assert len(words(made(only=["tiles", "card"]), tmp_path)) == 6
    assert path.read_bytes().startswith(b"%PDF")
    refused: Outcome = burako("print", "--out", str(tmp_path / "juego.png"), "--lang", "en")
    assert (refused.status, "does not end in .pdf" in refused.complaints[0]) == (2, True)
    assert burako("print", "--out", str(tmp_path), "--lang", "en").status == 2
