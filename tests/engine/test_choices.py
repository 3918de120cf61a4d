"""What somebody reads who chooses rules on a page: every word that a rule may have, and how two of them clash."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import pytest

import engine.rules.rule_values
from engine import load_rules
from engine.rule_and_tile_words import LANGUAGES, rule_choice, table
from engine.rules.rule_values import rule_conflicts, rule_types


def words_of(kind: Any) -> Iterator[str]:
    """The words that a value of the type ``kind`` may hold, and ``none`` where it may be None."""
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif kind is NoneType:
        yield "none"
    else:
        for argument in get_args(kind):
            yield from words_of(argument)


def test_every_word_that_a_rule_may_have_is_told_to_players() -> None:
    possible = {key: list(dict.fromkeys(words_of(kind))) for key, kind in rule_types().items()}
    assert {key: list(words) for key, words in table("choices").items()} == {k: w for k, w in possible.items() if w}
    for key, words in table("choices").items():
        for language in LANGUAGES:
            said = [rule_choice(key, word, language) for word in words]
            assert len(set(said)) == len(said), key
            assert not any(sentence.endswith(".") or "_" in sentence for sentence in said), key


@pytest.mark.parametrize(
    ("key", "choice", "said"),
    [
        ("wild_move", "swap_to_end", "a una punta, cuando llega su ficha"),
        ("purity_reading", "as_placed", "como está puesto"),
        ("target", None, "sin puntaje final"),
        ("sides", None, "cada uno por su cuenta"),
        ("pozo_display", "none", "no hay pozo"),
    ],
)
def test_a_word_is_told(key: str, choice: object, said: str) -> None:
    assert rule_choice(key, choice, "es") == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"muertos": 0}, "No hay muertos: no puede hacer falta uno para cerrar."),
        ({"ace_low": False}, "Para eso el 1 tiene que poder ir antes del 2 y también después del 13."),
        ({"deal": ((2, 50), (4, 11))}, "De a 2 harían falta 122 fichas, y hay 106."),
        ({"canastas_to_close": 0}, "Para cerrar con canasta hace falta al menos una."),
        ({"copies": 9}, "Hasta 8 de cada ficha y 16 comodines."),
    ],
)
def test_a_clash_is_told_without_keys(changes: dict[str, Any], said: str) -> None:
    assert [clash.sentence("es") for clash in rule_conflicts(replace(load_rules("clasico"), **changes))] == [said]


def test_every_clash_is_told_in_both_languages() -> None:
    written = Path(engine.rules.rule_values.__file__).read_text("utf-8")
    calls = [node for node in ast.walk(ast.parse(written)) if isinstance(node, ast.Call)]
    named = [call.args[1] for call in calls if getattr(call.func, "id", "") == "_clash"]
    reasons = {node.value for node in named if isinstance(node, ast.Constant)}
    assert len(reasons) > 15
    assert set(table("clashes")) == reasons
    for said in table("clashes").values():
        assert set(said) == set(LANGUAGES)
        assert all(sentence.endswith(".") and "_" not in sentence for sentence in said.values())
