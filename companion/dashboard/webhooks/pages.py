"""Webhook pages of the organiser: list, create, test, switch and remove hooks."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.local_requests import is_near
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import form_key
from companion.dashboard.webhooks.interfaces import Hooks, hooks
from companion.refusal import TranslatableRefusal
from companion.view_models.webhooks import CreatedHook, HookRequest

hook_pages = Blueprint("hook_pages", __name__, url_prefix="/hooks")
KINDS = (
    "score.changed", "hand.closed", "hand.removed", "match.finished", "round.paired", "round.finished",
    "tournament.finished",
)  # fmt: skip
_LONGEST = 600


def add_hooks(app: Flask, of_house: Hooks) -> Flask:
    """Add the page of hooks to ``app``, which has matches already; returns it."""
    app.extensions["hooks"] = of_house
    app.register_blueprint(hook_pages)
    app.jinja_env.filters.update(hook_event=event_words, hook_standing=standing_words)
    app.jinja_env.globals.update(has_hooks=True)
    return app


@hook_pages.get("")
def page() -> str:
    """The hooks, and where a new one is set up."""
    return _shown(None)


@hook_pages.post("")
def make() -> Response | str:
    """Create a hook and show its secret once."""
    wanted = HookRequest(
        kind=_field("kind") or "web",
        address=_field("address"),
        events=tuple(request.form.getlist("events")[: len(KINDS)]),
        only=_field("only"),
        password=_field("password"),
        source=_field("source"),
        scene=_field("scene"),
    )
    try:
        made = hooks().make(wanted, form_key(), is_near=is_near())
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
        return redirect(url_for("hook_pages.page"), 303)
    return _shown(made) if made.secret else redirect(url_for("hook_pages.page"), 303)


@hook_pages.post("/<hook>")
def change(hook: str) -> Response:
    """Handle a command about a hook, and redirect to the list."""
    does = _ORDERS.get(_field("order")) or refuse(422, _("No hay ninguna orden con ese nombre."))
    try:
        does(hook)
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
    return redirect(url_for("hook_pages.page"), 303)


def _shown(made: CreatedHook | None) -> str:
    listed = hooks().hooks(current_language())
    return render_template("hooks.html", hooks=listed, kinds=KINDS, made=made, is_near=is_near())


def _probed(hook: str) -> None:
    found = hooks().probe(hook, current_language())
    if found is None:
        flash(_("Todavía no contestó: fijate en la lista dentro de un rato."))
    elif found.standing == "delivered":
        flash(_("Llegó: %(answer)s, en %(ms)s ms.", answer=found.answer, ms=found.took_ms))
    else:
        flash(_("No llegó: %(answer)s.", answer=found.answer))


def _field(name: str) -> str:
    return request.form.get(name, "")[:_LONGEST]


_ORDERS: dict[str, Callable[[str], None]] = {
    "test": _probed,
    "on": lambda hook: hooks().switch(hook, is_on=True),
    "off": lambda hook: hooks().switch(hook, is_on=False),
    "drop": lambda hook: hooks().drop(hook),
}


def event_words(kind: str) -> str:
    """A kind of events, in words."""
    words = {
        "score.changed": _("cambia el tanteo"),
        "hand.closed": _("se cierra una mano"),
        "hand.removed": _("se quita una mano"),
        "match.finished": _("termina una partida"),
        "round.paired": _("se arma una ronda"),
        "round.finished": _("termina una ronda"),
        "tournament.finished": _("termina un torneo"),
        "test": _("prueba"),
    }
    return str(words.get(kind, kind))


def standing_words(standing: str) -> str:
    """The state of an attempt, in words."""
    return str({"delivered": _("llegó"), "waits": _("se prueba de nuevo")}.get(standing, _("no se prueba más")))
