"""Convert the steps of a hand to animation scenes in the visitor's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flask_babel import gettext as _

from companion.dashboard.wording import tally_words
from companion.view_models import HandView, MatchSnapshot, ReplayView
from companion.view_models.animation import Scene, SceneMeld, ScenePile, SceneSide

Animate = Callable[[Iterable[Scene], str], bytes]
"""Draws scenes into a file: an animated ``gif`` or an ``mp4``. Raises OSError where this machine cannot."""
MOST_STEPS = 400
"""The longest hand that is animated, in steps of a second."""
_SHOWN_POZO = 8


def scenes(snapshot: MatchSnapshot, views: Iterable[ReplayView]) -> Iterator[Scene]:
    """A scene for each of the views, which are steps of one hand of ``snapshot``."""
    words = _("Mazo"), _("Pozo"), _("Muertos"), _("La mesa")
    title = _("Mano %(number)s", number=snapshot.hand.number) if snapshot.hand else snapshot.title
    for view in views:
        yield _scene(snapshot, view, f"{snapshot.rules.title} · {title}", words)


def _scene(snapshot: MatchSnapshot, view: ReplayView, title: str, words: tuple[str, str, str, str]) -> Scene:
    step, hand = view.steps[view.at - 1], view.hand
    mazo, pozo, muertos, table = words
    lying = hand.pozo[-1:] if hand.pozo_covered else hand.pozo[-_SHOWN_POZO:]
    piles = [ScenePile(mazo, hand.mazo)]
    if snapshot.rules.pozo_takes != "never" or hand.pozo:
        piles.append(ScenePile(pozo, len(hand.pozo), lying))
    if snapshot.rules.muertos:
        piles.append(ScenePile(muertos, len(hand.muertos)))
    new = step.line.number if step.line.holds else None
    points = [tally_words(point) for point in step.points] or ["–"] * len(snapshot.teams)
    sides = [SceneSide(team.name, points[team.index], _melds(hand, new, team.index)) for team in snapshot.teams]
    if snapshot.rules.common_table:
        sides.append(SceneSide(table, "", _melds(hand, new, None)))
    says = " ".join(step.line.says)
    at = f"{view.at} / {len(view.steps)}"
    return Scene(title=title, at=at, says=says, piles=tuple(piles), sides=tuple(sides))


def _melds(hand: HandView, new: int | None, team: int | None) -> tuple[SceneMeld, ...]:
    """The melds of a side, or of the shared table; those changed by the entry ``new`` are marked."""
    return tuple(SceneMeld(meld.tiles, meld.entry == new) for meld in hand.melds if meld.team == team)
