"""A hand as a GIF or MP4: created in the background, with a progress page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock, Thread

from flask import Blueprint, Flask, current_app, make_response, render_template, request
from flask_babel import force_locale
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.animation_scenes import MOST_STEPS, Animate, scenes
from companion.dashboard.matches.command_forms import tables
from companion.view_models.animation import Scene

animating = Blueprint("animating", __name__, url_prefix="/matches")
FORMS = {"gif": "image/gif", "mp4": "video/mp4"}
KEPT, MOST_AT_ONCE = 8, 3
"""Files that are kept, and those that are made or wait to be made."""
_Key = tuple[str, int, int, str, str]
"""Match, hand, revision, form and language."""


@dataclass(slots=True, eq=False)
class PendingAnimation:
    """A file being created."""

    steps: int
    done: int = 0
    contents: bytes = b""
    has_failed: bool = False

    def counts(self, drawn: Iterable[Scene]) -> Iterator[Scene]:
        """Iterate over the scenes and count them."""
        for scene in drawn:
            yield scene
            self.done += 1


class Animations:
    """The recently created files, and those in progress, one at a time; thread-safe."""

    def __init__(self, animate: Animate) -> None:
        self._animate = animate
        self._makings: OrderedDict[_Key, PendingAnimation] = OrderedDict()
        self._lock, self._turn = Lock(), Lock()

    def known(self, key: _Key) -> PendingAnimation | None:
        """The state of a requested file."""
        with self._lock:
            return self._makings.get(key)

    def begin(self, key: _Key, steps: int, drawn: Callable[[], Iterable[Scene]]) -> PendingAnimation | None:
        """Create a file in a thread; ``None`` where too many are pending."""
        with self._lock:
            if (known := self._makings.get(key)) and not known.has_failed:
                return known
            on_the_way = [
                started for started in self._makings.values() if not started.contents and not started.has_failed
            ]
            if len(on_the_way) >= MOST_AT_ONCE:
                return None
            making = self._makings[key] = PendingAnimation(steps)
            for old in [key for key, made in self._makings.items() if made.contents][: len(self._makings) - KEPT]:
                del self._makings[old]
        Thread(target=self._make, args=(making, key[3], drawn), daemon=True).start()
        return making

    def _make(self, making: PendingAnimation, form: str, drawn: Callable[[], Iterable[Scene]]) -> None:
        try:
            with self._turn:
                making.contents = self._animate(making.counts(drawn()), form)
        except OSError:
            making.has_failed = True
        except Exception:
            making.has_failed = True
            raise


def add_animations(app: Flask, animate: Animate) -> Flask:
    """Add animations to the application; it has tables already."""
    app.extensions["animations"] = Animations(animate)
    app.register_blueprint(animating)
    app.jinja_env.globals.update(has_animations=True)
    return app


@animating.get("/<match>/hands/<int:number>/animation-<form>")
def page(match: str, number: int, form: str) -> Response:
    """The progress page; a new request starts the creation."""
    language = current_language()
    shown = tables().snapshot(match, language, number)
    first = tables().replay(match, language, number, 1)
    if form not in FORMS:
        refuse(404, _("Una mano se guarda como GIF o como MP4."))
    steps = len(first.steps)
    if steps > MOST_STEPS:
        refuse(413, _("Esta mano tiene %(steps)s pasos: se anima hasta %(most)s.", steps=steps, most=MOST_STEPS))
    context, service = current_app.app_context(), tables()

    def drawn() -> Iterator[Scene]:
        with context, force_locale(language):
            yield from scenes(shown, service.replay_whole(match, language, number))

    making = _animations().begin((match, number, shown.revision, form, language), steps, drawn)
    if making is None:
        refuse(503, _("Hay muchos en espera: probá de nuevo en unos segundos."))
    answer = make_response(render_template("animation.html", shown=shown, number=number, form=form, making=making))
    answer.status_code = 500 if making.has_failed else 200
    return answer


@animating.get("/<match>/hands/<int:number>/hand.<form>")
def file(match: str, number: int, form: str) -> Response:
    """The finished file."""
    revision = tables().snapshot(match, current_language(), number).revision
    making = _animations().known((match, number, revision, form, current_language()))
    if making is None or not making.contents:
        refuse(404, _("Todavía no está hecho: pedilo en el paso a paso de la mano."))
    answer = make_response(making.contents)
    answer.mimetype = FORMS[form]
    answer.headers["Content-Disposition"] = f'inline; filename="burako-{match}-{number}.{form}"'
    return answer.make_conditional(request, accept_ranges=True, complete_length=len(making.contents))


def _animations() -> Animations:
    found: Animations = current_app.extensions["animations"]
    return found
