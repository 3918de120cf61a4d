"""The public rule queries: within size limits, by known rule sets only, never a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.house_rules.naming import name_of
from companion.matches.agreement import Agreement
from companion.refusal import HasSentence, LawRefused
from companion.rule_questions.judging import count_hand, judge_melds, rules_as_json
from companion.rule_questions.play_advice import WrittenTable, advise_on
from companion.rule_questions.rule_books import rule_book, rule_card
from companion.view_models.rule_book import RuleBook, RuleCard
from engine import PROFILES, HandRecord, NotationError, RecordError, Rules, RulesError, parse_hand, parse_table
from engine.rule_and_tile_words import LANGUAGES
from engine.rules.profiles import DEFAULT_PROFILE, overridden

MOST_MELDS, MOST_TILES, MOST_TEXT = 40, 28, 400
"""Melds that are judged at once, the tiles of one, and the letters of one text."""
MOST_TABLE = 1200
"""Letters of a whole table; all tiles of a set and the bars between its melds need five hundred."""
MOST_RULES = 120
"""Rules that may be changed at once."""
MOST_OF_HAND = 300
"""Tiles of a finished hand; no set holds more."""
_OF_ALL = ("rules", "set", "lang")
_OF_MELDS = ("melds", "before", "opening", *_OF_ALL)
_SWITCHES, _MAYBE = ("opened", "muerto_taken"), "drawn"
_WRITTEN = ("rack", "table", "theirs", "pozo")
CurrentLaws = Callable[[], Mapping[str, Rules]]
"""The rule sets by which this house answers, by name."""
BaseOf = Callable[[str], Rules | None]


def address_of(name: str) -> str:
    """A rule set's name for URLs: a user's own goes by its file name, without folders."""
    return name if name in PROFILES else Path(name).stem


class LawService:
    """Answers rule queries; raises LawRefused with the field at fault."""

    def __init__(
        self, laws: CurrentLaws, usual: str, agreements: Callable[[str], Agreement], base_of: BaseOf = lambda _: None
    ) -> None:
        """``usual`` is the default rule set; ``agreements`` returns the agreement of a match, ``base_of`` a set's
        base."""
        self._laws = laws
        self._base_of = base_of
        self._agreements = agreements
        self._usual = address_of(usual)

    @property
    def usual(self) -> str:
        """The default rule set; a stored one may have been archived meanwhile."""
        return self._usual if self._usual in self._named() else DEFAULT_PROFILE

    def meld(self, query: Mapping[str, Any], language: str) -> dict[str, Any]:
        """The answer of ``burako meld --json`` for ``melds``, with ``before`` and ``opening`` where given."""
        _refuse_unknown(query, _OF_MELDS)
        rules, language = self._rules_of(query), _language_of(query, language)
        melds = _texts(query, "melds", MOST_MELDS, '["5r 6r J 8r"]')
        before, opening = query.get("before"), query.get("opening", False)
        if before is not None and not isinstance(before, str):
            raise _refused("before", "law expects", example='"5r J 7r"')
        if type(opening) is not bool:
            raise _refused("opening", "law expects", example="false")
        _check_melds(melds, "melds")
        _check_melds((before,) if before is not None else (), "before")
        try:
            judgment = judge_melds(melds, rules, before, opening=opening)
        except CompanionError:
            raise _refused("before", "law one change") from None
        except NotationError as error:  # several melds where one was
            raise LawRefused.about("before", error) from error
        if not judgment.verdicts:
            raise _refused("melds", "law no melds")
        return judgment.as_json(language)

    def advise(self, query: Mapping[str, Any], language: str) -> dict[str, Any]:
        """The answer of ``burako advise --json`` for a ``rack`` and the known table."""
        _refuse_unknown(query, (*_WRITTEN, *_SWITCHES, _MAYBE, *_OF_ALL))
        rules, language = self._rules_of(query), _language_of(query, language)
        for field in _WRITTEN:
            if not isinstance(query.get(field, ""), str):
                raise _refused(field, "law expects", example='"5r 6r J"')
        for field in (*_SWITCHES, _MAYBE):
            if type(query.get(field, False)) is not bool:
                raise _refused(field, "law expects", example="true")
        _check_melds(
            [query[field] for field in ("table", "theirs") if query.get(field, "").strip()], "table", MOST_TABLE
        )
        written = {field: query.get(field, "") for field in _WRITTEN}
        if any(len(text) > MOST_TABLE for text in written.values()):
            raise _refused("rack", "law too long", most=MOST_TABLE)
        said = {field: query[field] for field in (*_SWITCHES, _MAYBE) if field in query}
        try:
            return advise_on(WrittenTable(**written, **said), rules).as_json(language)
        except (CompanionError, NotationError) as error:
            raise LawRefused.about("rack", error) from error

    def score(self, query: Mapping[str, Any], language: str) -> dict[str, Any]:
        """The answer of ``burako score --json`` for a hand file, or for ``hand`` with ``rules`` beside it."""
        rules, language = self._rules_of(query), _language_of(query, language)
        beside = {key: answer for key, answer in query.items() if key not in _OF_ALL}
        written = beside["hand"] if set(beside) == {"hand"} and isinstance(beside["hand"], Mapping) else beside
        try:
            record = parse_hand(written)
        except RecordError as error:
            raise LawRefused.about("teams", error) from error
        _check_hand(record)
        counted = count_hand(record, rules)
        if counted.scored.impossible:
            refused = LawRefused({code: counted.why_impossible(code) for code in LANGUAGES}, field="teams")
            refused.impossible = tuple(fault.as_json(language, rules) for fault in counted.scored.impossible)
            raise refused
        return counted.as_json(language)

    def rules(self, name: str, language: str) -> dict[str, Any]:
        """The answer of ``burako rules NAME --json``."""
        return rules_as_json(self._called(name, 404), language)

    def cards(self, language: str) -> tuple[RuleCard, ...]:
        """The available rule sets."""
        return tuple(rule_card(name, rules, language) for name, rules in self._named().items())

    def book(self, name: str, language: str) -> RuleBook:
        """The rule book of the rules called ``name``."""
        return replace(rule_book(self._called(name, 404), language, self._base_of(name)), name=name)

    def agreed(self, match: str, language: str) -> RuleBook:
        """The rules agreed on in a match, with their overrides."""
        agreement = self._agreements(match)
        rules, named = agreement.rules, self._named()
        own = name_of(rules.name)
        name = own if own in named else address_of(rules.name)
        return replace(rule_book(rules, language, named.get(name)), name=name)

    def _rules_of(self, query: Mapping[str, Any]) -> Rules:
        name = query.get("rules", self.usual)
        if not isinstance(name, str):
            raise _refused("rules", "law expects", example='"clasico"')
        return _changed(self._called(name, 422), _texts(query, "set", MOST_RULES, '["max_wilds=2"]'))

    def _named(self) -> dict[str, Rules]:
        return {address_of(name): rules for name, rules in self._laws().items()}

    def _called(self, name: str, status: int) -> Rules:
        """The rules called ``name``; paths are never resolved."""
        laws = self._named()
        if name not in laws:
            known = ", ".join(laws)
            raise LawRefused.about("rules", CompanionError("law no such rules", name=name[:80], known=known), status)
        return laws[name]


def _changed(rules: Rules, overrides: Sequence[str]) -> Rules:
    try:
        return overridden(rules, overrides) if overrides else rules
    except RulesError as error:
        raise LawRefused.about("set", error) from error


def _refused(field: str, key: str, **parts: object) -> LawRefused:
    said: HasSentence = CompanionError(key, **({"field": field} | parts))
    return LawRefused.about(field, said)


def _refuse_unknown(query: Mapping[str, Any], keys: Sequence[str]) -> None:
    for name in query:
        if name not in keys:
            raise _refused(name[:80], "law unknown field", one=name[:80], known=", ".join(keys))


def _language_of(query: Mapping[str, Any], language: str) -> str:
    named = query.get("lang", language)
    if named not in LANGUAGES:
        raise _refused("lang", "law expects", example=", ".join(f'"{code}"' for code in LANGUAGES))
    return str(named)


def _texts(query: Mapping[str, Any], field: str, most: int, example: str) -> tuple[str, ...]:
    listed = query.get(field, [])
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise _refused(field, "law expects", example=example)
    if len(listed) > most:
        raise _refused(field, "law too many", most=most)
    if any(len(text) > MOST_TEXT for text in listed):
        raise _refused(field, "law too long", most=MOST_TEXT)
    return tuple(listed)


def _check_melds(melds: Sequence[str], field: str, most_text: int = MOST_TEXT) -> None:
    """Raise LawRefused for invalid notation, and for more tiles than a meld has."""
    refused = partial(_refused, field)
    if any(len(meld) > most_text for meld in melds):
        raise refused("law too long", most=most_text)
    try:
        laid = [meld for text in melds for meld in parse_table(text)]
    except NotationError as error:
        raise LawRefused.about(field, error) from error
    if len(laid) > MOST_MELDS:
        raise refused("law too many", most=MOST_MELDS)
    _check_lengths(map(len, laid), field)


def _check_hand(record: HandRecord) -> None:
    if (count := len(record.tiles)) > MOST_OF_HAND:
        raise _refused("teams", "law many tiles", count=count, most=MOST_OF_HAND)
    melds = (*record.table, *(meld for team in record.teams for meld in (*team.melds, *team.set_aside)))
    _check_lengths(map(len, melds), "teams")


def _check_lengths(lengths: Iterable[int], field: str) -> None:
    longest = max(lengths, default=0)
    if longest > MOST_TILES:
        raise _refused(field, "law too many tiles", count=longest, most=MOST_TILES)
