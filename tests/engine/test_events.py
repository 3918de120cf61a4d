"""What somebody at the table would say of each move."""

from __future__ import annotations

import pytest

from engine import load_rules
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.hand.notation import parse_moves
from engine.hand.state import dealt_table
from engine.sentences import table

RULES = load_rules("clasico")

STORY = """
0 draw                          -- El jugador 1 roba una ficha.
0 redraw 4k                     -- El jugador 1 tira el 4 negro al pozo y roba otra.
0 lay 7k 2y 9k                  -- El jugador 1 baja 7k 2y=8k 9k.
0 discard ?                     -- El jugador 1 tira una ficha.
1 pozo                          -- El jugador 2 levanta el pozo: el 4 negro.
1 lay 4k 4r 4b                  -- El jugador 2 baja 4k 4r 4b.
1 discard J                     -- El jugador 2 tira el comodín.
0 draw 8k                       -- El jugador 1 roba el 8 negro.
0 swap #1 7k 8k 9k 2y           -- El jugador 1 pone el 8 negro y corre el comodín: 7k 8k 9k 2y=10k.
0 extend #1 7k 8k 9k 2y 11k     -- El jugador 1 agrega el 11 negro: 7k 8k 9k 2y=10k 11k.
0 swap #1 2y=6k 7k 8k 9k 10k 11k -- El jugador 1 pone el 10 negro y corre el comodín: 2y=6k 7k 8k 9k 10k 11k.
0 swap #1 7k 8k 9k 10k 11k 2y   -- El jugador 1 corre el comodín: 7k 8k 9k 10k 11k 2y=12k.
0 end                           -- El jugador 1 pasa el turno.
0 aside #2                      -- Se aparta lo que bajó mal el jugador 1.
1 lay 12k 12b 12y               -- El jugador 2 baja 12k 12b 12y.
1 rearrange #3 :                -- El jugador 2 saca de la mesa el 12 negro, el 12 azul y el 12 amarillo.
1 correct new : 5r 6r 7r        -- Se corrige un juego: 5r 6r 7r.
1 rearrange #4 : 7r 6r 5r       -- El jugador 2 rearma la mesa: 7r 6r 5r.
0 turn                          -- Ahora juega el jugador 1.
0 rack 3r 4r                    -- El jugador 1 muestra su atril: el 3 rojo y el 4 rojo.
show_pozo 9k                    -- El pozo tiene el 9 negro.
0 muerto direct                 -- El jugador 1 compra el muerto.
0 close discard                 -- El jugador 1 cierra.
"""


@pytest.mark.parametrize(("line", "says"), [line.split("--") for line in STORY.strip().splitlines()])
def test_a_move_is_told(line: str, says: str) -> None:
    before = STORY[: STORY.index(f"{line}--")]
    moves = [text.split("--")[0] for text in [*before.strip().splitlines(), line]]
    history = MoveHistory(dealt_table(2, load_rules("clasico"))).then(*parse_moves("\n".join(moves)))
    event = list(events_of(history, load_rules("clasico")))[-1]
    assert event.sentence() == says.strip()
    assert event.sentence("en") != event.sentence("es")
    assert event.name in table("moves")


def test_a_changed_tile_that_was_told_as_a_discard_is_told_right() -> None:
    history = MoveHistory(dealt_table(2, load_rules("clasico"))).then(*parse_moves("0 draw\n0 discard 9k\n0 redraw 9k"))
    assert list(events_of(history, load_rules("clasico")))[-1].sentence() == (
        "El 9 negro era la ficha que cambió el jugador 1: robó otra y sigue."
    )


def test_the_end_and_the_closing_tile_are_told() -> None:
    history = MoveHistory(dealt_table(2, load_rules("rummy"))).then(
        *parse_moves("0 draw\n0 closing_tile 4r\nstock_out")
    )
    events = list(events_of(history, load_rules("rummy")))
    assert [event.sentence() for event in events[1:]] == [
        "El jugador 1 toma la ficha de cierre, el 4 rojo.",
        "Se acabó el mazo.",
    ]
    assert events[-1].as_json("es", RULES)["seat"] is None
    assert events[-1].as_json("en", RULES)["violations"][0]["code"] == "STOCK_LEFT"
