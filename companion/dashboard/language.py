"""The visitor's language: the chosen one (a cookie), else the browser's, else Spanish."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, request
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response

LANGUAGES = {"es": "Español", "en": "English", "pt": "Português", "it": "Italiano"}
"""The languages by code, each under its own name; templates are written in the first."""
EVERYWHERE = ("es", "en")
"""The languages offered on every page."""
COOKIE = "language"
_YEAR_S = 365 * 24 * 3600

language_pages = Blueprint("language", __name__)


def install_languages(app: Flask) -> None:
    """Install language selection in ``app``."""
    Babel(app, default_locale="es", locale_selector=_chosen)
    app.register_blueprint(language_pages)
    app.jinja_env.globals.update(
        languages=LANGUAGES, language=current_language, offered_languages=_offered, other_languages=_others
    )


def current_language() -> str:
    """The code of the language of this request."""
    locale = get_locale()
    return locale.language if locale else "es"


@language_pages.post("/language")
def choose() -> Response:
    """Store a language and return to the page on which it was chosen."""
    answer = redirect(own_path(request.form.get("next", "/")), 303)
    if request.form.get("language") in LANGUAGES:
        chosen = request.form["language"]
        answer.set_cookie(COOKIE, chosen, max_age=_YEAR_S, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def _offered() -> tuple[str, ...]:
    """The languages that a page offers: the common ones, the browser's, and the current one."""
    return tuple(dict.fromkeys((*EVERYWHERE, _of_browser(), current_language())))


def _others() -> tuple[str, ...]:
    """The further languages on the home page."""
    return tuple(code for code in LANGUAGES if code not in _offered())


def _chosen() -> str:
    asked = request.args.get("language") if request.path.startswith("/api/") else request.cookies.get(COOKIE)
    if asked in LANGUAGES:
        return asked
    return _of_browser()


def _of_browser() -> str:
    return request.accept_languages.best_match(LANGUAGES, default="es") or "es"


def own_path(path: str) -> str:
    """``path`` if it is on this site, else the home page."""
    leads_away = not path.startswith("/") or path.startswith(("//", "/\\")) or any(c in path for c in "\r\n\t\\")
    return "/" if leads_away else path
