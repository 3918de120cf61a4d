"""The browser's signed cookie, valid whatever the clock of this machine says.

A clock that is wrong for an hour would otherwise sign people out, or keep them out until it shows that time again. How
long somebody stays in is what the sessions kept here say.
"""

from __future__ import annotations

from hashlib import sha256

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_MARK_LETTERS = 8


class LastingCookies(SecureCookieSessionInterface):
    """Signed cookies without an age of their own, which browsers keep so many seconds by their own clock."""

    def get_cookie_name(self, app: Flask) -> str:
        """A name of this house's own: for all ports of a machine a browser keeps one cookie of a name."""
        key = app.secret_key or b""
        mark = sha256(key.encode() if isinstance(key, str) else key).hexdigest()[:_MARK_LETTERS]
        return f"{super().get_cookie_name(app)}-{mark}"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The content of a request's cookie; empty where it is not signed by this app."""
        names = self.get_cookie_name(app), super().get_cookie_name(app)  # the second as earlier versions wrote it
        sent = next(filter(None, map(request.cookies.get, names)), None)
        signer = self.get_signing_serializer(app)
        if signer is None or not sent:
            return self.session_class()
        try:
            return self.session_class(signer.loads(sent))
        except (BadSignature, TypeError, ValueError):
            return self.session_class()

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Whether to send the cookie: where it changed, and to make it last longer with a page that is opened.

        The late answer to a script would bring back the cookie of before somebody came in.
        """
        opens_page = "text/html" in request.headers.get("Accept", "")
        return session.modified or (opens_page and super().should_set_cookie(app, session))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie with a duration instead of a date."""
        name = self.get_cookie_name(app)
        if not session or not session.permanent or not self.should_set_cookie(app, session):
            super().save_session(app, session, response)
            return
        signer = self.get_signing_serializer(app)
        response.vary.add("Cookie")
        response.set_cookie(
            name,
            str(signer.dumps(dict(session))) if signer else "",
            max_age=app.permanent_session_lifetime,
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
