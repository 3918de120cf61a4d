"""The only page served unencrypted: install the server's certificate on a phone."""

from __future__ import annotations

import plistlib
import re
from dataclasses import dataclass
from hashlib import sha256
from uuid import NAMESPACE_URL, uuid5

from flask import Flask, Response, current_app, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dashboard.assets import new_app
from companion.dashboard.auth.request_security import guard
from companion.dashboard.error_pages import Refusal
from companion.dashboard.language import install_languages

_ROOT_PAYLOAD, _PROFILE_PAYLOAD = "com.apple.security.root", "Configuration"
_IDENTIFIER = "burako-companion.network.certificates"


@dataclass(frozen=True, slots=True)
class DeviceTrust:
    """The certificate to install on a device."""

    name: str
    """The name of the certificate in the lists of devices."""
    certificate: bytes
    """The authority's certificate, as DER."""
    address: str
    """The HTTPS URL of the pages."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate in the format that devices display."""
        digits = sha256(self.certificate).hexdigest().upper()
        return ":".join(re.findall("..", digits))

    def as_profile(self) -> bytes:
        """The certificate as a configuration profile for Apple's devices; deterministic."""
        payload = self._payload(_ROOT_PAYLOAD) | {"PayloadContent": self.certificate, "PayloadDisplayName": self.name}
        profile = self._payload(_PROFILE_PAYLOAD) | {"PayloadContent": [payload], "PayloadDisplayName": self.name}
        return plistlib.dumps(profile)

    def _payload(self, kind: str) -> dict[str, object]:
        mark = str(uuid5(NAMESPACE_URL, f"{kind} {self.fingerprint}")).upper()
        return {
            "PayloadType": kind,
            "PayloadVersion": 1,
            "PayloadUUID": mark,
            "PayloadIdentifier": f"{_IDENTIFIER}.{mark}",
        }


def create_welcome(trust: DeviceTrust, hosts: tuple[str, ...] = ()) -> Flask:
    """Create the application with only that page."""
    app = new_app()
    app.extensions["trust"] = trust
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    install_languages(app)
    guard(app, hosts)
    app.add_url_rule("/", "welcome", _page)
    app.add_url_rule("/ca.crt", "certificate", _certificate)
    app.add_url_rule("/ca.mobileconfig", "profile", _profile)
    app.register_error_handler(404, lambda _: redirect(url_for("welcome"), 303))
    app.register_error_handler(Refusal, lambda refusal: (refusal.sentence, refusal.status))
    return app


def _page() -> str:
    return render_template("welcome.html", trust=_trust())


def _certificate() -> AnyResponse:
    return _file(_trust().certificate, "application/x-x509-ca-cert", "burako-companion.crt")


def _profile() -> AnyResponse:
    return _file(_trust().as_profile(), "application/x-apple-aspen-config", "burako-companion.mobileconfig")


def _trust() -> DeviceTrust:
    found: DeviceTrust = current_app.extensions["trust"]
    return found


def _file(content: bytes, kind: str, name: str) -> Response:
    answer = make_response(content)
    answer.content_type = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
