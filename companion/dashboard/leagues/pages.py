"""Leagues: a season of evenings as one table, which only the organiser sees until it is shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from flask import Blueprint, Flask, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.access import may
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.leagues.interfaces import Leagues, leagues
from companion.dashboard.matches.command_forms import form_key
from companion.dashboard.tournaments.downloads import sent
from companion.dashboard.tournaments.interfaces import tournaments
from companion.refusal import TranslatableRefusal

league_pages = Blueprint("league_pages", __name__)
_NUMBERS = ("won", "level", "lost", "came", "best")
_OFFERED = 200
"""The number of tournaments offered for an evening, those with the latest entries."""
_WIDTH, _HEIGHT = 120, 28
"""The size of the line of ratings."""


def add_leagues(app: Flask, of_house: Leagues) -> Flask:
    """Add the pages of leagues to ``app``, which has tournaments already; returns it."""
    app.extensions["leagues"] = of_house
    app.register_blueprint(league_pages)
    app.jinja_env.filters.update(score_letter=score_letter, rating_line=rating_line, streak_words=streak_words)
    app.jinja_env.globals.update(has_leagues=True)
    return app


@league_pages.get("/leagues")
def listed() -> str:
    """The page of the leagues visible to the visitor, with the form for a new one."""
    return render_template("league/listed.html", cards=leagues().cards(is_private=may("organiser")))


@league_pages.get("/leagues/<league>")
def page(league: str) -> str:
    """A league: its table and, for the organiser, its evenings and point rules."""
    _check(league)
    shown = leagues().snapshot(league, current_language(), request.args.get("of", ""))
    there = {evening.tournament for evening in shown.evenings}
    offered = tournaments().cards(current_language(), 0, _OFFERED) if may("organiser") else ()
    return render_template("league/league.html", shown=shown, offered=[
        card for card in offered if card.tournament not in there and not card.trouble
    ])  # fmt: skip


@league_pages.get("/leagues/<league>/table.<form>")
def paper(league: str, form: str) -> Response:
    """The table of a league as a file."""
    _check(league)
    made = leagues().paper(league, form, current_language(), request.args.get("of", ""))
    return sent(made or refuse(404, _("Ese papel no está.")))


@league_pages.get("/api/leagues")
def cards() -> Response:
    """The leagues for programs."""
    return jsonify(leagues=[asdict(card) for card in leagues().cards(is_private=may("organiser"))])


@league_pages.get("/api/leagues/<league>")
def league(league: str) -> Response:
    """A league for programs."""
    _check(league)
    return jsonify(leagues().snapshot(league, current_language(), request.args.get("of", "")).as_json())


@league_pages.post("/leagues")
def make() -> Response:
    """Create a league and redirect to it."""
    try:
        name = leagues().make(request.form.get("title", ""), form_key()[:80])
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
        return redirect(url_for("league_pages.listed"), 303)
    return redirect(url_for("league_pages.page", league=name), 303)


@league_pages.post("/leagues/<league>")
def change(league: str) -> Response:
    """Handle the organiser's command on a league and redirect to it."""
    does = _ORDERS.get(request.form.get("order", "")) or refuse(422, _("No hay ninguna orden con ese nombre."))
    try:
        does(league)
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
    if request.form.get("order") == "erase":
        return redirect(url_for("league_pages.listed"), 303)
    return redirect(url_for("league_pages.page", league=league), 303)


def _changed(league: str) -> None:
    places = [part for part in request.form.get("places", "").replace(",", " ").split() if part]
    written = {name: request.form.get(name, "0") or "0" for name in _NUMBERS}
    if not all(place.isascii() and place.isdecimal() and len(place) < 6 for place in (*places, *written.values())):
        refuse(422, _("Los puntos se escriben con números enteros."))
    numbers = {name: int(text) for name, text in written.items()}
    title, seen = request.form.get("title", ""), request.form.get("seen", "")
    leagues().change(league, title, numbers, list(map(int, places)), seen)


def _field(name: str) -> str:
    return request.form.get(name, "")[:200]


_ORDERS: dict[str, Callable[[str], None]] = {
    "change": _changed,
    "add": lambda league: leagues().add(league, _field("tournament"), _field("key")),
    "drop": lambda league: leagues().drop(league, _field("tournament"), _field("key")),
    "share": lambda league: leagues().share(league, is_public=True, key=_field("key")),
    "keep": lambda league: leagues().share(league, is_public=False, key=_field("key")),
    "hide": lambda league: leagues().hide(league, _field("name"), is_hidden=True, key=_field("key")),
    "show": lambda league: leagues().hide(league, _field("name"), is_hidden=False, key=_field("key")),
    "erase": lambda league: leagues().erase(league),
}


def _check(league: str) -> None:
    """Refuse a private league in the same words as a missing one."""
    if not (may("organiser") or any(card.league == league for card in leagues().cards(is_private=False))):
        refuse(404, _("Esa liga no está."))


def score_letter(score: float) -> str:
    """The result of a match as one letter."""
    return str(_("G") if score == 1 else _("P") if score == 0 else _("E"))


def streak_words(streak: int) -> str:
    """A streak of wins or losses, in words."""
    if abs(streak) < 2:
        return ""
    return str(_("%(count)s ganados seguidos", count=streak) if streak > 0
               else _("%(count)s perdidos seguidos", count=-streak))  # fmt: skip


def rating_line(ratings: tuple[int, ...]) -> str:
    """The points of an SVG polyline of ratings, the lowest at the bottom; empty for fewer than two."""
    if len(ratings) < 2:
        return ""
    low, high = min(ratings), max(ratings)
    step, tall = _WIDTH / (len(ratings) - 1), max(high - low, 1)
    return " ".join(
        f"{at * step:.1f},{_HEIGHT - 2 - (rating - low) / tall * (_HEIGHT - 4):.1f}"
        for at, rating in enumerate(ratings)
    )
