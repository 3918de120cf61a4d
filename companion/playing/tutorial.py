"""The tutorial of a first game: sentences for a learner, adapted to the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.playing.tutorial_ends import canasta, close, count, muerto
from companion.playing.tutorial_words import say
from engine.rules.rules import Rules

LEARNERS = 2
"""How many play a first game."""


def lessons(rules: Rules, language: str) -> Mapping[str, str]:
    """The tutorial sentences under ``rules`` by key, in order.

    Those about features that these rules lack are left out.
    """
    return dict(_sentences(rules, language))


def _sentences(rules: Rules, language: str) -> Iterator[tuple[str, str]]:
    yield "goal", say(language, "goal" if rules.canasta_len is None else "goal with canastas")
    yield "rack", say(language, "rack", dealt=dict(rules.deal)[LEARNERS])
    yield "draw", say(language, "draw or lay" if rules.draw_or_play else "draw")
    yield from _melds(rules, language)
    yield from _playing(rules, language)
    if rules.canasta_len is not None:
        yield "canasta", canasta(rules, language)
    if rules.muertos:
        yield "muerto", muerto(rules, language)
    yield "close", close(rules, language)
    yield "count", count(rules, language)


def _melds(rules: Rules, language: str) -> Iterator[tuple[str, str]]:
    least = rules.min_meld_len
    yield "run", say(language, "run", least=least, numbers=_listed(range(4, 4 + least)))
    yield "group", _group(rules, language) if rules.piernas_allowed else say(language, "no groups")
    if rules.first_meld_min:
        is_by_numbers = rules.first_meld_counts == "numbers"
        yield "opening", say(language, "opening by numbers" if is_by_numbers else "opening", least=rules.first_meld_min)
    yield "try", say(language, "try")
    if rules.twos_wild or rules.jokers:
        key = ("joker and twos" if rules.jokers else "twos") if rules.twos_wild else "joker"
        yield "wild", say(language, key, most=rules.max_wilds)


def _group(rules: Rules, language: str) -> str:
    least, most = rules.min_meld_len, rules.pierna_max_len
    lacking = [number for number in range(1, 14) if number not in rules.piernas_allowed]
    return say(
        language,
        "group",
        counted=say(language, "or more" if most is None else "from to", least=least, most=most),
        colours=say(language, "other colours" if rules.pierna_distinct_colours else "any colours"),
        without=say(language, "none of", numbers=_listed(lacking)) if lacking else "",
    )


def _playing(rules: Rules, language: str) -> Iterator[tuple[str, str]]:
    is_common = rules.meld_owner == "table"
    yield "extend", say(language, "extend any" if is_common else "extend own")
    if is_common:
        yield "rearrange", say(language, "rearrange")
    key = "discard" if rules.discard_ends_turn else "end"
    yield key, say(language, key)
    yield "theirs", say(language, "theirs" if rules.meld_owner == "side" else "everybody's")
    if "pozo" in rules.draw_sources and rules.pozo_take != "never":
        what = say(language, "whole" if rules.pozo_take == "whole" else "from the top")
        yield "pozo", say(language, "pozo", what=what, use=say(language, f"use {rules.pozo_top_use}"))


def _listed(numbers: range | list[int]) -> str:
    return ", ".join(map(str, numbers))
