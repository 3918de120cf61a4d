"""What stands in the form of an agreement: what was agreed, or what somebody filled in when it was refused."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.dashboard.desk import desk
from companion.snapshot import RuleView, TableSnapshot

_FIELDS = ("count", "players", "rules", "target", "overrides")
_TARGET = "target="
USUAL_COUNT = 4


@dataclass(frozen=True, slots=True)
class Filled:
    """The form of an agreement."""

    count: int
    names: tuple[str, ...]
    rules: str
    target: str
    overrides: str
    """One a line."""

    def name(self, seat: int) -> str:
        """What the player in a seat goes by; empty where nobody said so."""
        return self.names[seat] if seat < len(self.names) else ""

    @property
    def listed(self) -> tuple[RuleView, ...]:
        """Every rule of the profile that is chosen."""
        profile = desk().offer.profile(self.rules)
        return profile.rules if profile else ()


def filled(asked: MultiDict[str, str], shown: TableSnapshot | None = None) -> Filled:
    """The form as the address of its page says, and as ``shown`` has agreed before where it says nothing."""
    agreed = shown.rules.overrides if shown else ()
    target = next((one.removeprefix(_TARGET) for one in agreed if one.startswith(_TARGET)), "")
    others = "\n".join(one for one in agreed if not one.startswith(_TARGET))
    names = [player.name for player in shown.players] if shown else []
    return Filled(
        count=asked.get("count", len(names) or USUAL_COUNT, type=int),
        names=tuple(asked.getlist("players") or names),
        rules=asked.get("rules") or (agreed_rules(shown) if shown else desk().settings.rules),
        target=asked.get("target", target),
        overrides=asked.get("overrides", others),
    )


def agreed_rules(shown: TableSnapshot) -> str:
    """The name under which the rules of a match may be chosen; those that are not offered any more keep theirs."""
    known = desk().offer.called(shown.rules.name)
    return known.name if known else shown.rules.name


def with_filled(address: str, form: MultiDict[str, str]) -> str:
    """The address of the page of the form, where it shows again what somebody filled in."""
    return f"{address}?{urlencode([(name, one) for name in _FIELDS for one in form.getlist(name)])}"
