"""The rule book of a table, and the list of rule sets."""

from __future__ import annotations

from pathlib import Path

from companion.phrases.wording import say
from companion.view_models.rule_book import BookChapter, BookRule, RuleBook, RuleCard
from engine import PROFILES, RULE_GROUPS, Origin, RuleLine, Rules, profile_title
from engine.rule_and_tile_words import rule_statement, table
from engine.rules.citations import GENERAL, article

_OF_CAMERAS = "seen"
"""The heading of what is no rule for players: poor reading by a camera."""


def rule_book(rules: Rules, language: str, base: Rules | None = None, title: str = "") -> RuleBook:
    """Every rule of ``rules`` in ``language``; ``base`` is the set that they override."""
    lines = {line.key: line for line in rules.lines(language)}
    general = BookChapter(
        "general", say(language, "general rules"), tuple(_general(key, language) for key in GENERAL if key != "seen")
    )
    chapters = tuple(
        BookChapter(
            group.name,
            group.title(language),
            tuple(_book_rule(lines[key], rules, base, language) for key in group.keys if key in lines),
        )
        for group in RULE_GROUPS
    )
    return RuleBook(
        name=rules.name,
        title=title or rules_title(rules.name, language),
        about=about_rules(rules.name, language),
        chapters=(general, *chapters),
        texts=_texts(rules, language),
    )


def rule_card(name: str, rules: Rules, language: str) -> RuleCard:
    """The list entry of a rule set, under ``name``."""
    most = max(rules.players)
    sides = rules.sides or most
    return RuleCard(
        name=name,
        title=rules_title(rules.name, language),
        about=about_rules(name, language),
        common_table=rules.meld_owner == "table",
        muertos=rules.muertos,
        sides=sides,
        racks=most // sides,
    )


def rules_title(name: str, language: str) -> str:
    """The title of a profile; a user's own is named after its file."""
    return profile_title(name, language) if name in PROFILES else Path(name).stem


def _general(key: str, language: str) -> BookRule:
    """The rules common to every table."""
    says = rule_statement(key, 0, language)
    return BookRule(key=key, says=says, settles="", value="", article="", because="")


def _book_rule(line: RuleLine, rules: Rules, base: Rules | None, language: str) -> BookRule:
    is_changed = line.origin.basis == "house" and bool(line.origin.source)
    was = getattr(base, line.key) if base else None
    if base and was == line.value:
        is_changed = False
    return BookRule(
        key=line.key,
        says=rule_statement(line.key, line.value, language),
        settles=line.sentence,
        value=line.written,
        article=article(line.key, rules, language),
        because=say(language, f"because {_basis(line.origin)}"),
        is_changed=is_changed,
        was=rule_statement(line.key, was, language) if base and is_changed else "",
    )


def _basis(origin: Origin) -> str:
    return "chosen" if origin.basis == "house" and not origin.source else origin.basis


def about_rules(name: str, language: str) -> str:
    """Two lines on the origin of the rules and on the game; only the origin for a stored set."""
    return table("abouts")[name][language] if name in PROFILES else say(language, "own rule set")


def _texts(rules: Rules, language: str) -> tuple[tuple[str, str], ...]:
    """The texts cited by ``rules``, each once with its description."""
    known = table("texts")
    cited = {source.partition(":")[0] for _, origin in rules.origins for source in _sources(origin)}
    return tuple((name, words[language]) for name, words in known.items() if name in cited)


def _sources(origin: Origin) -> list[str]:
    return [] if origin.basis in ("house", "none") else origin.source.split()
