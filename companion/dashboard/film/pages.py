"""The film page of a match: the seconds around an entry, protected film, and consent."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.auth.access import may
from companion.dashboard.error_pages import refuse
from companion.dashboard.film.interfaces import Film, film
from companion.dashboard.language import current_language, own_path
from companion.dashboard.matches.command_forms import tables
from companion.view_models import LogLine
from companion.view_models.film import FilmView

film_pages = Blueprint("film", __name__, url_prefix="/matches")
LATEST_MS = 2**42
"""A time in the year 2109, which every system can tell the date of."""


def add_film(app: Flask, kept: Film) -> Flask:
    """Add the film service ``kept`` to the application. Tables and camera were added before."""
    app.extensions["film"] = kept
    app.register_blueprint(film_pages)
    app.jinja_env.globals.update(has_film=True, film_view=view, filmed_at=filmed_at)
    return app


@film_pages.get("/<match>/film")
def page(match: str) -> str:
    """The film around an entry (``entry``) or a time (``at``, in milliseconds); without either all of it."""
    shown = tables().snapshot(match, current_language())
    at_ms = _asked(match)
    moments = film().moments(match, at_ms / 1000) if at_ms is not None else ()
    chosen = request.args.get("shot", type=int)
    return render_template(
        "film.html",
        shown=shown,
        film=view(match),
        entry=next((line for line in _log(match) if line.number == _entry()), None),
        at_ms=at_ms,
        moments=moments,
        chosen=chosen if chosen in moments else next(iter(moments), None),
    )


@film_pages.get("/<match>/film/<int:at_ms>.jpg")
def picture(match: str, at_ms: int) -> Response:
    """One picture, not to be cached."""
    tables().revision(match)
    answer = make_response(film().picture(match, at_ms) or refuse(404, _("Ese video ya no se guarda.")))
    answer.content_type = "image/jpeg"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@film_pages.post("/<match>/film")
def change(match: str) -> AnyResponse:
    """Start or stop filming (``on``, ``off``), protect the shown film (``keep``), delete all (``delete``)."""
    tables().revision(match)
    wish, at_ms = request.form.get("do", ""), request.form.get("at", type=_time)
    if wish in ("on", "off"):
        film().switch(match, on=wish == "on")
    elif wish == "keep" and at_ms is not None:
        film().keep(match, at_ms / 1000) or refuse(404, _("Ese video ya no se guarda."))
    elif wish == "delete":
        film().delete(match)
    else:
        refuse(400, _("Con el video se puede: on, off, keep o delete."))
    return redirect(own_path(request.form.get("next") or url_for("film.page", match=match)), 303)


def view(match: str) -> FilmView:
    """The state of a match's film."""
    return film().view(match, current_language())


def filmed_at(match: str, at_s: float) -> bool:
    """Whether the visitor may see film of that time."""
    if "filmed" not in g:
        g.filmed = view(match) if may("scorer") else None
    return g.filmed is not None and g.filmed.has_film_at(at_s)


def _log(match: str) -> tuple[LogLine, ...]:
    return tables().log(match, current_language()) if _entry() else ()


def _entry() -> int | None:
    return request.args.get("entry", type=int)


def _time(written: str) -> int:
    """A time in milliseconds since 1970. Raises ValueError for one beyond ``LATEST_MS``."""
    if not 0 <= (at_ms := int(written)) <= LATEST_MS:
        raise ValueError(written)
    return at_ms


def _asked(match: str) -> int | None:
    """The requested time."""
    if _entry() is None:
        return request.args.get("at", type=_time)
    line = next((log_line for log_line in _log(match) if log_line.number == _entry()), None)
    return round(1000 * line.at_s) if line else refuse(404, _("Esa anotación no está."))
