"""The form of a rule set in the viewer's language: sections, controls and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from companion.house_rules.form_controls import LINES, choices_of, kind_of, offered, rows_of, written_of
from companion.house_rules.form_parsing import FilledRules
from companion.house_rules.wording import said
from companion.view_models.house_rules import FormFields, RuleControl, RuleInput, RuleSection
from engine.rule_and_tile_words import EITHER, rule_choice, rule_sentence, rule_statement, table
from engine.rules.rule_headings import RULE_GROUPS
from engine.sentences import Translated
from engine.tiles import NUMBERS

_SPARE_LINES = 2
_KEYWORD = re.compile(r" \((?:stock|meld_out|discard)\)")
"""What a profile writes, which nobody needs who chooses on a page."""
_PLACE = Translated("companion.house_rules.place", "{place}.º")


def sections_of(form: FilledRules, language: str) -> tuple[RuleSection, ...]:
    """Every rule under its heading."""
    return tuple(
        RuleSection(group.name, group.title(language), tuple(_control(form, key, language) for key in group.keys))
        for group in RULE_GROUPS
    )


def words_of(language: str) -> dict[str, str]:
    """How the parts of a sentence are joined; see `engine.rule_and_tile_words.rule_statement`."""
    words: Mapping[str, Any] = table("statements")["words"]
    names = ("and", "and before i", "or", "each", "from", "pile", "piles", "numbers", "one number")
    return {name: words[name][language] for name in names} | {"either": " ".join(EITHER)}


def _control(form: FilledRules, key: str, language: str) -> RuleControl:
    was, kind = getattr(form.base, key), kind_of(key)
    value = form.values.get(key, was)
    statements: Mapping[str, Any] = table("statements")[key]
    return RuleControl(
        key=key,
        kind=kind,
        settles=_KEYWORD.sub("", rule_sentence(key, language)),
        says=rule_statement(key, value, language) if key in form.values else "",
        was=rule_statement(key, was, language),
        inputs=tuple(_inputs(key, form.written, written_of(key, was), language)),
        hint=rule_choice(key, None, language) if kind == "limit" else "",
        is_changed=key not in form.values or value != was,
        problem=form.problems.get(key, {}).get(language, ""),
        statements={variant: words[language] for variant, words in statements.items()},
    )


def _inputs(key: str, written: FormFields, preset: FormFields, language: str) -> Iterator[RuleInput]:
    def single(name: str, kind: str, label: str = "", options: tuple[tuple[str, str], ...] = ()) -> RuleInput:
        return RuleInput(
            name=name, kind=kind, label=label, value=_first(written, name), preset=_first(preset, name), options=options
        )

    kind = kind_of(key)
    if kind in ("number", "limit"):
        yield single(key, "number")
    elif kind == "choice":
        yield single(key, "select", options=_options(key, language))
    elif kind == "ranking":
        for place in range(1, len(choices_of(key)) + 1):
            yield single(f"{key}.{place}", "select", _PLACE[language].format(place=place),
                         (("", "—"), *_options(key, language)))  # fmt: skip
    elif kind == "values":
        for number in NUMBERS:
            yield single(f"{key}.{number}", "number", str(number))
    elif kind == "by_players":
        text = "text" if key == "stock_piles" else "number"
        for players in rows_of(key, written, preset):
            yield single(f"{key}.{players}", text, said("by players", players=players)[language])
    elif kind == "by_points":
        yield from _lines(key, written, preset, language)
    elif kind in ("switch", "several"):
        yield from _checks(key, written, preset, language)


def _checks(key: str, written: FormFields, preset: FormFields, language: str) -> Iterator[RuleInput]:
    words: Mapping[str, Any] = table("statements")["words"]
    is_switch = kind_of(key) == "switch"
    for choice in ("1",) if is_switch else map(str, offered(key, written, preset)):
        label = "" if is_switch else choice if choice.isdecimal() else rule_choice(key, choice, language)
        yield RuleInput(
            name=key,
            kind="check",
            label=label,
            value=choice,
            is_checked=choice in written.get(key, ()),
            preset="1" if choice in preset.get(key, ()) else "",
            word=words[choice][language] if choice in words else choice,
        )


def _lines(key: str, written: FormFields, preset: FormFields, language: str) -> Iterator[RuleInput]:
    """The rows of a table by points: existing ones, and some empty ones."""
    lines = list(zip_longest(written.get(key, ()), written.get(f"{key}.to", ()), fillvalue=""))[:LINES]
    lines = [*lines, *[("", "")] * (max(_SPARE_LINES, len(preset.get(key, ())) - len(lines)))][:LINES]
    were = [*zip(preset.get(key, ()), preset.get(f"{key}.to", ()), strict=True), *[("", "")] * LINES]
    for (points, says), (was_points, was_says) in zip(lines, were, strict=False):
        yield RuleInput(name=key, kind="number", label=said("from points")[language], value=points, preset=was_points)
        yield RuleInput(name=f"{key}.to", kind="number", label=said("to points")[language], value=says, preset=was_says)


def _options(key: str, language: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(choice), rule_choice(key, choice, language)) for choice in choices_of(key))


def _first(written: FormFields, name: str) -> str:
    return next(iter(written.get(name, ())), "")
