"""The content of an agreement form: the present agreement, or refused input."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.dashboard.photos.photo_service import photo_service
from companion.view_models import MatchSnapshot, ProfileView, RuleView

_FIELDS = ("count", "players", "rules", "target", "overrides")
_TARGET = "target="
_MAIN = ("target", "hands", "max_wilds", "pozo_take", "close_needs_canasta", "close_needs_muerto", "muerto_taken_bonus",
         "muerto_untaken_penalty", "bad_meld")  # fmt: skip
USUAL_COUNT = 4


@dataclass(frozen=True, slots=True)
class AgreementForm:
    """The form of an agreement."""

    count: int
    names: tuple[str, ...]
    rules: str
    target: str
    overrides: str
    """One a line."""

    def name(self, seat: int) -> str:
        """The name of the player in a seat; empty if none was given."""
        return self.names[seat] if seat < len(self.names) else ""

    @property
    def profile(self) -> ProfileView | None:
        """The selected rules, where they are offered."""
        return photo_service().offer.called(self.rules)

    @property
    def target_said(self) -> str:
        """The target points; empty where hands are counted."""
        found = self.profile.rule("target") if self.profile else None
        return found.value if found and found.value.isdigit() else ""

    @property
    def main(self) -> tuple[RuleView, ...]:
        """The rules that vary most: the end of the match, and the main options."""
        if self.profile is None:
            return ()
        muertos = self.profile.rule("muertos")
        has_muertos = muertos is not None and muertos.value != "0"
        found = (self.profile.rule(key) for key in _MAIN if has_muertos or "muerto" not in key)
        return tuple(choice for choice in found if choice and choice.says and choice.value != "none")

    @property
    def listed(self) -> tuple[RuleView, ...]:
        """Every rule of the selected profile."""
        return self.profile.rules if self.profile else ()


def filled(fields: MultiDict[str, str], snapshot: MatchSnapshot | None = None) -> AgreementForm:
    """The form from the page's address, with the agreement of ``snapshot`` as default."""
    agreed = snapshot.rules.overrides if snapshot else ()
    target = next((override.removeprefix(_TARGET) for override in agreed if override.startswith(_TARGET)), "")
    others = "\n".join(override for override in agreed if not override.startswith(_TARGET))
    names = [player.name for player in snapshot.players] if snapshot else []
    return AgreementForm(
        count=fields.get("count", len(names) or USUAL_COUNT, type=int),
        names=tuple(fields.getlist("players") or names),
        rules=fields.get("rules") or (agreed_rules(snapshot) if snapshot else photo_service().settings.rules),
        target=fields.get("target", target),
        overrides=fields.get("overrides", others),
    )


def agreed_rules(snapshot: MatchSnapshot) -> str:
    """The name under which the rules of a match may be selected; rules no longer offered keep theirs."""
    known = photo_service().offer.called(snapshot.rules.name)
    return known.name if known else snapshot.rules.name


def with_filled(address: str, form: MultiDict[str, str]) -> str:
    """The address of the form page with the submitted content."""
    return f"{address}?{urlencode([(name, value) for name in _FIELDS for value in form.getlist(name)])}"
