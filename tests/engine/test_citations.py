"""Every offence cites its rule, and every rule says what it says for every value that it may have."""

from __future__ import annotations

import string
from itertools import product
from typing import Any, Literal, get_args, get_origin

import pytest

from engine import load_rules
from engine.rule_and_tile_words import rule_statement
from engine.rules.citations import GENERAL, KEYS, article, citation
from engine.rules.codes import Code
from engine.rules.profiles import PROFILES
from engine.rules.rule_values import rule_types
from engine.sentences import LANGUAGES, table


def values_of(kind: Any) -> list[object]:
    """Values that a rule of that type may have: each of a few, or some of many."""
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return []


@pytest.mark.parametrize("key", rule_types())
def test_every_rule_says_something_for_each_value_that_it_may_have(key: str) -> None:
    values = [*values_of(rule_types()[key]), *(getattr(load_rules(profile), key) for profile in PROFILES)]
    for value in values:
        for language in LANGUAGES:
            said = rule_statement(key, value, language)
            assert said.endswith(".")
            assert "{" not in said
            assert not set(said).isdisjoint(string.ascii_letters)
        assert rule_statement(key, value, "es") != rule_statement(key, value, "en")


def test_no_two_values_of_a_rule_say_the_same() -> None:
    for key, kind in rule_types().items():
        said = [rule_statement(key, value, "es") for value in values_of(kind)]
        assert len(set(said)) == len(said), key


def test_nothing_is_said_of_a_rule_that_there_is_not() -> None:
    assert set(table("statements")) - {"words"} == {*rule_types(), *GENERAL}


STATEMENTS = [
    ("max_wilds", 1, "Un juego admite hasta 1 comodín."),
    ("max_wilds", 2, "Un juego admite hasta 2 comodines."),
    ("target", None, "No se juega a una cantidad de puntos."),
    ("target", 3000, "Se juega a 3000 puntos."),
    ("deal", ((2, 12), (4, 11)), "Se reparten tantas fichas a cada uno: 2 jugadores, 12; 4 jugadores, 11."),
    ("draw_sources", ("stock", "pozo"), "Se roba del mazo o del pozo."),
    ("muerto_modes", ("direct", "indirect"),
     "El muerto se compra en forma directa (bajando todo) o indirecta (tirando la última)."),
    ("players", (2, 3, 4), "Pueden jugar 2, 3 o 4 personas."),
    ("close_by", ("discard",), "Se cierra tirando la última."),
    ("close_by", ("meld_out", "discard"), "Se cierra bajando todas las fichas o tirando la última."),
    ("piernas_allowed", (1, 13), "Se hace pierna de 1 y 13."),
    ("piernas_allowed", (), "No se hacen piernas."),
    ("stock_piles", (), "El mazo se apila como se quiera."),
    ("stock_piles", ((2, "7+5x11"), (4, "4x10")), "El mazo se arma así: 2 jugadores, una pila de 7 y 5 pilas de 11; "
     "4 jugadores, 4 pilas de 10."),
    ("stock_piles", ((2, "a gusto"),), "El mazo se arma así: 2 jugadores, a gusto."),
    ("tile_values", (15, 20, *[5] * 5, *[10] * 6),
     "Las fichas valen: el 1, 15; el 2, 20; del 3 al 7, 5; del 8 al 13, 10."),
    ("tile_values", tuple(range(1, 14)), "Cada ficha vale su número."),
    ("jokers", 0, "El juego no trae comodines."),
    ("tiebreak_many", ("difference", "lots"),
     "Entre más de dos empatados deciden, en orden: diferencia de tantos y sorteo."),
    ("first_meld_by_total", ((0, 50), (1500, 75)),
     "La primera bajada depende del total de la partida: desde 0, 50; desde 1500, 75."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "said"), STATEMENTS)
def test_a_rule_is_said_as_a_player_would_say_it(key: str, value: object, said: str) -> None:
    assert rule_statement(key, value, "es") == said


@pytest.mark.parametrize("profile", PROFILES)
def test_every_offence_cites_a_rule(profile: str) -> None:
    rules, keys = load_rules(profile), {*rule_types(), *GENERAL}
    for code, language in product(Code, LANGUAGES):
        cited = citation(code, rules, language).as_json()
        assert set(cited) == {"key", "article", "sentence"}, code
        assert all(cited.values()), code
        assert cited["key"] in keys, code


def test_no_offence_is_left_without_a_rule() -> None:
    assert set(KEYS) == set(Code)


CITED = [
    # a code, a profile and what it was changed by, and the rule, its place and its sentence
    (Code.TOO_MANY_WILDS, "torneo", "", "max_wilds", "001 6.5", "Un juego admite hasta 2 comodines."),
    (Code.BAD_MELD, "torneo", "", "bad_meld", "001 11.7",
     "Un juego mal bajado se aparta y cuenta en contra, y quien lo bajó no compra el muerto ni cierra en esa mano."),
    (Code.CLOSE_NO_CANASTA, "torneo", "", "close_needs_canasta", "001 12.2", "Para cerrar hace falta canasta."),
    (Code.CLOSE_NO_CANASTA, "torneo", "canastas_to_close=2", "canastas_to_close", "regla de la casa",
     "Para cerrar hacen falta 2 canastas."),
    (Code.ACE_HIGH, "rummy", "", "ace_high", "000:85", "El 1 no va después del 13."),
    (Code.TOO_LONG, "clasico", "", "run", "de todo el juego",
     "Una escalera sigue los números de un solo color, sin saltos ni repetidos."),
    (Code.TOO_LONG, "rummy", "", "pierna_max_len", "000:84", "Una pierna lleva hasta 4 fichas."),
    (Code.MUST_KEEP_ONE_PURA, "clasico", "close_needs_pura=true", "close_needs_pura", "regla de la casa",
     "Para cerrar hace falta una canasta pura."),
    (Code.FIRST_MELD, "clasico", "first_meld_by_total={ 0 = 50 }", "first_meld_by_total", "regla de la casa",
     "La primera bajada depende del total de la partida: desde 0, 50."),
    (Code.OUT_OF_TURN, "clasico", "", "order_of_play", "de todo el juego",
     "Se juega por turno: cada jugada en su momento."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "profile", "changed", "key", "place", "sentence"), CITED)
def test_an_offence_is_looked_up_where_it_is_written(
    code: Code, profile: str, changed: str, key: str, place: str, sentence: str
) -> None:
    cited = citation(code, load_rules(profile, [changed] if changed else ()), "es")
    assert (cited.key, cited.article, cited.sentence) == (key, place, sentence)


PLACES = [
    ("torneo", "placement_policy", "001 11.7, 001 11.10"),
    ("torneo", "min_meld_len", "000:119 (de un texto hermano)"),
    ("burraco-fibur", "players", "F4"),
    ("torneo", "closing_tile", "ningún texto dice otra cosa"),
    ("torneo", "zone_size", "no lo dice el texto: criterio del programa"),
]


@pytest.mark.parametrize(("profile", "key", "place"), PLACES)
def test_where_a_rule_comes_from_is_said_in_words(profile: str, key: str, place: str) -> None:
    assert article(key, load_rules(profile), "es") == place
