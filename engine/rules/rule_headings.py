"""The headings under which the rules are listed (``wording/groups.toml``), and the rule with which each begins."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.rule_values import rule_types
from engine.sentences import table

_FIRST = {
    "game": "game",
    "turn": "direction",
    "melds": "min_meld_len",
    "wilds": "twos_wild",
    "canastas": "canasta_len",
    "muerto": "muerto_modes",
    "closing": "close_by",
    "match": "hands",
    "tournament": "stages",
}
"""The rule that begins each group."""


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules listed under one heading, in the order of ``Rules``."""

    name: str
    keys: tuple[str, ...]

    def title(self, language: str) -> str:
        """Its heading in ``language``."""
        return table("groups")[self.name][language]


def _groups() -> tuple[RuleGroup, ...]:
    keys = tuple(rule_types())
    begins = [keys.index(first) for first in _FIRST.values()]
    ends = (*begins[1:], len(keys))
    return tuple(RuleGroup(name, keys[begin:end]) for name, begin, end in zip(_FIRST, begins, ends, strict=True))


RULE_GROUPS = _groups()
"""Every rule, under one heading each."""
