"""Error responses: one sentence, on a page or as JSON under ``/api``."""

from __future__ import annotations

from dataclasses import asdict
from typing import NoReturn

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException

from companion.dashboard.admission_queue import QueueFull
from companion.dashboard.language import current_language
from companion.refusal import GameRefused, LawRefused, TranslatableRefusal


class Refusal(Exception):  # noqa: N818
    """A refused request; ``sentence`` is already in the visitor's language."""

    def __init__(
        self, status: int, sentence: str, retry_after_s: int | None = None, *, may_come_in: bool = False, code: str = ""
    ) -> None:
        """With ``may_come_in`` logging in may help; ``code`` is independent of the language."""
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.retry_after_s = retry_after_s
        self.may_come_in = may_come_in
        self.more: dict[str, object] = {"code": code} if code else {}
        """What a program is told besides."""


def refuse(status: int, sentence: str) -> NoReturn:
    """End the request with ``status`` and one sentence."""
    raise Refusal(status, sentence)


def add_error_pages(app: Flask, retry_after_s: int) -> None:
    """Install handlers that answer every refusal and error with a sentence."""

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        return _answer(refusal)

    @app.errorhandler(TranslatableRefusal)
    def not_granted(refused: TranslatableRefusal) -> Response:
        return _answer(_as_refusal(refused))

    @app.errorhandler(GameRefused)
    def not_lawful(refused: GameRefused) -> Response:
        refusal = _as_refusal(refused)
        if violations := refused.violations(current_language()):
            refusal.more |= {"violations": [asdict(violation) for violation in violations]}
        return _answer(refusal)

    @app.errorhandler(LawRefused)
    def not_asked_so(refused: LawRefused) -> Response:
        refusal = _as_refusal(refused)
        refusal.more |= {"field": refused.field}
        if refused.impossible:
            refusal.more |= {"violations": refused.impossible}
        return _answer(refusal)

    @app.errorhandler(QueueFull)
    def queue_full(_full: QueueFull) -> Response:
        sentence = _("Hay muchos en espera: probá de nuevo en unos segundos.")
        return _answer(Refusal(503, sentence, retry_after_s))

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        answer = _answer(Refusal(error.code or 500, _sentence(error.code or 500)))
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                answer.headers[name] = value
        return answer


def _as_refusal(refused: TranslatableRefusal) -> Refusal:
    return Refusal(refused.status, refused.sentence(current_language()), code=refused.code)


def wants_json() -> bool:
    """Whether the client is a program."""
    return request.path.startswith("/api/")


def _answer(refusal: Refusal) -> Response:
    if wants_json():
        answer = jsonify({"error": refusal.sentence, "status": refusal.status, **refusal.more})
    else:
        answer = make_response(render_template("refusal.html", refusal=refusal))
    answer.status_code = refusal.status
    if refusal.retry_after_s is not None:
        answer.headers["Retry-After"] = str(refusal.retry_after_s)
    return answer


def _sentence(status: int) -> str:
    sentences = {
        400: _("El pedido no se entiende."),
        403: _("Este pedido viene de otra página y no se acepta."),
        404: _("Esta página no existe, o la foto ya no se guarda."),
        405: _("Eso no se puede hacer en esta dirección."),
        413: _("Eso pesa demasiado: el máximo son %(limit)s MB.", limit=_limit_mb()),
        415: _("Eso no es una foto que se pueda leer: mandá un JPEG, PNG o WebP."),
        422: _("La foto no se puede leer."),
    }
    return str(sentences.get(status) or _("Algo falló de este lado. Probá de nuevo."))


def _limit_mb() -> int:
    return int(request.max_content_length or 0) // 2**20
