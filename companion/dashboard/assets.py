"""Static files: at versioned addresses, compressed, and the styles joined."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, make_response, request

from companion.dashboard.auth.request_security import FILES
from companion.dashboard.templating import TemplateEnvironment

assets = Blueprint("assets", __name__)
FOLDER = Path(__file__).with_name("static")
STYLES = ("tokens", "page", "tiles", "result", "table", "counting", "replay", "camera", "rules", "tournament")
"""The style sheets in the order in which they overrule one another."""
_YEAR_S = 365 * 24 * 3600
_FAST, _SMALL = 4, 9
"""The gzip levels: for a page of one visitor, and for a file that is compressed once."""
_LEAST_BYTES = 600
_WORDS = frozenset({"application/json", "application/manifest+json", "image/svg+xml"})


class _App(Flask):
    jinja_environment = TemplateEnvironment


def new_app() -> Flask:
    """A Flask application with the dashboard's templates and files, which may be cached for ever at versioned
    addresses."""
    app = _App("companion.dashboard", static_folder=str(FOLDER), static_url_path=f"/static/{version(FOLDER)}")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR_S
    app.register_blueprint(assets, url_prefix=app.static_url_path)
    app.after_request(packed)
    return app


@cache
def version(folder: Path) -> str:
    """A hash over all files of ``folder``."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    return sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:12]


@assets.get("/style.css")
def styles() -> Response:
    """All style sheets joined, to be fetched with one request."""
    folder = Path(current_app.static_folder or "")
    answer = make_response("\n".join((folder / f"{name}.css").read_text("utf-8") for name in STYLES))
    answer.content_type = "text/css; charset=utf-8"
    answer.cache_control.public, answer.cache_control.max_age = True, _YEAR_S
    return answer


def packed(answer: Response) -> Response:
    """The answer compressed as the client supports; files may be cached for ever."""
    is_file = request.endpoint in FILES
    if is_file and answer.status_code == 200:
        answer.cache_control.immutable = True
    if not _is_worth_packing(answer, is_file):
        return answer
    answer.direct_passthrough = False
    text = answer.get_data()
    answer.vary.add("Accept-Encoding")
    if len(text) < _LEAST_BYTES or not request.accept_encodings["gzip"]:
        return answer
    answer.set_data(_packed_once(text) if is_file else gzip.compress(text, _FAST, mtime=0))
    answer.content_encoding = "gzip"
    answer.headers.pop("Accept-Ranges", None)
    if tag := answer.get_etag()[0]:
        answer.set_etag(tag, weak=True)
    return answer


def _is_worth_packing(answer: Response, is_file: bool) -> bool:
    is_whole = answer.status_code != 206 and request.method == "GET" and (is_file or not answer.is_streamed)
    is_text = (answer.mimetype or "").startswith("text/") or answer.mimetype in _WORDS
    return is_whole and is_text and not answer.content_encoding


@lru_cache(maxsize=64)
def _packed_once(text: bytes) -> bytes:
    return gzip.compress(text, _SMALL, mtime=0)
