"""Check the role of the visitor before every request."""

from __future__ import annotations

from flask import Flask, request

from companion.dashboard.auth.access import check_role
from companion.dashboard.auth.roles import DEVICE, ENDPOINTS
from companion.dashboard.tournaments.device_tokens import this_device


def check_roles(app: Flask) -> None:
    """Have ``app`` refuse every request whose visitor lacks the role for its endpoint."""

    @app.before_request
    def check() -> None:
        if request.endpoint is None:
            return
        rule = ENDPOINTS[request.endpoint]
        if rule == DEVICE:
            this_device((request.view_args or {})["tournament"])
        else:
            check_role(rule)
