"""What somebody writes or dictates of one side, and the numbers in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.number_words import digits_apart, number_said
from engine.scoring.paper_sheet import CANASTAS, SideSum
from engine.scoring.side_words import WordsError, parse_side, side_notation

NUMBERS = [
    ("245", 245),
    ("1.245", 1245),
    ("1 245", 1245),
    ("1,245", 1245),
    ("1\u202f245", 1245),
    ("12.345", 12345),
    ("-35", -35),
    ("−35", -35),
    ("- 35", -35),
    ("+35", 35),
    ("menos treinta y cinco", -35),
    ("minus thirty-five", -35),
    ("cero", 0),
    ("veintiuno", 21),
    ("cien", 100),
    ("ciento cinco", 105),
    ("doscientos cuarenta y cinco", 245),
    ("mil", 1000),
    ("mil doscientos", 1200),
    ("dos mil trescientos quince", 2315),
    ("two hundred and forty-five", 245),
    ("one thousand and five", 1005),
    ("zero", 0),
    ("ventuno", 21),
    ("trentotto", 38),
    ("settantatré", 73),
    ("cento", 100),
    ("centootto", 108),
    ("centottanta", 180),
    ("duecentoquarantacinque", 245),
    ("duecento quarantacinque", 245),
    ("mille", 1000),
    ("milleduecento", 1200),
    ("duemilatrecentoquindici", 2315),
    ("duemila trecento quindici", 2315),
    ("meno trentacinque", -35),
    ("vinte e um", 21),
    ("cento e oito", 108),
    ("duzentos e quarenta e cinco", 245),
    ("quatorze", 14),
    ("duas mil trezentas e dezesseis", 2316),
    ("menos trinta e cinco", -35),
    ("sete e oito", None),
    ("due tre", None),
    ("venti sedici", None),
    ("venticinque due", None),
    ("duecentocinque due", None),
    ("mila", None),
    ("venta", None),
    ("", None),
    ("12.5", None),
    ("1.24", None),
    ("dos tres", None),
    ("treinta y", None),
    ("cinco treinta", None),
    ("hundred", None),
    ("una pura", None),
    ("--35", None),
    ("50.5", None),
    ("1.2450", None),
    ("35,40", None),
]
SIDES = [
    ("", ""),
    ("dos puras, una impura, fichas 245", "2 canasta_pure, 1 canasta_impure, fichas 245"),
    ("dos puras una impura fichas doscientos cuarenta y cinco atril 35",
     "2 canasta_pure, 1 canasta_impure, fichas 245, atril 35"),
    ("2 puras, impura, cierre, muerto, 1.245, -35",
     "2 canasta_pure, 1 canasta_impure, cierre, muerto, fichas 1245, atril 35"),
    ("puras 2 impuras 1 fichas 245", "2 canasta_pure, 1 canasta_impure, fichas 245"),
    ("Una canasta pura y dos impuras; bajadas 1 245.", "1 canasta_pure, 2 canasta_impure, fichas 1245"),
    ("two pure, one impure, tiles 245, rack 35", "2 canasta_pure, 1 canasta_impure, fichas 245, atril 35"),
    ("two pure and one impure tiles two hundred and forty-five", "2 canasta_pure, 1 canasta_impure, fichas 245"),
    ("cerró con una pura", "1 canasta_pure, cierre"),
    ("closed", "cierre"),
    ("compró el muerto, fichas 30", "muerto, fichas 30"),
    ("sin muerto, fichas 30", "fichas 30"),
    ("without muerto, 30", "fichas 30"),
    ("muerto sin jugar, 30", "muerto sin jugar, fichas 30"),
    ("245, atril 20, atril 15", "fichas 245, atril 35"),
    ("35 en contra", "atril 35"),
    ("una semipura, una real", "1 semi_pura, 1 canasta_real"),
    ("cero puras, fichas -40", "fichas -40"),
    ("fichas menos cuarenta", "fichas -40"),
    ("245, menos 35", "fichas 245, atril 35"),
    ("sin cierre, fichas 200", "fichas 200"),
    ("no cerramos, fichas 200", "fichas 200"),
    ("not closed, tiles 200", "fichas 200"),
    ("dos puras, sin impuras, fichas 200", "2 canasta_pure, fichas 200"),
    ("dos puras muerto cerramos sin impuras fichas 300", "2 canasta_pure, cierre, muerto, fichas 300"),
    ("sin canastas impuras, una pura", "1 canasta_pure"),
    ("cerramos sin canastas, fichas 20", "cierre, fichas 20"),
    ("sin canastas ni muerto, fichas 20", "fichas 20"),
    ("no compramos el muerto, fichas 30", "fichas 30"),
    ("muerto no, fichas 30", "fichas 30"),
    ("muerto, no cerramos", "muerto"),
    ("muerto jugado", "muerto"),
    ("muerto no jugado", "muerto sin jugar"),
    ("sin jugar el muerto", "muerto sin jugar"),
    ("sin atril, sin fichas", ""),
    ("due puliti, uno sporco, chiusura, pozzetto, tessere 245, leggio 35",
     "2 canasta_pure, 1 canasta_impure, cierre, muerto, fichas 245, atril 35"),
    ("due puliti uno sporco tessere duecentoquarantacinque leggio trentacinque",
     "2 canasta_pure, 1 canasta_impure, fichas 245, atril 35"),
    ("un burraco pulito e due sporchi, calate 1.245", "1 canasta_pure, 2 canasta_impure, fichas 1245"),
    ("un burraco semipulito, un burraco reale", "1 semi_pura, 1 canasta_real"),
    ("ha chiuso con un burraco pulito", "1 canasta_pure, cierre"),
    ("non ha chiuso, tessere 200", "fichas 200"),
    ("ha preso il pozzetto, tessere 30", "muerto, fichas 30"),
    ("senza pozzetto, tessere 30", "fichas 30"),
    ("pozzetto non preso, tessere 30", "fichas 30"),
    ("pozzetto non giocato, 30", "muerto sin jugar, fichas 30"),
    ("tessere meno quaranta", "fichas -40"),
    ("35 contro", "atril 35"),
    ("duas limpas, uma suja, batida, morto, pedras 245, suporte 35",
     "2 canasta_pure, 1 canasta_impure, cierre, muerto, fichas 245, atril 35"),
    ("uma canastra limpa e duas sujas, pedras duzentas e quarenta e cinco",
     "1 canasta_pure, 2 canasta_impure, fichas 245"),
    ("uma semilimpa, duas reais", "1 semi_pura, 2 canasta_real"),
    ("bateu com uma limpa", "1 canasta_pure, cierre"),
    ("não batemos, pedras 200", "fichas 200"),
    ("pegamos o morto, pedras 30", "muerto, fichas 30"),
    ("não pegou o morto, pedras 30", "fichas 30"),
    ("morto sem jogar, 30", "muerto sin jugar, fichas 30"),
    ("morto não jogado", "muerto sin jugar"),
    ("pedras menos quarenta", "fichas -40"),
]  # fmt: skip
REFUSED = [
    ("pura 245 fichas", "too_much"),
    ("puras 2 245 fichas", "too_much"),
    ("fichas 12000", "too_much"),
    ("-2 puras", "too_much"),
    ("una pura, dos puras", "said_twice"),
    ("fichas 100, fichas 45", "said_twice"),
    ("2 245 35", "number_alone"),
    ("una pura o impura", "no_such_word"),
    ("atril", "how_much"),
    ("dos pueras", "no_such_word"),
    ("atril 12.5", "how_much"),
    ("fichas 1.2450", "how_much"),
    ("1.2450", "no_such_word"),
    ("muerto, no", "no_such_word"),
    ("sin 245", "number_alone"),
]


@pytest.mark.parametrize(("text", "number"), NUMBERS, ids=[text or "nothing" for text, _ in NUMBERS])
def test_a_number_is_read_as_people_write_it(text: str, number: int | None):
    parts = digits_apart(text)
    found, used = number_said(parts)
    assert (found if used and used == len(parts) else None) == number


@pytest.mark.parametrize(("text", "side"), SIDES, ids=[text or "nothing" for text, _ in SIDES])
def test_a_side_is_understood_as_it_is_said(text: str, side: str):
    assert side_notation(parse_side(text)) == side


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[text for text, _ in REFUSED])
def test_what_may_mean_two_things_is_asked_about(text: str, why: str):
    with pytest.raises(WordsError) as refused:
        parse_side(text)
    assert refused.value.key == why
    assert refused.value.sentence("es") != refused.value.sentence("en")


@given(
    st.builds(
        SideSum,
        canastas=st.lists(st.sampled_from(CANASTAS), unique=True).flatmap(
            lambda kinds: st.tuples(
                *(st.tuples(st.just(kind), st.integers(1, 8)) for kind in sorted(kinds, key=CANASTAS.index))
            )
        ),
        muerto=st.sampled_from(["untaken", "played", "unplayed"]),
        laid=st.integers(-500, 2000),
        left=st.integers(0, 500),
        closed=st.booleans(),
    )
)  # fmt: skip
def test_every_side_reads_back(side: SideSum):
    assert parse_side(side_notation(side)) == side
